import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../contract/client/index.ts';
import { databaseOf } from '../../testing/database.ts';
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
import { refused } from '../../testing/refused.ts';
import { now } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';

let lectern: Lectern;
let open: TestGroup;
let hidden: TestGroup;
before(async () => {
  lectern = await startInProcess();
  open = await makeGroup(lectern);
  hidden = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
});
after(() => lectern?.remove());

const inPublic: Record<Credential, CredentialOutcome> = {
  nobody: 'unauthorized',
  forged: 'unauthorized',
  client: 'forbidden',
  stranger: 'forbidden',
  guestLink: 'forbidden',
  moderatorLink: 'forbidden',
  guest: 'forbidden',
  // Callers with permission learn that no call is active.
  moderator: 'call_not_active',
  owner: 'call_not_active',
};
const inPrivate: typeof inPublic = { ...inPublic, client: 'not_found', stranger: 'not_found' };

const asks = {
  getActiveCall: (group: TestGroup) => (api: Client) => api.getActiveCall(group.at),
  finishActiveCall: (group: TestGroup) => (api: Client) => api.finishActiveCall(group.at),
  updateWaitingMessage: (group: TestGroup) => (api: Client) =>
    api.updateWaitingMessage({ ...group.at, body: { text: 'We begin soon' } }),
  startCallTimer: (group: TestGroup) => (api: Client) =>
    api.startCallTimer({ ...group.at, body: { minutes: 5 } }),
};

for (const [operation, ask] of Object.entries(asks)) {
  test(`${operation} is for moderators in the call and accounts that lead the room`, async () => {
    await checkEachCredential(await credentialsFor(lectern, open), ask(open), inPublic);
    await checkEachCredential(await credentialsFor(lectern, hidden), ask(hidden), inPrivate);
  });
}

test('extendCallTimer and stopCallTimer are for moderators in the call and accounts that lead the room', async () => {
  const credentials = await credentialsFor(lectern, hidden);
  const extend = (api: Client) => api.extendCallTimer(hidden.at);
  const noTimer = { moderator: 'timer_not_running', owner: 'timer_not_running' } as const;
  await checkEachCredential(credentials, extend, { ...inPrivate, ...noTimer });
  const stop = (api: Client) => api.stopCallTimer(hidden.at);
  await checkEachCredential(credentials, stop, { ...inPrivate, moderator: 'ok', owner: 'ok' });
});

test('getCallTimer is for everybody who sees the room, with a credential', async () => {
  const ask = (group: TestGroup) => (api: Client) => api.getCallTimer(group.at);
  const led = { guest: 'ok', moderator: 'ok', owner: 'ok' } as const;
  await checkEachCredential(await credentialsFor(lectern, open), ask(open), {
    ...inPublic,
    ...led,
    stranger: 'ok',
  });
  await checkEachCredential(await credentialsFor(lectern, hidden), ask(hidden), { ...inPrivate, ...led });
});

test('getCallPresence is for everybody who may enter the room', async () => {
  const ask = (group: TestGroup) => (api: Client) => api.getCallPresence(group.at);
  const seen: typeof inPublic = {
    ...{ nobody: 'ok', forged: 'unauthorized', client: 'ok', stranger: 'ok', guestLink: 'ok' },
    ...{ moderatorLink: 'ok', guest: 'ok', moderator: 'ok', owner: 'ok' },
  };
  await checkEachCredential(await credentialsFor(lectern, open), ask(open), seen);
  const unseen = { nobody: 'not_found', client: 'not_found', stranger: 'not_found' } as const;
  await checkEachCredential(await credentialsFor(lectern, hidden), ask(hidden), { ...seen, ...unseen });
});

test('moderators of the group and of the room may use an account, members and moderators of another room may not', async () => {
  const { db, close } = await databaseOf(lectern);
  const created_at = now();
  for (const role of ['moderator', 'user'] as const) {
    const [member, granted] = [
      await makeUser(lectern, `member-${role}`),
      await makeUser(lectern, `granted-${role}`),
    ];
    const { spaceId, roomId } = hidden.at;
    await db
      .insertInto('space_members')
      .values({ space_id: spaceId, user_id: member.id, role, created_at })
      .execute();
    await db
      .insertInto('room_roles')
      .values({ room_id: roomId, user_id: granted.id, role, created_at })
      .execute();
    const leads = role === 'moderator';
    for (const ask of Object.values(asks)) {
      await refused(ask(hidden)(member.api), leads ? 'call_not_active' : 'not_found');
      await refused(ask(hidden)(granted.api), leads ? 'call_not_active' : 'forbidden');
    }
  }
  await close();
  const elsewhere = await credentialsFor(lectern, await makeGroup(lectern));
  for (const ask of Object.values(asks)) {
    await refused(ask(open)(elsewhere.moderator), 'forbidden');
    await refused(ask(hidden)(elsewhere.moderator), 'not_found');
  }
});

test('an unknown room or one of another group is not_found', async () => {
  for (const roomId of [newId(), 'nonsense', hidden.room.id]) {
    const at = { spaceId: open.spaceId, roomId };
    await refused(open.owner.getActiveCall(at), 'not_found');
    await refused(open.owner.finishActiveCall(at), 'not_found');
  }
});

test('a wrong method, body or content type is refused', async () => {
  const path = `/v1/spaces/${open.spaceId}/rooms/${open.room.id}/calls/active`;
  const token = lectern.owner.personalToken;
  const send = (request: Partial<Parameters<typeof sendRaw>[1]>) =>
    sendRaw(lectern.url, { path, token, ...request });
  assert.equal((await send({ method: 'DELETE' })).status, 405);
  const finish = { path: `${path}/finish` };
  assert.equal((await send({ ...finish, method: 'GET' })).status, 405);
  assert.equal((await send({ ...finish, body: '{', type: 'application/json' })).status, 400);
  assert.equal((await send({ ...finish, body: '<a/>', type: 'application/xml' })).status, 415);
  assert.equal((await send({ ...finish, body: '[]', type: 'application/json' })).status, 422);
  assert.equal((await send({ ...finish, body: '{"unknown":1}', type: 'text/plain' })).status, 409);
});
