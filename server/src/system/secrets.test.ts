import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeGroup, openLink, tokenIn } from '../../testing/group.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { sendRaw } from '../../testing/raw.ts';

/** Removing a test's server checks its output: a test file whose server logged a secret fails. */
const leak = async (lectern: Lectern, text: string) => {
  appendFileSync(join(lectern.dataDir, 'server-output.log'), `{"msg":"asked by ${text}"}\n`);
  return lectern.remove();
};

const settings = { LECTERN_LOG_LEVEL: 'debug' };

test('removing a server fails if its output contains any secret of the test', async () => {
  const lectern = await startLectern(settings);
  const { owner, spaceId, at } = await makeGroup(lectern);
  const { url } = await owner.generateAccess({ ...at, body: { username: 'Ann', role: 'user' } });
  const { secret } = await owner.createWebhook({ spaceId, body: { url: lectern.url } });
  await openLink(lectern, url, 'a browser');
  const { email, password } = lectern.owner;
  const { headers } = await sendRaw(lectern.url, {
    path: '/v1/auth/session',
    body: JSON.stringify({ email, password }),
    type: 'application/json',
    headers: { origin: lectern.url },
  });
  const cookie = headers.getSetCookie()[0] ?? '';
  const value = /=([^;]*)/.exec(cookie)?.[1] ?? '';
  const { personalToken, clientSecret } = lectern.owner;
  const secrets = [personalToken, clientSecret, password, secret, tokenIn(url), value];
  await assert.rejects(leak(lectern, secrets.join(' ')), (error: Error) => {
    for (const planted of secrets) {
      assert.ok(planted.length >= 8, 'the test knows the secret');
      assert.ok(error.message.includes(`(${planted.slice(0, 4)}…)`), error.message);
    }
    return true;
  });
});

test('text that is no secret may be logged', async () => {
  const lectern = await startLectern(settings);
  const { room } = await makeGroup(lectern);
  await leak(lectern, room.id);
});
