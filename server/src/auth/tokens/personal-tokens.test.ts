import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../../testing/database.ts';
import { makeUser, type TestUser } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import type { Database } from '../../platform/db/db.ts';

let lectern: InProcess;
let database: Database;
let person: TestUser;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
  person = await makeUser(lectern, 'integrator');
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

test('a token without scopes and an end has all rights, as those of earlier versions', async () => {
  const made = await person.api.createPersonalToken({ body: { name: 'plain', expiresAt: null } });
  assert.match(made.token, /^lpt_/);
  assert.deepEqual([made.scopes, made.expiresAt], [['all'], null]);
  const api = lectern.client(made.token);
  await api.createSpace({ body: { name: 'Mine' } });
  await api.createPersonalToken({ body: { name: 'another' } });
});

test('all makes other scopes superfluous', async () => {
  const made = await person.api.createPersonalToken({ body: { name: 'x', scopes: ['rooms', 'all'] } });
  assert.deepEqual(made.scopes, ['all']);
});

test('a token stops at its end, and is accepted until then', async () => {
  const expiresAt = inHours(1);
  const made = await person.api.createPersonalToken({ body: { name: 'short', expiresAt } });
  assert.match(made.token, /^lpl_/);
  assert.equal(made.expiresAt, expiresAt);
  const api = lectern.client(made.token);
  await api.getOwnUser();
  await database.pool.query("UPDATE personal_tokens SET expires_at = now() WHERE name = 'short'");
  await refused(api.getOwnUser(), 'unauthorized');
});

test('a token makes no token that is wider or lives longer than itself', async () => {
  const { token } = await person.api.createPersonalToken({ body: { name: 'parent', expiresAt: inHours(2) } });
  const parent = lectern.client(token);
  const child = (expiresAt?: string | null) =>
    parent.createPersonalToken({ body: { name: 'child', ...(expiresAt !== undefined && { expiresAt }) } });
  await refusedFields(child(), 'expiresAt');
  await refusedFields(child(null), 'expiresAt');
  await refusedFields(child(inHours(3)), 'expiresAt');
  const beyond = { name: 'beyond', expiresAt: '9999-12-31T23:59:59-01:00' };
  await refusedFields(person.api.createPersonalToken({ body: beyond }), 'expiresAt');
  await child(inHours(1));
  const { id: spaceId } = await parent.createSpace({ body: { name: 'Group' } });
  await refusedFields(parent.createSpaceToken({ spaceId, body: { name: 'forever' } }), 'expiresAt');
  await parent.createSpaceToken({ spaceId, body: { name: 'as long', expiresAt: inHours(1) } });

  const scoped = await person.api.createPersonalToken({
    body: { name: 'narrow', scopes: ['rooms', 'read'] },
  });
  const narrow = lectern.client(scoped.token);
  await refused(narrow.createPersonalToken({ body: { name: 'x', scopes: ['read'] } }), 'scope_missing');
  await refused(narrow.createSpaceToken({ spaceId, body: { name: 'x' } }), 'scope_missing');
  await refused(narrow.changePassword({ body: { password: 'another password' } }), 'scope_missing');
  await refused(narrow.updateOwnUser({ body: { email: 'thief@example.org' } }), 'scope_missing');
});

test('several scopes add up', async () => {
  const { id: spaceId } = await person.api.createSpace({ body: { name: 'School' } });
  const body = { name: 'both', scopes: ['rooms', 'reports'] as ('rooms' | 'reports')[] };
  const api = lectern.client((await person.api.createPersonalToken({ body })).token);
  const room = await api.createRoom({ spaceId, body: { name: 'Algebra' } });
  const query = { roomId: room.id, date: '2026-03-17T00:00:00Z' };
  assert.equal((await api.analyticsCalls({ spaceId, query })).items.length, 0);
  const error = await refused(api.getWebhook({ spaceId }), 'scope_missing');
  assert.equal(error.scope, 'webhooks');
});

test('a token that is revoked while its request waits makes nothing', async () => {
  const made = await person.api.createPersonalToken({ body: { name: 'racing' } });
  const api = lectern.client(made.token);
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [person.id]);
  const waiting = api.createPersonalToken({ body: { name: 'too late' } });
  const refusal = refused(waiting, 'unauthorized');
  await client.query('DELETE FROM personal_tokens WHERE id = $1', [made.id]);
  await client.query('COMMIT');
  client.release();
  await refusal;
});
