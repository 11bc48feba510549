import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Client } from '../../../../contract/client/index.ts';
import type { Body } from '../../../../contract/routes.ts';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { makeGroup, openLink, type TestGroup, tokenIn } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';

let lectern: Lectern;
let database: OwnDatabase;
before(async () => {
  database = await startOwnDatabase();
  lectern = await startInProcess(database.settings);
});
after(async () => {
  await lectern?.remove();
  await database?.remove();
});

type Custom = NonNullable<Body<'createRoom'>['joinSettingsCustomFields']>[number];

const ids = ['0c5b7a5e-8a52-4b1e-9a11-6d8f3c2e1a01', '0c5b7a5e-8a52-4b1e-9a11-6d8f3c2e1a02'] as const;
const custom = (id: string, more: Partial<Custom> = {}): Custom => ({
  id,
  type: 'string',
  title: 'School class',
  enabled: true,
  required: true,
  order: 0,
  ...more,
});
const email = {
  slug: 'email',
  type: 'email',
  title: 'admin.classrooms.email',
  enabled: true,
  required: true,
} as const;

let browsers = 0;
const enter = (api: Client, group: TestGroup, more: Partial<Body<'createParticipant'>> = {}) => {
  browsers += 1;
  const body = { roomId: group.room.id, clientUniqueId: `browser ${browsers}`, name: 'Bob', ...more };
  return api.createParticipant({ spaceId: group.spaceId, body });
};

async function kept(participantId: string) {
  const { rows } = await sql<{ email: string | null; phone: string | null; fields: unknown }>`
    SELECT email, phone, fields FROM participants WHERE id = ${participantId}`.execute(database.db);
  return rows[0];
}

test('custom join fields keep their order, and a refusal names every fault of both lists', async () => {
  const group = await makeGroup(lectern, {
    joinSettingsCustomFields: [
      custom(ids[1], { order: 2, title: 'City', required: false, description: null }),
      custom(ids[0].toUpperCase(), { order: 1, description: 'As on your badge' }),
    ],
  });
  const shown = (await lectern.client().getRoomByAlias({ alias: group.room.alias })).joinSettings;
  assert.deepEqual(shown.customFields, [
    custom(ids[0], { order: 1, description: 'As on your badge' }),
    custom(ids[1], { order: 2, title: 'City', required: false, description: null }),
  ]);
  await refusedFields(
    group.owner.updateRoom({
      ...group.at,
      body: {
        joinSettingsFields: [email, email],
        joinSettingsCustomFields: [custom(ids[0]), custom(ids[0].toUpperCase())],
      },
    }),
    'joinSettingsFields.1.slug',
    'joinSettingsCustomFields.1.id',
  );
  await refusedFields(
    group.owner.updateRoom({
      ...group.at,
      body: {
        joinSettings: { fields: [email, email], customFields: [custom(ids[0]), custom(ids[0])] },
      },
    }),
    'joinSettings.fields.1.slug',
    'joinSettings.customFields.1.id',
  );
  const wrong = [
    custom('no uuid', { type: 'number' as never, title: 'x'.repeat(201), order: -1 }),
    custom(`urn:uuid:${ids[0]}`, { order: 1.5, title: ' ' }),
  ];
  await refusedFields(
    group.owner.createRoom({
      spaceId: group.spaceId,
      body: { name: 'Room', joinSettingsCustomFields: wrong },
    }),
    'joinSettingsCustomFields.0.id',
    'joinSettingsCustomFields.0.type',
    'joinSettingsCustomFields.0.title',
    'joinSettingsCustomFields.0.order',
    'joinSettingsCustomFields.1.id',
    'joinSettingsCustomFields.1.title',
    'joinSettingsCustomFields.1.order',
  );
  assert.deepEqual((await group.owner.getRoom(group.at)).joinSettings, shown);
});

test('an answer is stored with the title of its field at that time, and values without a field are not stored', async () => {
  const group = await makeGroup(lectern, {
    joinSettingsFields: [email],
    joinSettingsCustomFields: [custom(ids[0]), custom(ids[1], { enabled: false, order: 1 })],
  });
  await refusedFields(enter(lectern.client(), group), 'fields.email', `fields.${ids[0]}`);
  const blank = { email: ' ', [ids[0]]: ' \n' };
  await refusedFields(enter(lectern.client(), group, { fields: blank }), 'fields.email', `fields.${ids[0]}`);
  const fields = {
    email: 'bob@example.org',
    phone: '112',
    [ids[0].toUpperCase()]: ' 7b ',
    [ids[1]]: 'not asked',
    '0c5b7a5e-8a52-4b1e-9a11-6d8f3c2e1aff': 'of no field',
  };
  const { id } = await enter(lectern.client(), group, { fields });
  await group.owner.updateRoom({
    ...group.at,
    body: { joinSettingsCustomFields: [custom(ids[0], { title: 'Form' })] },
  });
  assert.deepEqual(await kept(id), {
    email: 'bob@example.org',
    phone: null,
    fields: [{ id: ids[0], title: 'School class', value: '7b' }],
  });
});

test('a reload does not ask again, and a new answer replaces the first', async () => {
  const group = await makeGroup(lectern, {
    joinSettingsFields: [email],
    joinSettingsCustomFields: [custom(ids[0])],
  });
  const clientUniqueId = 'the browser of a reload';
  const fields = { email: 'bob@example.org', [ids[0]]: '7b' };
  const first = await enter(lectern.client(), group, { clientUniqueId, fields });
  assert.equal((await enter(lectern.client(), group, { clientUniqueId })).id, first.id);
  assert.equal(
    (await enter(lectern.client(), group, { clientUniqueId, fields: { [ids[0]]: '8a' } })).id,
    first.id,
  );
  assert.deepEqual(await kept(first.id), {
    email: 'bob@example.org',
    phone: null,
    fields: [{ id: ids[0], title: 'School class', value: '8a' }],
  });
});

test('a value from the link is not asked again and cannot be changed', async () => {
  const group = await makeGroup(lectern, {
    joinSettingsFields: [email],
    joinSettingsCustomFields: [custom(ids[0]), custom(ids[1], { order: 1, title: 'City' })],
  });
  const { url } = await group.owner.generateAccess({
    ...group.at,
    body: {
      username: 'Ann',
      role: 'user',
      fields: { email: 'ann@example.org', phone: ' ', [ids[0].toUpperCase()]: '7b' },
    },
  });
  const browser = 'the browser of ann';
  const { known } = await lectern
    .client()
    .openAccessLink({ body: { accessToken: tokenIn(url), clientUniqueId: browser } });
  assert.deepEqual(known, ['email', ids[0]]);
  const session = await openLink(lectern, url, browser);
  await refusedFields(enter(session, group, { clientUniqueId: browser }), `fields.${ids[1]}`);
  const { id } = await enter(session, group, {
    clientUniqueId: browser,
    fields: { email: 'other@example.org', [ids[0]]: '9z', [ids[1]]: 'Riga' },
  });
  assert.deepEqual(await kept(id), {
    email: 'ann@example.org',
    phone: null,
    fields: [
      { id: ids[0], title: 'School class', value: '7b' },
      { id: ids[1], title: 'City', value: 'Riga' },
    ],
  });
});

test('the email of a link takes precedence over its fields, which are checked like those of an entry', async () => {
  const group = await makeGroup(lectern);
  const make = (body: Partial<Body<'generateAccess'>>) =>
    group.owner.generateAccess({ ...group.at, body: { username: 'Ann', role: 'user', ...body } });
  await refusedFields(make({ fields: { email: 'none', phone: 'call me' } }), 'fields.email', 'fields.phone');
  const { id } = await make({ email: 'one@example.org', fields: { email: 'two@example.org' } });
  const { rows } = await sql<{ email: string }>`SELECT email FROM access_links WHERE id = ${id}`.execute(
    database.db,
  );
  assert.equal(rows[0]?.email, 'one@example.org');
});

test('a name in upper case is not a slug: no value is stored under it unchecked', async () => {
  const group = await makeGroup(lectern, { joinSettingsFields: [email] });
  const fields = { Email: 'none', EMAIL: 'bob@example.org', Phone: 'call me' };
  await refusedFields(enter(lectern.client(), group, { fields }), 'fields.email');
  const { id } = await enter(lectern.client(), group, { fields: { ...fields, email: 'bob@example.org' } });
  assert.deepEqual(await kept(id), { email: 'bob@example.org', phone: null, fields: [] });
  const link = await group.owner.generateAccess({
    ...group.at,
    body: { username: 'Ann', role: 'user', fields },
  });
  const { rows } = await sql`SELECT email, phone, fields FROM access_links WHERE id = ${link.id}`.execute(
    database.db,
  );
  assert.deepEqual(rows, [{ email: null, phone: null, fields: {} }]);
  await refusedFields(
    group.owner.updateRoom({
      ...group.at,
      body: { joinSettingsFields: [{ ...email, slug: 'Email', type: 'Email' } as unknown as typeof email] },
    }),
    'joinSettingsFields.0.slug',
    'joinSettingsFields.0.type',
  );
});

test('no field makes the server fail, whatever its name and value', async () => {
  const group = await makeGroup(lectern, { joinSettingsCustomFields: [custom(ids[0], { required: false })] });
  const anything = (fields: unknown) => ({ fields: fields as Record<string, string> });
  for (const fields of [
    JSON.parse('{"__proto__": 5, "constructor": {}, "toString": [1], "": null, "1e3": true}'),
    { foo: 5, [ids[0]]: null, email: null },
    { [ids[0]]: '𝄞'.repeat(1000) },
    {},
  ]) {
    await enter(lectern.client(), group, anything(fields));
    await group.owner.generateAccess({
      ...group.at,
      body: { username: 'Ann', role: 'user', ...anything(fields) },
    });
  }
  for (const value of [{}, [], true, 'x'.repeat(1001), 'nul \0', '\ud800']) {
    await refusedFields(enter(lectern.client(), group, anything({ [ids[0]]: value })), `fields.${ids[0]}`);
  }
  for (const fields of [5, 'text', []]) {
    await refusedFields(enter(lectern.client(), group, anything(fields)), 'fields');
  }
  await refused(enter(lectern.client(), group, anything({ 'nul \0': '\0' })), 'validation_failed');
});
