import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Chatting, enterChat, makeMachine } from '../../testing/chat.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { makePlace } from '../../testing/place.ts';
import { refused } from '../../testing/refused.ts';

let lectern: Lectern;
before(async () => {
  lectern = await startLectern({ LECTERN_RATE_LIMIT_PER_MINUTE: '6000' });
});
after(() => lectern?.remove());

const flood = async ({ api }: Chatting, channelId: string, count: number) => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, index) =>
      api.sendMessage({ body: { channelId, text: `no. ${index}` } }),
    ),
  );
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
};

test('a participant says 3 things in 5 s, a moderator 5, also when they come all at once', async () => {
  const place = await makePlace(lectern);
  const { channelId } = place.room;
  const ann = await enterChat(lectern, place);
  const moderator = await enterChat(lectern, place, { role: 'moderator' });
  assert.equal(await flood(ann, channelId, 6), 3);
  assert.equal(await flood(moderator, channelId, 8), 5);
  const { retryAfter } = await refused(
    ann.api.sendMessage({ body: { channelId, text: 'more' } }),
    'rate_limited',
  );
  assert.ok(retryAfter && retryAfter <= 5);
});

test('one name is tried 10 times a minute from one address, whether it is anybody’s or not', async () => {
  const { appId } = await makeMachine(lectern, await makePlace(lectern));
  const outcomes: unknown[] = [];
  const tryOnce = (username: string) =>
    lectern.client().logIn({ body: { app_id: appId, username, password: 'not the one' } });
  for (let count = 0; count < 12; count += 1) {
    outcomes.push(await tryOnce(count % 2 ? 'Nobody' : 'NOBODY').catch(({ code }) => code));
  }
  assert.ok(outcomes.slice(0, 10).every((code) => code === 'wrong_password'));
  // A window may have ended in between; it cannot have ended twice.
  const more = Array.from({ length: 11 }, () => tryOnce('Nobody').catch(({ code }) => code));
  assert.ok([...outcomes, ...(await Promise.all(more))].includes('rate_limited'));
  await refused(tryOnce('Somebody'), 'wrong_password');
});
