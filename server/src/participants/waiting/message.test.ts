import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { whileChanging } from '../../../testing/engines/while-changing.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import type { Entered } from '../../../testing/people/entering.ts';
import { refused } from '../../../testing/refused.ts';
import { activeCallOf, saveCall, saveWaitingMessage } from '../../calls/store.ts';
import { now } from '../../platform/clock.ts';
import { WaitingPeople } from './testing/people.ts';

let lectern: InProcess;
let database: OwnDatabase;
const people = new WaitingPeople(() => lectern);
const { knock, lead, listen } = people;
before(async () => {
  database = await startOwnDatabase();
  lectern = await startInProcess(database.settings);
});
afterEach(() => people.end());
after(async () => {
  await lectern?.remove();
  await database?.remove();
});

const write = (group: TestGroup, api: Client, text: string | null) =>
  api.updateWaitingMessage({ ...group.at, body: { text } });
const messageTo = async ({ api, at }: Entered) => (await api.getParticipant(at)).waitingMessage;

async function groupWithCall() {
  const group = await makeGroup(lectern, { isPublic: false, waitingRoomAudience: 'guests' });
  const ann = await knock(group);
  const moderator = await lead(group);
  const call = await activeCallOf(database.db, group.room.id);
  assert.ok(call);
  return { group, ann, moderator, call };
}

test('hostile texts come back as they were written, without the spaces around them', async () => {
  const { group, ann, moderator } = await groupWithCall();
  const texts = [
    `"><img src=x onerror='alert(1)'>`,
    "'; DROP TABLE calls; --",
    'שלום\u200f \u202eabc\u202c',
    '😀'.repeat(300),
    'First line\n\nsecond\tline',
  ];
  for (const text of texts) {
    // The limit is for what is sent.
    const sent = [...text].length < 298 ? `\u00a0${text} \n` : text;
    assert.deepEqual(await write(group, moderator.api, sent), { text });
    assert.equal(await messageTo(ann), text);
  }
});

test('the same message again is published to nobody', async () => {
  const { group, ann, moderator } = await groupWithCall();
  const ear = await listen(ann);
  await write(group, moderator.api, 'Soon');
  const first = (await ear.hears('admission', 1)).length;
  assert.deepEqual(await write(group, moderator.api, ' Soon '), { text: 'Soon' });
  await write(group, moderator.api, null);
  await ear.hears('admission', first + 1);
  await write(group, moderator.api, null);
  await write(group, moderator.api, 'Now');
  assert.equal((await ear.hears('admission', first + 2)).length, first + 2);
});

test('a message that meets the end of the call is refused, and the call keeps none', async () => {
  const { group, moderator, call } = await groupWithCall();
  await whileChanging(
    database,
    (trx) => saveCall(trx, { ...call, finishedAt: now() }),
    () => refused(write(group, moderator.api, 'Too late'), 'call_not_active'),
  );
  const { rows } = await database.pool.query('SELECT waiting_message FROM calls WHERE id = $1', [call.id]);
  assert.deepEqual(rows, [{ waiting_message: null }]);
});

test('an event of the call that read it before the message keeps the message', async () => {
  const { group, ann, call } = await groupWithCall();
  await whileChanging(
    database,
    (trx) => saveWaitingMessage(trx, group.room.id, 'Soon'),
    () => saveCall(database.db, { ...call, mostPresent: call.mostPresent + 1 }),
  );
  assert.equal(await messageTo(ann), 'Soon');
});
