import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { BbbClient, type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';

const limit = 50;
let lectern: InProcess;
let group: BbbGroup;
before(async () => {
  lectern = await startInProcess({ LECTERN_RATE_LIMIT_PER_MINUTE: String(limit) });
  group = await makeBbbGroup(lectern);
});
after(() => lectern?.remove());

const limited = async (client: BbbClient) => {
  const answers = await Promise.all(
    Array.from({ length: limit + 10 }, (_, index) => client.call('create', { meetingID: `flood ${index}` })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  for (const answer of refused) {
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    assert.deepEqual([answer.field('returncode'), answer.field('messageKey')], ['FAILED', 'tooManyRequests']);
  }
  return { refused: refused.length, others: answers.filter(({ status }) => status !== 429) };
};

test('a flood with one secret makes as many meetings as the limit, and keeps no other group waiting', async () => {
  const { refused, others } = await limited(group.bbb);
  assert.equal(refused, 10);
  for (const other of others) assert.equal(other.field('returncode'), 'SUCCESS', other.text);
  const otherGroup = await makeBbbGroup(lectern);
  assert.equal((await otherGroup.bbb.call('getMeetings')).field('messageKey'), 'noMeetings');
});

test('wrong checksums of one address are limited, whatever they are for; right ones are not', async () => {
  const otherGroup = await makeBbbGroup(lectern);
  const { refused, others } = await limited(new BbbClient(otherGroup.bbb.base, 'wrong'));
  assert.equal(refused, 10);
  for (const other of others) assert.equal(other.field('messageKey'), 'checksumError');
  assert.equal((await otherGroup.bbb.call('getMeetings')).field('messageKey'), 'noMeetings');
});
