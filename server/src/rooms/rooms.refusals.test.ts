import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../contract/client/index.ts';
import type { Body, Query } from '../../../contract/routes.ts';
import { databaseOf } from '../../testing/database.ts';
import { seedOf } from '../../testing/fuzzing/chance.ts';
import { oddBodies } from '../../testing/fuzzing/fuzz.ts';
import { makeGroup, makeUser, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import {
  type Credential,
  type CredentialOutcome,
  checkEachCredential,
  credentialsFor,
} from '../../testing/people/credentials.ts';
import { sendRaw } from '../../testing/raw.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { now } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';

let lectern: Lectern;
let open: TestGroup;
let hidden: TestGroup;
let openTo: Record<Credential, Client>;
let hiddenTo: Record<Credential, Client>;
before(async () => {
  lectern = await startInProcess();
  open = await makeGroup(lectern);
  hidden = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
  openTo = await credentialsFor(lectern, open);
  hiddenTo = await credentialsFor(lectern, hidden);
});
after(() => lectern?.remove());

const without = { nobody: 'unauthorized', forged: 'unauthorized' } as const;
const strangers = (outcome: CredentialOutcome) => ({ client: outcome, stranger: outcome });
const inRoom = (outcome: CredentialOutcome) => ({
  guestLink: outcome,
  moderatorLink: outcome,
  guest: outcome,
  moderator: outcome,
});

test('every credential reads a public room, only people with a role in it read a private one', async () => {
  const everybody = { ...without, ...strangers('ok'), ...inRoom('ok'), owner: 'ok' } as const;
  await checkEachCredential(openTo, (api) => api.getRoom(open.at), everybody);
  await checkEachCredential(hiddenTo, (api) => api.getRoom(hidden.at), {
    ...everybody,
    ...strangers('not_found'),
  });
  const byAlias = (group: TestGroup) => (api: Client) => api.getRoomByAlias({ alias: group.room.alias });
  await checkEachCredential(openTo, byAlias(open), { ...everybody, nobody: 'ok' });
  const alone = { ...everybody, nobody: 'not_found', ...strangers('not_found') } as const;
  await checkEachCredential(hiddenTo, byAlias(hidden), alone);
});

test('programs and accounts list the rooms of groups that they may see', async () => {
  const list = (group: TestGroup) => (api: Client) => api.listRooms({ spaceId: group.spaceId });
  const public_ = { ...without, ...strangers('ok'), ...inRoom('forbidden'), owner: 'ok' } as const;
  await checkEachCredential(openTo, list(open), public_);
  const private_ = { ...without, ...strangers('not_found'), ...inRoom('not_found'), owner: 'ok' } as const;
  await checkEachCredential(hiddenTo, list(hidden), private_);
});

test('only an account that leads creates, changes and deletes a room', async () => {
  const public_ = { ...without, ...strangers('forbidden'), ...inRoom('forbidden'), owner: 'ok' } as const;
  const private_ = { ...public_, ...strangers('not_found') } as const;
  const create = (group: TestGroup) => (api: Client) =>
    api.createRoom({ spaceId: group.spaceId, body: { name: 'Another' } });
  await checkEachCredential(openTo, create(open), public_);
  await checkEachCredential(hiddenTo, create(hidden), { ...private_, ...inRoom('not_found') });
  const update = (group: TestGroup) => (api: Client) =>
    api.updateRoom({ ...group.at, body: { name: 'New' } });
  await checkEachCredential(openTo, update(open), public_);
  await checkEachCredential(hiddenTo, update(hidden), private_);
  for (const [isPublic, expected] of [[true, public_] as const, [false, private_] as const]) {
    const doomed = await makeGroup(lectern, { isPublic });
    const apis = await credentialsFor(lectern, doomed);
    await checkEachCredential(apis, (api) => api.deleteRoom(doomed.at), expected);
  }
});

test('members of the group and people with a role in the room have the permissions of that role', async () => {
  const { db, close } = await databaseOf(lectern);
  const roles = ['moderator', 'user'] as const;
  const created_at = now();
  for (const role of roles) {
    const member = await makeUser(lectern, `space-${role}`);
    await db
      .insertInto('space_members')
      .values({ space_id: hidden.spaceId, user_id: member.id, role, created_at })
      .execute();
    const granted = await makeUser(lectern, `room-${role}`);
    await db
      .insertInto('room_roles')
      .values({ room_id: hidden.room.id, user_id: granted.id, role, created_at })
      .execute();
    const leads = role === 'moderator';
    const rename = (api: Client) => api.updateRoom({ ...hidden.at, body: { name: 'Renamed' } });
    if (leads) {
      assert.equal((await rename(member.api)).roleInRoom, 'role_room_moderator');
      assert.equal((await rename(granted.api)).roleInRoom, 'role_room_moderator');
      await refused(granted.api.deleteRoom(hidden.at), 'forbidden');
      const made = await member.api.createRoom({ spaceId: hidden.spaceId, body: { name: 'Mine' } });
      await member.api.deleteRoom({ spaceId: hidden.spaceId, roomId: made.id });
    } else {
      // Membership alone does not admit to a private room.
      await refused(member.api.getRoom(hidden.at), 'not_found');
      await refused(member.api.createRoom({ spaceId: hidden.spaceId, body: { name: 'x' } }), 'forbidden');
      assert.equal((await granted.api.getRoom(hidden.at)).roleInRoom, 'role_room_user');
      await refused(rename(granted.api), 'forbidden');
    }
  }
  await close();
});

test('an unknown room or one of another group is not_found before the body is checked', async () => {
  const bad = { name: '' } as Body<'updateRoom'>;
  const { owner } = open;
  for (const roomId of [newId(), 'nonsense', open.room.id.toUpperCase(), hidden.room.id]) {
    await refused(owner.getRoom({ spaceId: open.spaceId, roomId }), 'not_found');
    await refused(owner.updateRoom({ spaceId: open.spaceId, roomId, body: bad }), 'not_found');
    await refused(owner.deleteRoom({ spaceId: open.spaceId, roomId }), 'not_found');
  }
  for (const alias of [
    'short',
    '0123456789',
    '../../../../',
    'a\0bcdefghi',
    'é'.repeat(10),
    'bcdbcdbc0',
    'bcdbcdbcd',
  ]) {
    await refused(owner.getRoomByAlias({ alias }), 'not_found');
  }
  await refused(owner.createRoom({ spaceId: newId(), body: bad as Body<'createRoom'> }), 'not_found');
});

const create = (body: Record<string, unknown>) =>
  open.owner.createRoom({ spaceId: open.spaceId, body: body as Body<'createRoom'> });
const update = (body: Record<string, unknown>) =>
  open.owner.updateRoom({ ...open.at, body: body as Body<'updateRoom'> });

test('a refusal lists every field that is wrong', async () => {
  await refusedFields(create({}), 'name');
  const bad = {
    name: '',
    isPublic: 'yes',
    type: 'conference',
    isChatAllowed: 2,
    isHandRaisingAllowed: [],
    isReactingAllowed: 'yes',
    isCameraViewingAllowed: 'moderators',
    isRecordWatchingAllowed: -1,
    opensWith: 'the owner',
    isMutedOnEntry: 'no',
    opensAt: 'tomorrow',
    closesAt: '2026-12-01T10:00',
    waitingRoomAudience: 'some',
    attendanceEmail: 'everyone',
    redirectUrl: 'javascript:alert(1)',
  };
  await refusedFields(create(bad), ...Object.keys(bad));
  await refusedFields(update({ ...bad, name: true }), ...Object.keys(bad));
  const field = {
    slug: 'email',
    type: 'email',
    title: 'admin.classrooms.email',
    enabled: true,
    required: true,
  };
  await refusedFields(
    update({ joinSettingsFields: [{ ...field, enabled: 'yes', slug: 'name' }, { slug: 'phone' }] }),
    'joinSettingsFields.0.slug',
    'joinSettingsFields.0.enabled',
    'joinSettingsFields.1.type',
    'joinSettingsFields.1.title',
    'joinSettingsFields.1.enabled',
    'joinSettingsFields.1.required',
  );
  await refusedFields(update({ joinSettingsFields: [field, field, field] }), 'joinSettingsFields');
});

test('a room that closes before it opens is refused, also if only one of the times changes', async () => {
  const times = { opensAt: '2026-12-01T10:00:00Z', closesAt: '2026-12-01T10:00:00Z' };
  await refusedFields(create({ name: 'Name', ...times }), 'closesAt');
  await refusedFields(update(times), 'closesAt');
  await update({ opensAt: '2026-12-01T10:00:00Z' });
  await refusedFields(update({ closesAt: '2026-12-01T10:59:59+01:00' }), 'closesAt');
  await update({ closesAt: '2026-12-01T11:00:00Z' });
  await refusedFields(update({ opensAt: '2026-12-01T11:00:00Z' }), 'closesAt');
  await refusedFields(
    update({ opensAt: '0000-01-01T00:00:00+01:00', closesAt: '9999-12-31T23:59:59-01:00' }),
    'opensAt',
    'closesAt',
  );
  await update({ opensAt: null, closesAt: null });
});

test('a list with invalid parameters is refused', async () => {
  const query = { limit: 0, offset: -1, order: 'up' } as unknown as Query<'listRooms'>;
  await refusedFields(open.owner.listRooms({ spaceId: open.spaceId, query }), 'limit', 'offset', 'order');
});

test('no request body causes a 5xx', async (t) => {
  const seed = seedOf(t);
  const field = {
    slug: 'email',
    type: 'email',
    title: 'admin.classrooms.email',
    enabled: true,
    required: true,
  };
  const good = {
    name: 'Name',
    type: 'webinar',
    isPublic: true,
    isChatAllowed: false,
    redirectUrl: 'https://example.org/',
    joinSettingsFields: [field],
  };
  for (const body of oddBodies(good, { seed, count: 20 })) {
    const text = JSON.stringify(body);
    const request = { token: lectern.owner.personalToken, type: 'application/json', body: text };
    const rooms = `/v1/spaces/${open.spaceId}/rooms`;
    const made = await sendRaw(lectern.url, { ...request, path: rooms });
    assert.ok([201, 422].includes(made.status), `${seed} ${text} ${made.text}`);
    const path = `${rooms}/${open.room.id}`;
    const changed = await sendRaw(lectern.url, { ...request, path, method: 'PUT' });
    assert.ok([200, 422].includes(changed.status), `${seed} ${text} ${changed.text}`);
  }
});
