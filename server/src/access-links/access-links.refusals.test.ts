import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../contract/client/index.ts';
import type { Body } from '../../../contract/routes.ts';
import { databaseOf } from '../../testing/database.ts';
import { seedOf } from '../../testing/fuzzing/chance.ts';
import { oddBodies } from '../../testing/fuzzing/fuzz.ts';
import { makeGroup, makeUser, openLink, type TestGroup, tokenIn } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import {
  type Credential,
  checkEachCredential,
  credentialsFor,
  leadersInPublic,
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
  hidden = await makeGroup(lectern, { isPublic: false });
  openTo = await credentialsFor(lectern, open);
  hiddenTo = await credentialsFor(lectern, hidden);
});
after(() => lectern?.remove());

const person = { username: 'Ann', role: 'user' } as const;

const forLeadersOfHidden = { ...leadersInPublic, client: 'not_found', stranger: 'not_found' } as const;

test('only an account that leads the room creates and releases links', async () => {
  const generate = (group: TestGroup) => (api: Client) => api.generateAccess({ ...group.at, body: person });
  await checkEachCredential(openTo, generate(open), leadersInPublic);
  await checkEachCredential(hiddenTo, generate(hidden), forLeadersOfHidden);
  const release = async (group: TestGroup) => {
    const { id: linkId } = await generate(group)(group.owner);
    return (api: Client) => api.releaseAccessLink({ ...group.at, linkId });
  };
  await checkEachCredential(openTo, await release(open), leadersInPublic);
  await checkEachCredential(hiddenTo, await release(hidden), forLeadersOfHidden);
});

test('only an account that leads the room changes links and revokes those of a person', async () => {
  const revoke = (group: TestGroup) => (api: Client) =>
    api.revokeAccessLinksOfPerson({ ...group.at, query: { externalUserId: 'nobody' } });
  await checkEachCredential(openTo, revoke(open), leadersInPublic);
  await checkEachCredential(hiddenTo, revoke(hidden), forLeadersOfHidden);
  const change = async (group: TestGroup) => {
    const { id: linkId } = await group.owner.generateAccess({ ...group.at, body: person });
    return (api: Client) => api.updateAccessLink({ ...group.at, linkId, body: { role: 'moderator' } });
  };
  await checkEachCredential(openTo, await change(open), leadersInPublic);
  await checkEachCredential(hiddenTo, await change(hidden), forLeadersOfHidden);
});

test('a link cannot expire in the past or after 366 days, and fields that exclude each other are refused', async () => {
  const moment = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  for (const expiresAt of [moment(-1), moment(366.1), '2026-07-01', 'tomorrow', 7]) {
    await refusedFields(generate({ ...person, expiresAt }), 'expiresAt');
  }
  await refusedFields(generate({ ...person, ttl: 60, expiresAt: moment(1) }), 'ttl');
  await refusedFields(generate({ ...person, isNameAsked: true }), 'isNameAsked');
  await refusedFields(
    generate({ ...person, ttl: 60, expiresAt: moment(400), isNameAsked: true }),
    'ttl',
    'expiresAt',
    'isNameAsked',
  );
  const { id: linkId } = await open.owner.generateAccess({ ...open.at, body: person });
  const change = (body: Record<string, unknown>) => open.owner.updateAccessLink({ ...open.at, linkId, body });
  await refusedFields(change({ expiresAt: moment(-1) }), 'expiresAt');
  await refusedFields(change({ expiresAt: moment(367) }), 'expiresAt');
  await refusedFields(change({ expiresAt: 'soon', role: 'owner' }), 'expiresAt', 'role');
  const query = {} as never;
  await refusedFields(open.owner.revokeAccessLinksOfPerson({ ...open.at, query }), 'externalUserId');
});

test('a list with invalid links creates none and names all faults by their place', async () => {
  const make = (links: object[]) =>
    open.owner.generateAccessLinks({ ...open.at, body: { links } as Body<'generateAccessLinks'> });
  const { total } = await open.owner.listAccessLinks(open.at);
  await refusedFields(make([person, { role: 'owner' }]), 'links.1.username', 'links.1.role');
  await refusedFields(
    make([{ ...person, isNameAsked: true }, person, { ...person, expiresAt: '2001-01-01T00:00:00Z' }]),
    'links.0.isNameAsked',
    'links.2.expiresAt',
  );
  await refusedFields(make([]), 'links');
  await refusedFields(make(Array.from({ length: 101 }, () => person)), 'links');
  assert.equal((await open.owner.listAccessLinks(open.at)).total, total);
  const list = (group: TestGroup) => (api: Client) =>
    api.generateAccessLinks({ ...group.at, body: { links: [person] } });
  await checkEachCredential(openTo, list(open), leadersInPublic);
  await checkEachCredential(hiddenTo, list(hidden), forLeadersOfHidden);
});

test('a caller without permission gets the same refusal for a body with errors', async () => {
  const generate = (group: TestGroup) => (api: Client) =>
    api.generateAccess({ ...group.at, body: { username: '' } as unknown as Body<'generateAccess'> });
  const contradict = (group: TestGroup) => (api: Client) =>
    api.generateAccess({ ...group.at, body: { ...person, isNameAsked: true } });
  for (const wrongly of [generate, contradict]) {
    await checkEachCredential(openTo, wrongly(open), { ...leadersInPublic, owner: 'validation_failed' });
    await checkEachCredential(hiddenTo, wrongly(hidden), {
      ...forLeadersOfHidden,
      owner: 'validation_failed',
    });
  }
});

test('opening a link needs only its token', async () => {
  const { url } = await open.owner.generateAccess({ ...open.at, body: person });
  const body = { accessToken: tokenIn(url), clientUniqueId: 'b' };
  const all = Object.fromEntries(Object.keys(openTo).map((name) => [name, 'ok'])) as Record<Credential, 'ok'>;
  await checkEachCredential(openTo, (api) => api.openAccessLink({ body }), {
    ...all,
    forged: 'unauthorized',
  });
});

test('moderators of the group and of the room create links, ordinary members do not', async () => {
  const { db, close } = await databaseOf(lectern);
  const created_at = now();
  for (const role of ['moderator', 'user'] as const) {
    const member = await makeUser(lectern, `space-${role}`);
    const granted = await makeUser(lectern, `room-${role}`);
    const inSpace = { space_id: hidden.spaceId, user_id: member.id, role, created_at };
    const inRoom = { room_id: hidden.room.id, user_id: granted.id, role, created_at };
    await db.insertInto('space_members').values(inSpace).execute();
    await db.insertInto('room_roles').values(inRoom).execute();
    const generate = (api: Client) => api.generateAccess({ ...hidden.at, body: person });
    if (role === 'moderator') {
      await generate(member.api);
      await generate(granted.api);
    } else {
      await refused(generate(member.api), 'not_found');
      await refused(generate(granted.api), 'forbidden');
    }
  }
  await close();
});

test('a revoked link opens nothing and admits nobody, even with a session that was opened before', async () => {
  const { db, close } = await databaseOf(lectern);
  const { url, id } = await hidden.owner.generateAccess({ ...hidden.at, body: person });
  const session = await openLink(lectern, url, 'b');
  const entry = () =>
    session.createParticipant({
      spaceId: hidden.spaceId,
      body: { roomId: hidden.room.id, clientUniqueId: 'b' },
    });
  const { id: participantId, access_token } = await entry();
  await db.updateTable('access_links').set({ revoked_at: now() }).where('id', '=', id).execute();
  await refused(openLink(lectern, url, 'b'), 'link_revoked');
  await refused(entry(), 'link_revoked');
  const own = lectern.client(access_token);
  await refused(own.issueSignalingToken({ spaceId: hidden.spaceId, participantId }), 'link_revoked');
  await refused(session.getRoomByAlias({ alias: hidden.room.alias }), 'not_found');
  await refused(hidden.owner.releaseAccessLink({ ...hidden.at, linkId: id }), 'link_revoked');
  await close();
});

test('an unknown group, room or link is not_found', async () => {
  const { owner } = open;
  const body = person;
  for (const id of [newId(), 'nonsense', open.room.id.toUpperCase()]) {
    await refused(owner.generateAccess({ spaceId: open.spaceId, roomId: id, body }), 'not_found');
    await refused(owner.generateAccess({ spaceId: id, roomId: open.room.id, body }), 'not_found');
    await refused(owner.releaseAccessLink({ ...open.at, linkId: id }), 'not_found');
  }
  await refused(owner.generateAccess({ spaceId: hidden.spaceId, roomId: open.room.id, body }), 'not_found');
  const { id: linkId } = await hidden.owner.generateAccess({ ...hidden.at, body });
  await refused(owner.releaseAccessLink({ ...open.at, linkId }), 'not_found');
});

const generate = (body: Record<string, unknown>) =>
  open.owner.generateAccess({ ...open.at, body: body as Body<'generateAccess'> });

test('a refusal lists every field that is wrong', async () => {
  await refusedFields(generate({}), 'username', 'role');
  const bad = {
    username: 'x'.repeat(101),
    role: 'role_room_moderator',
    externalUserId: 'Zoë\n7',
    externalMeetingId: 'x'.repeat(257),
    ttl: 432_001,
    isPermanent: 'no',
    email: 'ann',
    phone: 'call me',
  };
  await refusedFields(generate(bad), ...Object.keys(bad));
});

test('each field is checked against its limits', async () => {
  const username = '😀'.repeat(100);
  const { url } = await generate({ ...person, username });
  assert.equal(new URL(url).searchParams.get('participantName'), username);
  for (const ttl of [0, -1, 1.5, 432_001, '60 s', true])
    await refusedFields(generate({ ...person, ttl }), 'ttl');
  for (const ttl of [1, 432_000]) await generate({ ...person, ttl });
  for (const phone of ['+44 20 7946 0018', '(030) 12-34', '112']) await generate({ ...person, phone });
  for (const phone of ['12', '+44/20', 'x'.repeat(33), true]) {
    await refusedFields(generate({ ...person, phone }), 'phone');
  }
  for (const externalUserId of ['a', ' a b ', 'auth0|5f7c{#}=+/%?', 'Зоя 🎓', '😀'.repeat(256)]) {
    await generate({ ...person, externalUserId });
  }
  for (const externalUserId of [' ', 'a\tb', '\u009f', 'a\u2028', '\u200b\u3164', 'x'.repeat(257), true]) {
    await refusedFields(generate({ ...person, externalUserId }), 'externalUserId');
  }
  await generate({ ...person, email: '', phone: '', externalUserId: '', externalMeetingId: '' });
});

test('a refusal of openAccessLink names the wrong field', async () => {
  const openAccessLink = (body: Record<string, unknown>) =>
    lectern.client().openAccessLink({ body: body as Body<'openAccessLink'> });
  await refusedFields(openAccessLink({}), 'accessToken', 'clientUniqueId');
  const bad = { accessToken: [], clientUniqueId: 'x'.repeat(201) };
  await refusedFields(openAccessLink(bad), 'accessToken', 'clientUniqueId');
});

test('an invalid Idempotency-Key is refused', async () => {
  for (const idempotencyKey of ['with space', 'x'.repeat(256)]) {
    const made = open.owner.generateAccess({ ...open.at, body: person }, { idempotencyKey });
    await refusedFields(made, 'Idempotency-Key');
  }
});

test('no request body causes a 5xx', async (t) => {
  const seed = seedOf(t);
  const good = {
    ...person,
    externalUserId: 'u-1',
    externalMeetingId: 'm-1',
    expiresAt: '2126-07-01T12:00:00Z',
    isPermanent: true,
    isNameAsked: true,
    email: 'ann@example.org',
    phone: '112',
  };
  const path = `/v1/spaces/${open.spaceId}/rooms/${open.room.id}/generate-access`;
  for (const body of oddBodies(good, { seed, count: 20 })) {
    const text = JSON.stringify(body);
    const request = { token: lectern.owner.personalToken, type: 'application/json', body: text };
    const made = await sendRaw(lectern.url, { ...request, path });
    assert.ok([201, 422].includes(made.status), `${seed} ${text} ${made.text}`);
  }
  const { url } = await generate(person);
  for (const body of oddBodies({ accessToken: tokenIn(url), clientUniqueId: 'b' }, { seed, count: 10 })) {
    const text = JSON.stringify(body);
    const request = { path: '/v1/auth/access-link', type: 'text/plain', body: text };
    const opened = await sendRaw(lectern.url, request);
    assert.ok([200, 401, 422].includes(opened.status), `${seed} ${text} ${opened.text}`);
  }
});

test('no log contains a token', async () => {
  const { url } = await generate(person);
  const token = tokenIn(url);
  const session = await lectern
    .client()
    .openAccessLink({ body: { accessToken: token, clientUniqueId: 'b' } });
  await fetch(url);
  await refused(lectern.client(token).getRoom(open.at), 'unauthorized');
  for (const secret of [token, session.access_token]) assert.ok(!lectern.output().includes(secret));
});
