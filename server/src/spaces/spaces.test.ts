import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, makeUser } from '../../testing/group.ts';
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

const owner = () => lectern.client(lectern.owner.personalToken);
let count = 0;

/** Makes an account, with a role in the group if one is given (no endpoint grants it yet). */
async function person(spaceId?: string, role?: 'moderator' | 'user') {
  count += 1;
  const { id, api } = await makeUser(lectern, `person-${count}`);
  if (spaceId && role) {
    await database.pool.query('INSERT INTO space_members VALUES ($1, $2, $3, now())', [spaceId, id, role]);
  }
  return { id, client: api };
}

test('a group is created with a name only, and with all fields', async () => {
  const plain = await owner().createSpace({ body: { name: 'Plain' } });
  assert.match(plain.id, /^[0-9a-f]{24}$/);
  assert.deepEqual(plain, {
    id: plain.id,
    name: 'Plain',
    description: null,
    logo: null,
    color: null,
    isPublic: true,
    ownerId: plain.ownerId,
    chatApplicationId: plain.chatApplicationId,
    roleInSpace: 'role_space_owner',
    createdAt: plain.createdAt,
  });
  const body = {
    name: 'Курс «Химия» 😀',
    description: 'Two\nlines',
    logo: 'https://example.org/logo.png',
    color: '#7a1f3d',
    isPublic: false,
  };
  const full = await owner().createSpace({ body });
  assert.deepEqual(await owner().getSpace({ spaceId: full.id }), { ...full, ...body });
  assert.equal(full.ownerId, plain.ownerId);
  assert.notEqual(full.chatApplicationId, plain.chatApplicationId);
  assert.ok(full.id > plain.id);
});

test('an update changes the named fields and leaves the rest', async () => {
  const { id: spaceId, ...made } = await owner().createSpace({
    body: { name: 'Before', description: 'Text', logo: 'http://example.org/a.png' },
  });
  const same = { id: spaceId, ...made };
  const update = (body: Record<string, unknown>) => owner().updateSpace({ spaceId, body });
  assert.deepEqual(await update({}), same);
  assert.deepEqual(await update({ name: 'After' }), { ...same, name: 'After' });
  assert.deepEqual(await update({ description: '', isPublic: false }), {
    ...same,
    name: 'After',
    isPublic: false,
  });
  assert.deepEqual(await update({ description: null, logo: null, isPublic: true }), {
    ...same,
    name: 'After',
    description: null,
    logo: null,
  });
});

test('an account lists the groups it has a role in, in pages', async () => {
  const host = await person();
  const guest = await person();
  const names = ['A', 'B', 'C', 'D', 'E'];
  const ids: string[] = [];
  for (const name of names) ids.push((await host.client.createSpace({ body: { name } })).id);
  await database.pool.query("INSERT INTO space_members VALUES ($1, $2, 'moderator', now())", [
    ids[1],
    guest.id,
  ]);
  await database.pool.query("INSERT INTO space_members VALUES ($1, $2, 'user', now())", [ids[3], guest.id]);
  const list = async (query: Record<string, unknown>) => {
    const { items, total } = await host.client.listSpaces({ query });
    return `${items.map(({ name }) => name).join('')} of ${total}`;
  };
  assert.equal(await list({}), 'EDCBA of 5');
  assert.equal(await list({ order: 'asc' }), 'ABCDE of 5');
  assert.equal(await list({ limit: 2, offset: 1 }), 'DC of 5');
  assert.equal(await list({ limit: 2, offset: 9 }), ' of 5');
  const theirs = await guest.client.listSpaces();
  assert.deepEqual(
    theirs.items.map(({ name, roleInSpace }) => [name, roleInSpace]),
    [
      ['D', 'role_space_user'],
      ['B', 'role_space_moderator'],
    ],
  );
  assert.equal(theirs.total, 2);
});

test('everybody sees a public group, only its people see a private one, and only the owner changes and deletes', async () => {
  for (const isPublic of [true, false]) {
    const { id: spaceId } = await owner().createSpace({ body: { name: 'Seen?', isPublic } });
    const people = {
      client: lectern.client(lectern.owner.clientToken),
      stranger: (await person()).client,
      member: (await person(spaceId, 'user')).client,
      moderator: (await person(spaceId, 'moderator')).client,
    };
    const roles = {
      client: null,
      stranger: null,
      member: 'role_space_user',
      moderator: 'role_space_moderator',
    } as const;
    for (const [name, client] of Object.entries(people)) {
      const role = roles[name as keyof typeof roles];
      const maySee = isPublic || role !== null;
      if (maySee) assert.equal((await client.getSpace({ spaceId })).roleInSpace, role);
      else await refused(client.getSpace({ spaceId }), 'not_found');
      const refusal = maySee ? 'forbidden' : 'not_found';
      await refused(client.updateSpace({ spaceId, body: { name: 'Mine' } }), refusal);
      await refused(client.deleteSpace({ spaceId }), refusal);
    }
    await refused(lectern.client().getSpace({ spaceId }), 'unauthorized');
    assert.equal((await owner().getSpace({ spaceId })).name, 'Seen?');
  }
});

test('a deleted group is gone with its contents; deleting it again is not_found', async () => {
  const { id: spaceId } = await owner().createSpace({ body: { name: 'Going' } });
  await person(spaceId, 'user');
  const outcomes = await Promise.allSettled([
    owner().deleteSpace({ spaceId }),
    owner().deleteSpace({ spaceId }),
  ]);
  assert.ok(outcomes.some(({ status }) => status === 'fulfilled'));
  await refused(owner().getSpace({ spaceId }), 'not_found');
  await refused(owner().deleteSpace({ spaceId }), 'not_found');
  const { rows } = await database.pool.query('SELECT 1 FROM space_members WHERE space_id = $1', [spaceId]);
  assert.deepEqual(rows, []);
});

test('a repeated Idempotency-Key creates one group', async () => {
  const body = { name: 'Once' };
  const make = (more: object = {}) =>
    owner().createSpace({ body: { ...body, ...more } }, { idempotencyKey: 'space-1' });
  const all = await Promise.all([make(), make(), make()]);
  assert.equal(new Set(all.map(({ id }) => id)).size, 1);
  await refused(make({ name: 'Other' }), 'idempotency_key_reused');
});

test('a trailing slash in the path and JSON labelled as text are accepted', async () => {
  const token = lectern.owner.personalToken;
  const made = await sendRaw(lectern.url, {
    path: '/v1/spaces/',
    token,
    type: 'text/plain; charset=utf-8',
    body: JSON.stringify({ name: 'Text', description: '', logo: '', whatever: [1] }),
  });
  assert.equal(made.status, 201, made.text);
  const list = await sendRaw(lectern.url, { path: '/v1/spaces/?limit=1', method: 'GET', token });
  assert.equal(list.status, 200, list.text);
  const read = await sendRaw(lectern.url, { path: `/v1/spaces/${made.body.id}/`, method: 'GET', token });
  assert.deepEqual(read.body, made.body);
});

test("a search finds the caller's groups by a part of the name, in any case", async () => {
  const seeker = await makeUser(lectern, 'seeker');
  for (const name of ['Evening school', 'School of music', 'Club'])
    await seeker.api.createSpace({ body: { name } });
  await makeGroup(lectern, {}, { name: 'School of somebody else' });
  const { items, total } = await seeker.api.listSpaces({
    query: { search: 'SCHOOL', order: 'asc', limit: 1 },
  });
  assert.deepEqual([items.map(({ name }) => name), total], [['Evening school'], 2]);
});
