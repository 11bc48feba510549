import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../testing/database.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { sendRaw } from '../../testing/raw.ts';
import { refused } from '../../testing/refused.ts';
import type { Database } from '../platform/db/db.ts';

let lectern: Lectern;
let database: Database;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const week = 7 * 86_400;
const path = '/v1/auth/token';
const client = () => ({ client_id: lectern.owner.clientId, client_secret: lectern.owner.clientSecret });
const account = () => ({ username: lectern.owner.email, password: lectern.owner.password });

const issue = (more: {
  grant_type: 'client_credentials' | 'password';
  username?: string;
  password?: string;
}) => lectern.client().issueToken({ body: { ...client(), ...more } });
const signIn = () => issue({ grant_type: 'password', ...account() });
const renew = (refresh_token: string) =>
  lectern.client().issueToken({ body: { ...client(), grant_type: 'refresh_token', refresh_token } });
const works = (token: string) => lectern.client(token).listPersonalTokens();
const sendForm = (fields: Record<string, string>, headers = {}) =>
  sendRaw(lectern.url, {
    path,
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(fields).toString(),
    headers,
  });

test('client and user tokens are valid for a week and come with a refresh token', async () => {
  const forClient = await issue({ grant_type: 'client_credentials' });
  const forUser = await signIn();
  for (const issued of [forClient, forUser]) {
    assert.equal(issued.token_type, 'Bearer');
    assert.equal(issued.expires_in, week);
    assert.ok(issued.refresh_token.length > 40);
  }
  await works(forUser.access_token);
  await refused(works(forClient.access_token), 'forbidden');
  const renewed = await renew(forClient.refresh_token);
  await refused(works(renewed.access_token), 'forbidden');
});

test('the email is compared without case, the password with case', async () => {
  await issue({ grant_type: 'password', ...account(), username: lectern.owner.email.toUpperCase() });
  const shouted = { ...account(), password: lectern.owner.password.toUpperCase() };
  await assert.rejects(issue({ grant_type: 'password', ...shouted }), { status: 400, code: 'invalid_grant' });
});

test('forms, the Basic header, JSON under text/plain and a trailing slash are accepted, as OAuth clients send them', async () => {
  const form = await sendForm({ ...client(), grant_type: 'password', ...account() });
  assert.equal(form.status, 200, form.text);
  assert.equal(form.headers.get('cache-control'), 'no-store');
  const { client_id, client_secret } = client();
  const basic = { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` };
  const byHeader = await sendForm({ grant_type: 'client_credentials' }, basic);
  assert.equal(byHeader.status, 200, byHeader.text);
  const both = await sendForm({ grant_type: 'client_credentials', client_id }, basic);
  assert.equal(both.status, 200, both.text);
  const body = JSON.stringify({ ...client(), grant_type: 'client_credentials', scope: 'ignored' });
  for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/json; charset=utf-8']) {
    const answer = await sendRaw(lectern.url, { path: `${path}/`, type, body });
    assert.equal(answer.status, 200, answer.text);
    await refused(works(String(answer.body.access_token)), 'forbidden');
  }
});

test('a refresh token rotates, and a repeated use shortly after returns the same successor', async () => {
  const first = await signIn();
  const [second, again] = await Promise.all([renew(first.refresh_token), renew(first.refresh_token)]);
  assert.equal(again.access_token, second.access_token);
  assert.equal(again.refresh_token, second.refresh_token);
  assert.notEqual(second.access_token, first.access_token);
  for (const { expires_in } of [second, again]) assert.ok(expires_in <= week && expires_in > week - 30);
  await works(first.access_token);
  await works(second.access_token);
  const third = await renew(second.refresh_token);
  await works(third.access_token);
});

test('concurrent renewals all get the same tokens', async () => {
  const first = await signIn();
  const all = await Promise.all(Array.from({ length: 20 }, () => renew(first.refresh_token)));
  assert.equal(new Set(all.map((issued) => issued.refresh_token)).size, 1);
  await works(all[0]?.access_token ?? '');
});

test('using an old refresh token after its successor was used ends the whole family with its access tokens', async () => {
  const first = await signIn();
  const other = await signIn();
  const second = await renew(first.refresh_token);
  const third = await renew(second.refresh_token);
  await assert.rejects(renew(first.refresh_token), { status: 400, code: 'invalid_grant' });
  for (const issued of [first, second, third]) await refused(works(issued.access_token), 'unauthorized');
  await assert.rejects(renew(third.refresh_token), { status: 400, code: 'invalid_grant' });
  await works(other.access_token);
  await renew(other.refresh_token);
});

test('using an old refresh token after the grace period ends the family', async () => {
  const first = await signIn();
  const second = await renew(first.refresh_token);
  await database.pool.query("UPDATE refresh_tokens SET rotated_at = rotated_at - interval '31 seconds'");
  await assert.rejects(renew(first.refresh_token), { status: 400, code: 'invalid_grant' });
  await refused(works(second.access_token), 'unauthorized');
});

test('access tokens expire after 7 days, refresh tokens after 21', async () => {
  const issued = await signIn();
  const lives = await database.pool.query(
    `SELECT round(extract(epoch FROM a.expires_at - f.created_at) / 86400) AS access,
            round(extract(epoch FROM r.expires_at - f.created_at) / 86400) AS refresh
     FROM token_families f JOIN access_tokens a ON a.family_id = f.id JOIN refresh_tokens r ON r.family_id = f.id
     ORDER BY f.id DESC LIMIT 1`,
  );
  assert.deepEqual(lives.rows, [{ access: '7', refresh: '21' }]);
  await database.pool.query("UPDATE access_tokens SET expires_at = now() - interval '1 second'");
  await refused(works(issued.access_token), 'unauthorized');
  await renew(issued.refresh_token);
  const late = await signIn();
  await database.pool.query("UPDATE refresh_tokens SET expires_at = now() - interval '1 second'");
  await assert.rejects(renew(late.refresh_token), { status: 400, code: 'invalid_grant' });
});

test('a personal token is shown once, listed with its last use, and revoked at once', async () => {
  const me = lectern.client((await signIn()).access_token);
  const made = await me.createPersonalToken({ body: { name: 'LMS, production' } });
  assert.match(made.token, /^lpt_/);
  const mine = async () => (await me.listPersonalTokens()).items.find(({ id }) => id === made.id);
  assert.deepEqual(await mine(), {
    id: made.id,
    name: 'LMS, production',
    scopes: ['all'],
    createdAt: made.createdAt,
    expiresAt: null,
    lastUsedAt: null,
  });
  await works(made.token);
  const used = (await mine())?.lastUsedAt ?? '';
  assert.ok(Date.parse(used) > Date.parse(made.createdAt) - 60_000);
  assert.match(used, /:00\.000Z$/);
  await works(made.token);
  assert.equal((await mine())?.lastUsedAt, used, 'stored once a minute');
  await database.pool.query("UPDATE personal_tokens SET last_used_at = last_used_at - interval '61 seconds'");
  await works(made.token);
  assert.ok(((await mine())?.lastUsedAt ?? '') >= used);
  await me.deletePersonalToken({ tokenId: made.id });
  await refused(works(made.token), 'unauthorized');
  assert.equal(await mine(), undefined);
});

test('only hashes of tokens are stored', async () => {
  const issued = await signIn();
  const renewed = await renew(issued.refresh_token);
  const { token } = await lectern
    .client(issued.access_token)
    .createPersonalToken({ body: { name: 'kept?' } });
  const tables = await database.pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const secrets = [issued, renewed].flatMap((pair) => [pair.access_token, pair.refresh_token]);
  secrets.push(token, lectern.owner.password, lectern.owner.clientSecret);
  for (const { name } of tables.rows) {
    const { rows } = await database.pool.query<{ all: string | null }>(
      `SELECT string_agg(t::text, ' ') AS all FROM ${name} t`,
    );
    const all = rows[0]?.all ?? '';
    for (const secret of secrets) {
      assert.ok(!all.includes(secret), name);
      assert.ok(!all.includes(Buffer.from(secret).toString('hex')), name);
    }
  }
  for (const secret of secrets) assert.ok(!lectern.output().includes(secret));
});
