import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../../../../../contract/client/index.ts';
import { sendLinks } from './send-links.ts';

const refusal = (code: string, retryAfter: number | null = null): Error =>
  Object.assign(Object.create(ApiError.prototype), { status: 429, code, details: [], retryAfter });

/** Sends to these people; `answers` refuses the next request of a person. */
function start(people: string[], answers: Record<string, Error[]> = {}) {
  const done: string[] = [];
  const pauses: number[] = [];
  const sending = sendLinks({
    people,
    send: async (person) => {
      const refused = answers[person]?.shift();
      if (refused) throw refused;
    },
    pause: async (seconds) => pauses.push(seconds),
    onDone: (person, isSent) => done.push(`${person} ${isSent}`),
    signal: new AbortController().signal,
  });
  return { sending, done, pauses };
}

test('sending waits for the limit of a minute and goes on', async () => {
  const { sending, done, pauses } = start(['Anna', 'Boris'], { Boris: [refusal('rate_limited', 12)] });
  await sending;
  assert.deepEqual([done, pauses], [['Anna true', 'Boris true'], [12]]);
});

test('a link that was revoked meanwhile is left out', async () => {
  const { sending, done } = start(['Anna', 'Boris'], { Anna: [refusal('link_revoked')] });
  await sending;
  assert.deepEqual(done, ['Anna false', 'Boris true']);
});

test('the limit of a day and a lost connection end the sending, so that it can go on with the same person', async () => {
  for (const error of [refusal('rate_limited', 3600), new TypeError('failed to fetch')]) {
    const { sending, done } = start(['Anna', 'Boris'], { Boris: [error] });
    await assert.rejects(sending, error);
    assert.deepEqual(done, ['Anna true']);
  }
});
