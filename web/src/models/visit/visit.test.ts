import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import type { Visitor } from './address.ts';
import { enterRoom } from './enter.ts';
import { type OpenedRoom, openVisit } from './open.ts';

type Reply = { status: number; body?: object } | 'unreachable';

const alias = 'aB3_dE9-xY';
const room = {
  id: 'a'.repeat(24),
  spaceId: 'b'.repeat(24),
  alias,
  name: 'Algebra',
  isSelfRenamingAllowed: true,
  waitingRoomAudience: 'nobody',
  roleInRoom: null as string | null,
  joinSettings: {
    fields: [field('email'), field('phone'), { ...field('phone'), enabled: false }],
    customFields: [] as object[],
  },
};
const session = {
  access_token: 'session',
  roomId: room.id,
  participantName: 'Anna',
  isNameAsked: false,
  role: 'user',
  known: ['email'],
};
const byLink: Visitor = { accessToken: 'link', clientUniqueId: 'browser' };
const byAddress: Visitor = { clientUniqueId: 'browser' };

let replies: Record<string, Reply[]>;
let requests: {
  path: string;
  token: string | null;
  cookies: RequestCredentials | undefined;
  body: Record<string, unknown>;
}[];
/** The mark of a sign-in in `localStorage`. */
let signedIn: string | null;
Object.assign(globalThis, { window: { localStorage: { getItem: () => signedIn } } });

function field(slug: 'email' | 'phone') {
  return { slug, type: slug, title: `admin.classrooms.${slug}`, enabled: true, required: true };
}

function failing(status: number, code: string, details?: object[]): Reply {
  return { status, body: { message: 'no', code, details } };
}

const usedForWebinar: Reply = {
  status: 410,
  body: { message: 'no', code: 'link_used', reason: 'webinar' },
};

beforeEach(() => {
  replies = {};
  requests = [];
  signedIn = null;
  Object.assign(room, { waitingRoomAudience: 'nobody', roleInRoom: null });
  room.joinSettings.customFields = [];
  mock.method(globalThis, 'fetch', async (address: string, init: RequestInit) => {
    const last = address.split('/').at(-1) ?? '';
    requests.push({
      path: address,
      token: new Headers(init.headers).get('authorization'),
      cookies: init.credentials,
      body: init.body ? JSON.parse(String(init.body)) : {},
    });
    const reply = replies[last]?.shift() ?? { status: 200, body: last === alias ? room : session };
    if (reply === 'unreachable') throw new TypeError('fetch failed');
    return new Response(JSON.stringify(reply.body ?? {}), { status: reply.status });
  });
});

async function welcomed(visitor: Visitor): Promise<OpenedRoom> {
  const opened = await openVisit(alias, visitor);
  assert.ok('welcome' in opened);
  return opened.welcome;
}

test('a link for a class asks for the name, also where people may not rename themselves', async () => {
  replies['access-link'] = [{ status: 200, body: { ...session, participantName: '', isNameAsked: true } }];
  Object.assign(room, { isSelfRenamingAllowed: false });
  const welcome = await welcomed(byLink);
  Object.assign(room, { isSelfRenamingAllowed: true });
  assert.deepEqual([welcome.name, welcome.isNameFixed], ['', false]);
});

test('a link gives the name, the role and what need not be asked', async () => {
  const welcome = await welcomed(byLink);
  assert.equal(welcome.name, 'Anna');
  assert.equal(welcome.role, 'user');
  assert.deepEqual(
    welcome.fields.map(({ key }) => key),
    ['phone'],
  );
  assert.deepEqual(requests[0]?.body, { accessToken: 'link', clientUniqueId: 'browser' });
  assert.equal(requests[1]?.token, 'Bearer session');
});

test('the form asks moderators for nothing', async () => {
  replies = { 'access-link': [{ status: 200, body: { ...session, role: 'moderator' } }] };
  const welcome = await welcomed(byLink);
  assert.deepEqual([welcome.role, welcome.fields], ['moderator', []]);
});

test('the address of a public room needs no link', async () => {
  const welcome = await welcomed(byAddress);
  assert.equal(welcome.role, 'user');
  assert.equal(welcome.name, '');
  assert.equal(welcome.fields.length, 2);
  assert.equal(requests.length, 1);
  assert.equal(requests[0]?.token, null);
});

test('every link that is refused has its reason', async () => {
  const reasons = [
    [failing(410, 'link_used'), 'link_used'],
    [usedForWebinar, 'webinar_link_used'],
    [failing(410, 'link_expired'), 'link_expired'],
    [failing(410, 'link_revoked'), 'link_revoked'],
    [failing(401, 'unauthorized'), 'link_unknown'],
    [failing(422, 'validation_failed'), 'link_unknown'],
    [failing(503, 'database_away'), 'away'],
    [failing(429, 'rate_limited'), 'away'],
    ['unreachable', 'away'],
  ] as const;
  for (const [reply, refusal] of reasons) {
    replies = { 'access-link': [reply], [alias]: [failing(404, 'not_found')] };
    assert.deepEqual(await openVisit(alias, byLink), { refusal }, refusal);
  }
});

test('a used link of a public room offers to enter without it', async () => {
  replies = { 'access-link': [failing(410, 'link_used')] };
  const opened = await openVisit(alias, byLink);
  assert.ok('refusal' in opened);
  assert.equal(opened.openRoom?.name, 'Algebra');
});

test('a link of another room is refused', async () => {
  replies = { 'access-link': [{ status: 200, body: { ...session, roomId: 'c'.repeat(24) } }] };
  assert.deepEqual(await openVisit(alias, byLink), { refusal: 'link_unknown' });
});

test('a missing room and a private one are refused', async () => {
  replies = { [alias]: [failing(404, 'not_found')] };
  assert.deepEqual(await openVisit(alias, byAddress), { refusal: 'not_found', maySignIn: true });
});

const participant = {
  id: 'd'.repeat(24),
  spaceId: room.spaceId,
  roomId: room.id,
  access_token: 'participant',
  role: 'user',
  name: 'Anna',
};

test('entering sends the name and the requested fields', async () => {
  const welcome = await welcomed(byLink);
  replies = { participants: [{ status: 201, body: participant }] };
  const entered = await enterRoom(welcome, { name: 'Anya', email: 'x@y', phone: '123' }, byLink);
  assert.ok('entry' in entered);
  assert.equal(entered.entry.participantToken, 'participant');
  const { body, token } = requests.at(-1) ?? {};
  assert.equal(token, 'Bearer session');
  assert.deepEqual(body, {
    roomId: room.id,
    clientUniqueId: 'browser',
    name: 'Anya',
    fields: { phone: '123' },
  });
});

test('a session that expired while the page was open is renewed once', async () => {
  const welcome = await welcomed(byLink);
  replies = { participants: [failing(401, 'unauthorized'), { status: 201, body: participant }] };
  assert.ok('entry' in (await enterRoom(welcome, { name: 'Anna' }, byLink)));
  assert.deepEqual(
    requests.slice(-3).map(({ path }) => path.split('/').at(-1)),
    ['participants', 'access-link', 'participants'],
  );
});

test('refused values are reported by field', async () => {
  const welcome = await welcomed(byAddress);
  const details = [
    { path: 'fields.phone', message: 'no' },
    { path: 'name', message: 'no' },
  ];
  replies = { participants: [failing(422, 'validation_failed', details)] };
  assert.deepEqual(await enterRoom(welcome, { name: 'x' }, byAddress), { badFields: ['name', 'phone'] });
});

test('a person who may not enter sees the reason', async () => {
  const welcome = await welcomed(byAddress);
  const reasons = [
    [failing(403, 'removed_from_call'), 'removed'],
    [failing(403, 'entry_refused'), 'refused'],
    [failing(410, 'link_used'), 'link_used'],
    [usedForWebinar, 'webinar_link_used'],
    [failing(404, 'not_found'), 'not_found'],
    ['unreachable', 'away'],
  ] as const;
  for (const [reply, refusal] of reasons) {
    replies = { participants: [reply] };
    assert.deepEqual(await enterRoom(welcome, { name: 'x' }, byAddress), { refusal });
  }
});

const company = { id: 'f-1', type: 'string', title: 'Company', enabled: true, required: true, order: 1 };
const hostile = { ...company, id: 'f-2', title: ' \u202E<b>Age</b>\n\u200F ', order: 0, required: false };
const unseen = { ...company, id: 'f-3', title: 'Off', enabled: false, order: 2 };

test('custom join fields are asked in their order, without those that the link answers', async () => {
  room.joinSettings.customFields = [company, unseen, hostile];
  replies = { 'access-link': [{ status: 200, body: { ...session, known: ['email', 'phone'] } }] };
  const { fields } = await welcomed(byLink);
  assert.deepEqual(fields, [
    { key: 'f-2', kind: 'text', title: '<b>Age</b>', isRequired: false },
    { key: 'f-1', kind: 'text', title: 'Company', isRequired: true },
  ]);
  replies = { 'access-link': [{ status: 200, body: { ...session, known: ['email', 'phone', 'f-1'] } }] };
  assert.deepEqual(
    (await welcomed(byLink)).fields.map(({ key }) => key),
    ['f-2'],
  );
});

test('values of custom join fields are sent by id, and faults are reported by id', async () => {
  room.joinSettings.customFields = [company];
  const welcome = await welcomed(byLink);
  replies = { participants: [failing(422, 'validation_failed', [{ path: 'fields.f-1', message: 'no' }])] };
  const entered = await enterRoom(welcome, { name: 'Anna', phone: '123', 'f-1': 'Acme' }, byLink);
  assert.deepEqual(entered, { badFields: ['f-1'] });
  assert.deepEqual(requests.at(-1)?.body.fields, { phone: '123', 'f-1': 'Acme' });
});

test('a room whose fields have changed shows the new ones', async () => {
  const welcome = await welcomed(byLink);
  room.joinSettings.customFields = [company];
  replies = { participants: [failing(422, 'validation_failed', [{ path: 'fields.f-1', message: 'no' }])] };
  const entered = await enterRoom(welcome, { name: 'Anna', phone: '123' }, byLink);
  assert.ok('badFields' in entered);
  assert.deepEqual(entered.badFields, ['f-1']);
  assert.deepEqual(
    entered.welcome?.fields.map(({ key }) => key),
    ['phone', 'f-1'],
  );
});

test('a person who needs admission is told before and after', async () => {
  const audiences = [
    ['nobody', 'user', false],
    ['guests', 'user', true],
    ['everyone', 'user', true],
    ['everyone', 'moderator', false],
  ] as const;
  for (const [waitingRoomAudience, role, mustWait] of audiences) {
    room.waitingRoomAudience = waitingRoomAudience;
    replies = { 'access-link': [{ status: 200, body: { ...session, role } }] };
    assert.equal((await welcomed(byLink)).mustWait, mustWait, `${waitingRoomAudience} ${role}`);
  }
  const welcome = await welcomed(byLink);
  replies = { participants: [{ status: 201, body: { ...participant, status: 'waiting' } }] };
  const entered = await enterRoom(welcome, { name: 'Anna' }, byLink);
  assert.ok('waiting' in entered);
  assert.equal(entered.waiting.participantId, participant.id);
});

const account = {
  status: 200,
  body: { id: 'e'.repeat(24), username: 'Vera', email: 'v@x.example', phone: null },
};

test('a signed-in person enters by the address with their account', async () => {
  signedIn = 'e'.repeat(24);
  room.roleInRoom = 'role_room_owner';
  room.waitingRoomAudience = 'everyone';
  replies = { me: [account] };
  const welcome = await welcomed(byAddress);
  assert.deepEqual([welcome.name, welcome.role, welcome.mustWait], ['Vera', 'moderator', false]);
  // The form is for the people who are taught.
  assert.deepEqual(welcome.fields, []);
  replies = { participants: [{ status: 201, body: participant }] };
  await enterRoom(welcome, { name: 'Vera' }, byAddress);
  assert.deepEqual(
    requests.map(({ cookies, token }) => [cookies, token]),
    Array(3).fill(['same-origin', null]),
  );
});

test('a member waits where everybody waits, and not where guests do', async () => {
  signedIn = 'e'.repeat(24);
  room.roleInRoom = 'role_room_user';
  for (const audience of ['guests', 'everyone']) {
    room.waitingRoomAudience = audience;
    replies = { me: [account] };
    assert.equal((await welcomed(byAddress)).mustWait, audience === 'everyone');
  }
});

test('a link never uses the cookies of a sign-in', async () => {
  signedIn = 'e'.repeat(24);
  const welcome = await welcomed(byLink);
  replies = { participants: [{ status: 201, body: participant }] };
  await enterRoom(welcome, { name: 'Anna' }, byLink);
  assert.deepEqual(
    requests.map(({ cookies }) => cookies),
    Array(3).fill('omit'),
  );
});

test('an expired sign-in leaves a guest', async () => {
  signedIn = 'e'.repeat(24);
  replies = { me: [failing(401, 'unauthorized')], refresh: [failing(401, 'unauthorized')] };
  const welcome = await welcomed(byAddress);
  assert.equal(welcome.as.kind, 'nobody');
  assert.equal(requests.at(-1)?.cookies, 'omit');
});

test('a private room offers the sign-in to people who are not signed in, and only to them', async () => {
  signedIn = 'e'.repeat(24);
  replies = { me: [account], [alias]: [failing(404, 'not_found')] };
  assert.deepEqual(await openVisit(alias, byAddress), { refusal: 'not_found', maySignIn: false });
});
