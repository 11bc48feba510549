import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Body } from '../../../contract/routes.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, makeUser, openLink, type TestGroup, type TestUser } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { openBrowser } from '../../testing/people/browser.ts';
import { changesOf, makeChatUser, makeMachine, messagesOf } from '../../testing/people/chat.ts';
import { enterBy, isPresent, makeLink, newBrowser } from '../../testing/people/entering.ts';
import { type InFakeCall, joinFakeCall } from '../../testing/people/fake-call.ts';
import { SocketListener } from '../../testing/people/listener.ts';
import { sendRaw } from '../../testing/raw.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';
import { disableUser } from '../auth/accounts/accounts.ts';
import type { Database } from '../platform/db/db.ts';
import { newId } from '../platform/ids.ts';
import { requestDeletion } from './accounts/requests.store.ts';

let lectern: InProcess;
let database: Database;
let group: TestGroup;
const endings: (() => unknown)[] = [];

before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
});
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const until = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 30_000, message });

const come = async (more: Partial<Body<'generateAccess'>>): Promise<InFakeCall> => {
  const inCall = await joinFakeCall(lectern, group, more);
  endings.push(() => inCall.person.leave());
  return inCall;
};

/** Every row of every table as text, with bytes in hex. */
async function everything(): Promise<string> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}

const ann = {
  username: 'Ann Ovsyannikova',
  externalUserId: 'student-4711',
  externalMeetingId: 'algebra-student-4711',
  email: 'ann.ov@example.org',
  phone: '+79001234567',
};
/** Texts that must not remain anywhere. */
const hers = [
  'Ovsyannikova',
  'student-4711',
  'ann.ov@example.org',
  '79001234567',
  'secret of hers',
  'answer of hers',
  'Nickname',
  'annpicture',
  'made by Ann',
];

test('erasing a person leaves no readable data of them, and counts stay the same', async () => {
  const { channelId } = group.room;
  const moderator = await come({ username: 'Mo', role: 'moderator' });
  const listener = await SocketListener.of(lectern, moderator.api, channelId);
  endings.push(() => listener.close());
  const person = await come(ann);
  await come({ username: 'Bob', externalUserId: 'student-4712' });
  const chat = { ...person, userId: (await person.api.getInitial()).user.id };
  await chat.api.joinChannel({ body: { id: channelId } });
  await chat.api.updateProfile({
    body: { displayName: 'Nickname', avatarUrl: `${lectern.url}/annpicture.png` },
  });
  const { id } = await chat.api.sendMessage({ body: { channelId, text: 'a secret of hers' } });
  await moderator.api.pinMessage({ body: { channelId, messageId: id } });
  await moderator.api.addReaction({ messageId: id, body: { emoji: '👍' } });
  const reply = await moderator.api.sendMessage({ body: { channelId, text: 'to her', replyTo: id } });
  // Responses that are stored under an idempotency key.
  await person.api.sendMessage(
    { body: { channelId, text: 'another secret of hers' } },
    { idempotencyKey: 'sent-once' },
  );
  const poll = await moderator.api.createPoll({ body: { channelId, question: 'Why?', isOpenEnded: true } });
  await moderator.api.startPoll({ pollId: poll.id });
  await chat.api.votePoll({ body: { poll_id: poll.id, answer: 'the answer of hers' } });
  const machine = await makeMachine(lectern, group);
  const made = await makeChatUser(lectern, machine, {
    externalId: ann.externalUserId,
    username: 'made by Ann',
  });
  await person.api.raiseHand(person.at);
  const spare = await makeLink(group, ann);
  const found = await everything();
  for (const word of hers) assert.ok(found.includes(word), `${word} is stored before`);

  await group.owner.erasePerson(ann);

  const left = (await everything()).split('\n');
  for (const word of hers)
    assert.deepEqual(
      left.filter((row) => row.includes(word)),
      [],
      word,
    );
  await until(() => person.person.endedBecause !== undefined, 'her to be out of the call');
  assert.equal(moderator.person.endedBecause, undefined);
  await refused(person.api.issueSignalingToken(person.at), 'link_revoked');
  await refused(person.api.getInitial(), 'removed_from_call');
  await refused(openLink(lectern, spare, 'a browser'), 'link_revoked');
  await refused(made.api.getInitial(), 'unauthorized');

  const [told] = await listener.hears('delete-messages');
  assert.ok(JSON.stringify(told?.payload.ids).includes(`"${id}"`));
  const messages = await messagesOf(moderator.api, channelId);
  assert.deepEqual(
    messages.map((message) => message.id),
    [reply.id],
  );
  assert.deepEqual(await moderator.api.listPinnedMessages({ channelId }), []);
  const changes = await changesOf(moderator.api, channelId);
  assert.deepEqual(
    changes.map(({ seq }) => seq),
    changes.map((_change, index) => index + 1),
  );
  const recovered = JSON.stringify(changes);
  for (const word of hers) assert.ok(!recovered.includes(word), word);
  const [first] = await moderator.api.listPolls({ query: { channelId } });
  assert.equal(first?.votes, 1);
  const [user] = await moderator.api.fetchChatUsers({ body: { ids: [chat.userId] } });
  assert.deepEqual([user?.displayName, user?.avatarUrl], ['Erased person', null]);

  const { rows } = await database.pool.query<{ external: string; name: string }>(
    `SELECT external_user_id AS external, name FROM participants WHERE id = $1
     UNION ALL SELECT external_user_id, username FROM access_links WHERE room_id = $2 AND username = 'Erased person'`,
    [person.id, group.room.id],
  );
  assert.equal(rows.length, 3, 'the participant and two links');
  assert.equal(new Set(rows.map(({ external }) => external)).size, 1, 'still one person');
  assert.match(rows[0]?.external ?? '', /^erased:[0-9a-f]{24}$/);
  const { rows: entries } = await database.pool.query(
    'SELECT device, origin FROM participants WHERE id = $1',
    [person.id],
  );
  assert.deepEqual(entries, [{ device: null, origin: {} }]);
  const call = await group.owner.getActiveCall(group.at);
  assert.equal(JSON.stringify(call).includes('Ovsyannikova'), false);
  await refused(group.owner.erasePerson(ann), 'not_found');
});

test('a person is erased in all groups that this account owns and in no others', async () => {
  const other = await makeGroup(lectern);
  const stranger = await makeUser(lectern, 'stranger');
  const { id: spaceId } = await stranger.api.createSpace({ body: { name: 'Theirs' } });
  const room = await stranger.api.createRoom({ spaceId, body: { name: 'Theirs' } });
  const theirs: TestGroup = { owner: stranger.api, spaceId, room, at: { spaceId, roomId: room.id } };
  const here = await enterBy(lectern, group, { url: await makeLink(group, ann) });
  const there = await enterBy(lectern, other, { url: await makeLink(other, ann) });
  const elsewhere = await enterBy(lectern, theirs, { url: await makeLink(theirs, ann) });
  const moderator = await makeUser(lectern, 'moderator');
  const { id: inviteId } = await group.owner.createInvite({
    spaceId: group.spaceId,
    body: { role: 'role_space_moderator' },
  });
  await moderator.api.activateInvite({ spaceId: group.spaceId, inviteId });
  await refused(moderator.api.erasePerson(ann), 'not_found');
  await group.owner.erasePerson(ann);
  const nameOf = async ({ id }: { id: string }) =>
    (await database.pool.query('SELECT name FROM participants WHERE id = $1', [id])).rows[0]?.name;
  assert.deepEqual(await Promise.all([here, there, elsewhere].map(nameOf)), [
    'Erased person',
    'Erased person',
    ann.username,
  ]);
  await refused(here.api.issueSignalingToken(here.at), 'link_revoked');
  await elsewhere.api.issueSignalingToken(elsewhere.at);
});

test('a person who enters during the erasing is erased too or cannot enter', async () => {
  for (let round = 0; round < 5; round += 1) {
    const externalUserId = `student-of-round-${round}`;
    const url = await makeLink(group, { ...ann, externalUserId, isPermanent: true });
    const entering = Array.from({ length: 8 }, () =>
      enterBy(lectern, group, { url }).then(
        ({ api }) => api.getInitial().catch(() => undefined),
        () => undefined,
      ),
    );
    await Promise.all([...entering, group.owner.erasePerson({ externalUserId })]);
    const { rows } = await database.pool.query(
      `SELECT name FROM participants WHERE room_id = $1 AND name LIKE '%Ovsyannikova%'
       UNION ALL SELECT name FROM chat_user_participants WHERE name LIKE '%Ovsyannikova%'
         AND participant_id IN (SELECT id FROM participants WHERE room_id = $1)`,
      [group.room.id],
    );
    assert.deepEqual(rows, [], `round ${round}`);
  }
});

test('ids of directories and identity providers work in paths, and differ by every character', async () => {
  const machine = await makeMachine(lectern, group);
  const ids = ['auth0|5f7c/%2F?#', 'anna+b@school.example', 'CN=Zoë {7}, "A"\\', '%_', '😀'.repeat(256)];
  for (const externalUserId of ids) {
    await makeLink(group, { username: 'Ann', externalUserId });
    await makeChatUser(lectern, machine, { externalId: externalUserId });
    const query = { externalUserId };
    assert.equal((await group.owner.listAccessLinks({ ...group.at, query })).total, 1);
    await refused(
      group.owner.erasePerson({ externalUserId: `x${[...externalUserId].slice(1).join('')}` }),
      'not_found',
    );
    await group.owner.erasePerson({ externalUserId });
    await refused(group.owner.erasePerson({ externalUserId }), 'not_found');
  }
});

test('only an account may erase, and the id must be valid', async () => {
  await makeLink(group, ann);
  const link = await enterBy(lectern, group, { url: await makeLink(group) });
  await refused(lectern.client().erasePerson(ann), 'unauthorized');
  await refused(lectern.client(lectern.owner.clientToken).erasePerson(ann), 'forbidden');
  await refused(link.api.erasePerson(ann), 'forbidden');
  await refused(group.owner.erasePerson({ externalUserId: 'nobody-here' }), 'not_found');
  for (const path of [
    '/v1/people/%00',
    `/v1/people/${'x'.repeat(257)}`,
    '/v1/people/a%0Ab',
    '/v1/people/%E2%80%8B',
  ]) {
    const answer = await sendRaw(lectern.url, { path, method: 'DELETE', token: lectern.owner.personalToken });
    assert.equal(answer.status, 404, path);
  }
  const answer = await sendRaw(lectern.url, {
    path: '/v1/people/student-4711',
    method: 'GET',
    token: lectern.owner.personalToken,
  });
  assert.equal(answer.status, 405);
  await group.owner.erasePerson(ann);
});

let accounts = 0;
/** An account whose name and address occur nowhere else. */
const newAccount = (): Promise<TestUser> => {
  accounts += 1;
  return makeUser(lectern, `leaver-${accounts}-zaitsev`);
};

/** Admits an account to a group. */
async function admit(of: Pick<TestGroup, 'owner' | 'spaceId'>, user: TestUser): Promise<void> {
  const { spaceId, owner } = of;
  const { id: inviteId } = await owner.createInvite({ spaceId, body: { role: 'role_space_moderator' } });
  await user.api.activateInvite({ spaceId, inviteId });
}

async function groupOf(user: TestUser, name: string): Promise<TestGroup> {
  const { id: spaceId } = await user.api.createSpace({ body: { name, isPublic: false } });
  const room = await user.api.createRoom({ spaceId, body: { name } });
  return { owner: user.api, spaceId, room, at: { spaceId, roomId: room.id } };
}

/** Enters a room with the account, as the page of a signed-in person does. */
async function comeWithAccount(place: TestGroup, user: TestUser) {
  const body = { roomId: place.room.id, clientUniqueId: newBrowser() };
  const { id, access_token } = await user.api.createParticipant({ spaceId: place.spaceId, body });
  const api = lectern.client(access_token);
  const at = { spaceId: place.spaceId, participantId: id };
  const { signalingToken } = await api.issueSignalingToken(at);
  const person = lectern.media.join(signalingToken);
  endings.push(() => person.leave());
  await until(() => isPresent(place, id), 'the account to be present');
  return { id, api, at, person };
}

test('an account is deleted with the decision about each of its groups, and leaves nothing of the person', async () => {
  const [leaver, heir] = [await newAccount(), await makeUser(lectern, 'heir')];
  const [kept, lost] = [await groupOf(leaver, 'Kept'), await groupOf(leaver, 'Lost')];
  await admit(kept, heir);
  await admit(group, leaver);
  const browser = openBrowser(lectern.url);
  await browser.api.createSession({ body: { email: leaver.email, password: leaver.password } });
  const { token } = await leaver.api.createPersonalToken({ body: { name: 'program' } });
  const { clientId, clientSecret } = await leaver.api.refreshClientSecret();
  await lectern.client(token).createWebhook({ spaceId: kept.spaceId, body: { url: lectern.url } });
  const inLost = await joinFakeCall(lectern, lost);
  const pupil = await joinFakeCall(lectern, kept, { isPermanent: true });
  endings.push(() => pupil.person.leave());
  const staying = await comeWithAccount(kept, heir);
  const guest = await enterBy(lectern, group, { url: await makeLink({ ...group, owner: leaver.api }) });
  const invited = await leaver.api.createInvite({
    spaceId: group.spaceId,
    body: { role: 'role_space_user' },
  });
  const entered = await comeWithAccount(group, leaver);
  const { channelId } = group.room;
  const moderator = await come({ username: 'Mo', role: 'moderator' });
  const listener = await SocketListener.of(lectern, moderator.api, channelId);
  endings.push(() => listener.close());
  await entered.api.joinChannel({ body: { id: channelId } });
  await entered.api.sendMessage(
    { body: { channelId, text: 'zaitsev was here' } },
    { idempotencyKey: 'once' },
  );

  await leaver.api.deleteOwnUser({
    body: { transfer: [{ spaceId: kept.spaceId, userId: heir.id }], deleteSpaces: [lost.spaceId] },
  });

  for (const api of [leaver.api, browser.api, lectern.client(token)]) {
    await refused(api.getOwnUser(), 'unauthorized');
  }
  await assert.rejects(
    lectern.client().issueToken({
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    }),
    { code: 'invalid_client' },
  );
  const left = (await everything()).split('\n').filter((row) => row.includes('zaitsev'));
  assert.deepEqual(left, []);
  assert.equal((await everything()).includes(leaver.id), false, 'nothing names the account');
  await until(() => entered.person.endedBecause !== undefined, 'the person to be out of the call');
  await refused(entered.api.issueSignalingToken(entered.at), 'removed_from_call');
  await refused(entered.api.getInitial(), 'removed_from_call');
  await refused(guest.api.issueSignalingToken(guest.at), 'link_revoked');
  await refused(
    lectern.client().getInvite({ spaceId: group.spaceId, inviteId: invited.id }),
    'invite_revoked',
  );
  await listener.hears('delete-messages');
  assert.deepEqual(await messagesOf(moderator.api, channelId), []);
  assert.equal(moderator.person.endedBecause, undefined);

  assert.equal((await heir.api.getSpace({ spaceId: kept.spaceId })).roleInSpace, 'role_space_owner');
  assert.equal((await heir.api.listMembers({ spaceId: kept.spaceId })).total, 1);
  await heir.api.getActiveCall(kept.at);
  const { token: heirs } = await heir.api.createPersonalToken({ body: { name: 'program' } });
  const deliveries = await lectern.client(heirs).listWebhookDeliveries({ spaceId: kept.spaceId });
  assert.deepEqual(
    deliveries.items.map(({ eventName }) => eventName),
    ['call_started'],
  );
  await until(() => pupil.person.endedBecause !== undefined, 'a guest by a link of the account to be out');
  assert.equal(staying.person.endedBecause, undefined);
  await until(() => inLost.person.endedBecause !== undefined, 'the call of the deleted group to end');
  await refused(heir.api.getSpace({ spaceId: lost.spaceId }), 'not_found');
  const again = { email: leaver.email, password: 'another password 1', username: 'New' };
  await lectern.client(lectern.owner.clientToken).createUser({ body: again });
});

test('a deletion without a decision about every group, or with an impossible one, changes nothing', async () => {
  const [leaver, other] = [await newAccount(), await makeUser(lectern, 'other')];
  const [one, two] = [await groupOf(leaver, 'One'), await groupOf(leaver, 'Two')];
  const remove = (body: Body<'deleteOwnUser'> = {}) => leaver.api.deleteOwnUser({ body });
  const { spaces } = await refused(remove(), 'spaces_owned');
  assert.deepEqual(spaces, [
    { id: one.spaceId, name: 'One' },
    { id: two.spaceId, name: 'Two' },
  ]);
  const half = await refused(remove({ deleteSpaces: [one.spaceId] }), 'spaces_owned');
  assert.deepEqual(half.spaces, [{ id: two.spaceId, name: 'Two' }]);
  await refusedFields(
    remove({
      transfer: [
        { spaceId: one.spaceId, userId: other.id },
        { spaceId: two.spaceId, userId: leaver.id },
        { spaceId: group.spaceId, userId: other.id },
        { spaceId: two.spaceId, userId: newId() },
      ],
      deleteSpaces: [one.spaceId, newId()],
    }),
    'transfer.0.userId',
    'transfer.1.userId',
    'transfer.2.spaceId',
    'transfer.3.spaceId',
    'deleteSpaces.0',
    'deleteSpaces.1',
  );
  await refusedFields(
    remove({ transfer: [{ spaceId: 'x', userId: 'y' }] }),
    'transfer.0.spaceId',
    'transfer.0.userId',
  );
  const browser = openBrowser(lectern.url);
  await browser.api.createSession({ body: { email: leaver.email, password: leaver.password } });
  const all = { deleteSpaces: [one.spaceId, two.spaceId] };
  await refusedFields(browser.api.deleteOwnUser({ body: all }), 'currentPassword');
  const wrong = { ...all, currentPassword: 'not the password' };
  await refusedFields(browser.api.deleteOwnUser({ body: wrong }), 'currentPassword');
  assert.equal((await leaver.api.listSpaces()).total, 2);
  await browser.api.deleteOwnUser({ body: { ...all, currentPassword: leaver.password } });
  await refused(leaver.api.getOwnUser(), 'unauthorized');
});

test('the last enabled account stays; clients, links and strangers delete no account', async () => {
  const leaver = await newAccount();
  const link = await enterBy(lectern, group, { url: await makeLink(group) });
  await refused(lectern.client().deleteOwnUser(), 'unauthorized');
  await refused(lectern.client(lectern.owner.clientToken).deleteOwnUser(), 'forbidden');
  await refused(link.api.deleteOwnUser(), 'forbidden');
  const { rows } = await database.pool.query(
    'UPDATE users SET disabled_at = now() WHERE id <> $1 AND disabled_at IS NULL RETURNING id',
    [leaver.id],
  );
  await refused(leaver.api.deleteOwnUser(), 'last_account');
  await database.pool.query('UPDATE users SET disabled_at = NULL WHERE id = ANY ($1)', [
    rows.map(({ id }) => id),
  ]);
  await leaver.api.deleteOwnUser();
});

test('requests of an account that is being deleted succeed or are refused', async () => {
  for (let round = 0; round < 4; round += 1) {
    const leaver = await newAccount();
    await admit(group, leaver);
    const { spaceId } = group;
    const attempts: Promise<unknown>[] = [
      ...Array.from({ length: 6 }, () => leaver.api.createSpace({ body: { name: 'Late' } })),
      ...Array.from({ length: 4 }, () => makeLink({ ...group, owner: leaver.api })),
      ...Array.from({ length: 4 }, () => leaver.api.createPersonalToken({ body: { name: 'late' } })),
      leaver.api.createInvite({ spaceId, body: { role: 'role_space_user' } }),
      leaver.api.createParticipant({
        spaceId,
        body: { roomId: group.room.id, clientUniqueId: newBrowser() },
      }),
      leaver.api.deleteOwnUser(),
      group.owner.transferSpace({ spaceId: group.spaceId, body: { userId: newId() } }),
    ];
    const codes = (await Promise.allSettled(attempts)).flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as { status: number }).status] : [],
    );
    assert.ok(
      codes.every((status) => status < 500),
      codes.join(' '),
    );
    await leaver.api.listSpaces().then(
      async ({ items }) => leaver.api.deleteOwnUser({ body: { deleteSpaces: items.flatMap(ownedIn) } }),
      () => undefined,
    );
  }
});

const ownedIn = ({ id, roleInSpace }: { id: string; roleInSpace: string | null }): string[] =>
  roleInSpace === 'role_space_owner' ? [id] : [];

test('a server deletes the account that the operator named, with all its groups', async () => {
  const leaver = await newAccount();
  const own = await groupOf(leaver, 'Own');
  const inCall = await joinFakeCall(lectern, own);
  await disableUser(database.db, leaver.id);
  await requestDeletion(database.db, { userId: leaver.id, keepsLinks: true });
  const isThere = async () =>
    (await database.pool.query('SELECT FROM users WHERE id = $1', [leaver.id])).rows.length > 0;
  await until(async () => !(await isThere()), 'the account to be deleted');
  await until(() => inCall.person.endedBecause !== undefined, 'the call of its group to end');
  const { rows } = await database.pool.query('SELECT FROM spaces WHERE id = $1', [own.spaceId]);
  assert.equal(rows.length, 0);
});
