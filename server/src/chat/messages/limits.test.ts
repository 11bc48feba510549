import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../../testing/database.ts';
import { makeGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { enterChat, makeMachine } from '../../../testing/people/chat.ts';
import { refused } from '../../../testing/refused.ts';
import type { Database } from '../../platform/db/db.ts';

let lectern: Lectern;
let database: Database;
before(async () => {
  lectern = await startInProcess({ LECTERN_RATE_LIMIT_PER_MINUTE: '6000' });
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

/** Moves the earlier messages to this moment, so that they stay within the window. */
const keepRecent = () =>
  database.pool.query(`UPDATE chat_messages SET created_at = now() + interval '1 minute'`);

test('a participant may send 3 messages in 5 s, a moderator 5, also concurrently', async () => {
  const group = await makeGroup(lectern);
  const { channelId } = group.room;
  for (const [role, most] of [
    ['user', 3],
    ['moderator', 5],
  ] as const) {
    const { api } = await enterChat(lectern, group, { role });
    const say = () => api.sendMessage({ body: { channelId, text: 'hello' } });
    for (let said = 1; said < most; said += 1) await say();
    await keepRecent();
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, say));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1, role);
    await keepRecent();
    const { retryAfter } = await refused(say(), 'rate_limited');
    assert.ok(retryAfter && retryAfter > 5 && retryAfter <= 65);
  }
});

test('one address may try one name 10 times a minute, whether the name exists or not', async () => {
  const { appId } = await makeMachine(lectern, await makeGroup(lectern));
  const outcomes: unknown[] = [];
  const tryOnce = (username: string) =>
    lectern.client().logIn({ body: { app_id: appId, username, password: 'not the one' } });
  for (let count = 0; count < 12; count += 1) {
    outcomes.push(await tryOnce(count % 2 ? 'Nobody' : 'NOBODY').catch(({ code }) => code));
  }
  assert.ok(outcomes.slice(0, 10).every((code) => code === 'wrong_password'));
  // One window may have ended in between, but not two.
  const more = Array.from({ length: 11 }, () => tryOnce('Nobody').catch(({ code }) => code));
  assert.ok([...outcomes, ...(await Promise.all(more))].includes('rate_limited'));
  await refused(tryOnce('Somebody'), 'wrong_password');
});
