import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Operation, routes } from '../../../contract/routes.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, makeUser, type TestGroup, type TestUser } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { openBrowser } from '../../testing/people/browser.ts';
import { checkEachCredential, credentialsFor } from '../../testing/people/credentials.ts';
import { newBrowser } from '../../testing/people/entering.ts';
import { connectToFakeCall, joinFakeCall } from '../../testing/people/fake-call.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { insertSession, makeWatchable } from '../../testing/webinars/watchable.ts';
import { newId } from '../platform/ids.ts';

let lectern: InProcess;
let ownerId: string;
before(async () => {
  lectern = await startInProcess();
  ownerId = (await lectern.client(lectern.owner.userToken).getOwnUser()).id;
});
after(() => lectern?.remove());

let users = 0;
const newUser = () => {
  users += 1;
  return makeUser(lectern, `somebody-${users}`);
};

const grant = ({ at }: TestGroup, by: TestUser['api'], targetUserId: string) =>
  by.grantRole({ ...at, body: { targetUserId, role: 'role_room_moderator' } });

const grantPlain = ({ at }: TestGroup, by: TestUser['api'], targetUserId: string) =>
  by.grantRole({ ...at, body: { targetUserId, role: 'role_room_user' } });

test('a role admits to a private room and gives power over this room only', async () => {
  const group = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
  const [mo, una] = [await newUser(), await newUser()];
  await refused(mo.api.getRoom(group.at), 'not_found');
  const given = await grant(group, group.owner, mo.id);
  // The owner's client created the account.
  assert.deepEqual(
    [given.userId, given.username, given.email, given.role],
    [mo.id, 'somebody-1', null, 'role_room_moderator'],
  );
  assert.equal((await mo.api.getRoom(group.at)).roleInRoom, 'role_room_moderator');
  assert.equal((await mo.api.getRoomByAlias({ alias: group.room.alias })).id, group.room.id);
  await refused(mo.api.getSpace({ spaceId: group.spaceId }), 'not_found');
  const byMo = await grantPlain(group, mo.api, una.id);
  assert.deepEqual([byMo.username, byMo.email, byMo.role], [null, null, 'role_room_user']);
  assert.equal((await una.api.getRoom(group.at)).roleInRoom, 'role_room_user');
  await refused(grant(group, una.api, una.id), 'forbidden');
  await refused(una.api.listRoles(group.at), 'forbidden');
  await mo.api.generateAccess({ ...group.at, body: { username: 'Ann', role: 'user' } });
  const { items, total } = await mo.api.listRoles(group.at);
  assert.deepEqual(
    items.map(({ userId, role }) => [userId, role]),
    [
      [ownerId, 'role_room_owner'],
      [una.id, 'role_room_user'],
      [mo.id, 'role_room_moderator'],
    ],
  );
  assert.equal(total, 3);
  const find = async (by: TestUser['api']) => {
    const found = await by.listRoles({ ...group.at, query: { search: 'SOMEBODY-2', limit: 1 } });
    return [found.items.map(({ userId }) => userId), found.total];
  };
  assert.deepEqual(await find(group.owner), [[una.id], 1]);
  assert.deepEqual(await find(mo.api), [[], 0]);
  await mo.api.removeRole({ ...group.at, userId: una.id });
  await refused(una.api.getRoom(group.at), 'not_found');
  await refused(group.owner.removeRole({ ...group.at, userId: una.id }), 'not_found');
});

test('the owner of a room stays, and only accounts are given roles', async () => {
  const group = await makeGroup(lectern);
  const mo = await newUser();
  await grant(group, group.owner, mo.id);
  for (const by of [group.owner, mo.api]) {
    await refused(grant(group, by, ownerId), 'owner_stays');
    await refused(by.removeRole({ ...group.at, userId: ownerId }), 'owner_stays');
  }
  await refusedFields(grant(group, group.owner, newId()), 'targetUserId');
  await refusedFields(grant(group, group.owner, 'nobody'), 'targetUserId');
  const bad = { targetUserId: 5, role: 'role_room_owner' } as never;
  await refusedFields(group.owner.grantRole({ ...group.at, body: bad }), 'targetUserId', 'role');
  await refusedFields(group.owner.grantRole({ ...group.at, body: {} as never }), 'targetUserId', 'role');
});

test('only an account that leads the room grants, lists and removes roles', async () => {
  const group = await makeGroup(lectern, { isPublic: false });
  const apis = await credentialsFor(lectern, group);
  const user = await newUser();
  const all = {
    nobody: 'unauthorized',
    forged: 'unauthorized',
    client: 'not_found',
    stranger: 'not_found',
    guestLink: 'forbidden',
    moderatorLink: 'forbidden',
    guest: 'forbidden',
    moderator: 'forbidden',
    owner: 'ok',
  } as const;
  await checkEachCredential(apis, (api) => grant(group, api, user.id), all);
  await checkEachCredential(apis, (api) => api.listRoles(group.at), all);
  await checkEachCredential(apis, (api) => api.removeRole({ ...group.at, userId: user.id }), all);
});

test('concurrent grants and removals of a role all succeed', async () => {
  const group = await makeGroup(lectern);
  const user = await newUser();
  const actions = Array.from({ length: 12 }, (_one, index) =>
    index % 3 === 0
      ? group.owner.removeRole({ ...group.at, userId: user.id })
      : (index % 3 === 1 ? grant : grantPlain)(group, group.owner, user.id),
  );
  for (const outcome of await Promise.allSettled(actions)) {
    if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'not_found');
  }
});

/** Operations whose response may contain an email address. */
const withEmails = (Object.keys(routes) as Operation[]).filter((operation) => {
  const { answer } = routes[operation] as { answer?: unknown };
  return JSON.stringify(answer ?? {}).includes('"email":');
});

/** `colleague` shares a group with the caller, `stranger` does not. */
interface People {
  group: TestGroup;
  caller: TestUser;
  colleague: TestUser;
  stranger: TestUser;
}

async function enterCall(group: TestGroup, { api }: TestUser): Promise<void> {
  const browser = newBrowser();
  const { spaceId, room } = group;
  const { id } = await api.createParticipant({
    spaceId,
    body: { roomId: room.id, clientUniqueId: browser },
  });
  await connectToFakeCall(lectern, group, {
    ...{ id, api, browser, url: '' },
    at: { spaceId, participantId: id },
  });
}

const forged = { reminderToken: 'a.forged.token' };

/** A webinar of the group, whose session the account watches. */
async function makeWatched({ spaceId }: TestGroup) {
  const database = await databaseOf(lectern);
  try {
    const webinar = await makeWatchable(lectern, database.db, { spaceId });
    const session = await insertSession(database.db, webinar, { begunAgo: 5 });
    const watch = async ({ api }: TestUser) => {
      const body = { roomId: webinar.playbackId, clientUniqueId: newBrowser() };
      const { access_token: token } = await api.createParticipant({ spaceId, body });
      const viewer = lectern.client(token);
      await viewer.openViewing({ ...webinar.at, body: {} });
      return viewer;
    };
    return { ...webinar, session, watch };
  } finally {
    await database.close();
  }
}

/** Questions of both in a running session. */
async function askQuestions({ group, caller, colleague, stranger }: People) {
  const { at, session, watch } = await makeWatched(group);
  for (const one of [colleague, stranger]) {
    const viewer = await watch(one);
    const { viewingId } = await viewer.openViewing({ ...at, body: {} });
    await viewer.askQuestion({ ...at, viewingId, body: { text: 'Why?' } });
  }
  const inSession = { ...at, playbackEventSessionId: session.id };
  const list = await caller.api.listSessionQuestions(inSession);
  const ofStranger = list.items.find(({ email }) => email === null);
  return { list, question: { ...inSession, questionId: ofStranger?.id ?? '' } };
}

/** The response of each of these operations. The email of an access link is one that a room leader entered. */
const asked: Partial<Record<Operation, (people: People) => Promise<unknown>>> = {
  grantRole: ({ group, caller, stranger }) => grantPlain(group, caller.api, stranger.id),
  listRoles: ({ group, caller }) => caller.api.listRoles(group.at),
  listMembers: ({ group, caller }) => caller.api.listMembers({ spaceId: group.spaceId }),
  getMember: ({ group, caller, colleague }) =>
    caller.api.getMember({ spaceId: group.spaceId, userId: colleague.id }),
  updateMember: ({ group, caller, colleague }) =>
    caller.api.updateMember({
      ...{ spaceId: group.spaceId, userId: colleague.id },
      body: { role: 'role_space_moderator' },
    }),
  listAccessLinks: ({ group, caller }) => caller.api.listAccessLinks(group.at),
  getRoomAnalyticsReport: async ({ group, caller, colleague, stranger }) => {
    for (const one of [colleague, stranger]) await enterCall(group, one);
    const { id: callId } = await group.owner.getActiveCall(group.at);
    const query = { roomId: group.room.id, callId, provisional: true };
    const report = await caller.api.getRoomAnalyticsReport({ spaceId: group.spaceId, query });
    const emails = report.participants.map(({ email }) => email);
    assert.deepEqual(emails, [colleague.email, null]);
    return report;
  },
  // The moderator of a link gets no email of anybody (docs/decisions/0190).
  getModeratedCallReport: async ({ colleague, stranger }) => {
    const group = await makeGroup(lectern);
    const moderator = await joinFakeCall(lectern, group, { username: 'Mo', role: 'moderator' });
    for (const one of [colleague, stranger]) await enterCall(group, one);
    const { id: callId } = await group.owner.getActiveCall(group.at);
    await group.owner.finishActiveCall(group.at);
    const report = await moderator.api.getModeratedCallReport({ ...group.at, callId });
    assert.deepEqual(
      report.participants.map(({ email }) => email),
      [null, null, null],
    );
    return report;
  },
  getPlaybackSessionAnalyticsReport: async ({ group, caller, colleague, stranger }) => {
    const { spaceId, session, watch } = await makeWatched(group);
    for (const one of [colleague, stranger]) await watch(one);
    const { items } = await group.owner.listPlaybackEvents({ spaceId });
    const query = {
      ...{ playbackEventId: items[0]?.id ?? '', playbackEventSessionId: session.id },
      provisional: true,
    };
    const report = await caller.api.getPlaybackSessionAnalyticsReport({ spaceId, query });
    assert.deepEqual(
      report.participants.map(({ email }) => email),
      [colleague.email, null],
    );
    return report;
  },
  listSessionQuestions: async (people) => {
    const { list } = await askQuestions(people);
    assert.deepEqual(new Set(list.items.map(({ email }) => email)), new Set([people.colleague.email, null]));
    return list;
  },
  answerQuestion: async (people) => {
    const { question } = await askQuestions(people);
    return people.caller.api.answerQuestion({ ...question, body: { answer: 'Because.' } });
  },
  dismissQuestion: async (people) => {
    const { question } = await askQuestions(people);
    return people.caller.api.dismissQuestion({ ...question, body: {} });
  },
  getReminders: async ({ group, caller }) => {
    const { at, watch } = await makeWatched(group);
    return (await watch(caller)).getReminders(at);
  },
  // The address is the viewer's own, and this server sends no emails.
  requestReminders: async ({ group, caller }) => {
    const { at, watch, session } = await makeWatched(group);
    const viewer = await watch(caller);
    return refused(viewer.requestReminders({ ...at, body: { sessionId: session.id } }), 'mail_off');
  },
  // The address of an email that somebody got, abbreviated; without such a link nobody gets an answer.
  getReminderEmails: () => refused(lectern.client().getReminderEmails(forged), 'not_found'),
  stopReminderEmails: () => refused(lectern.client().stopReminderEmails(forged), 'not_found'),
  resumeReminderEmails: () => refused(lectern.client().resumeReminderEmails(forged), 'not_found'),
  getAccessLink: async ({ group, caller }) => {
    const { id: linkId } = await group.owner.generateAccess({
      ...group.at,
      body: { username: 'Ann', role: 'user', email: 'ann@example.org' },
    });
    return caller.api.getAccessLink({ ...group.at, linkId });
  },
  updateAccessLink: async ({ group, caller }) => {
    const { id: linkId } = await group.owner.generateAccess({
      ...group.at,
      body: { username: 'Ann', role: 'user', email: 'ann@example.org' },
    });
    return caller.api.updateAccessLink({ ...group.at, linkId, body: { role: 'user' } });
  },
  getIdentity: ({ caller }) => caller.api.getIdentity(),
  // The response is the account of the person; this server has no provider.
  finishProviderSignIn: () => {
    const body = { state: 'x'.repeat(43), code: 'code' };
    return refused(openBrowser(lectern.url).api.finishProviderSignIn({ body }), 'provider_off');
  },
  getOwnUser: ({ caller }) => caller.api.getOwnUser(),
  updateOwnUser: ({ caller }) => caller.api.updateOwnUser({ body: {} }),
  register: async () => lectern.client().getSignInOptions(),
  createSession: ({ caller: { email, password } }) =>
    openBrowser(lectern.url).api.createSession({ body: { email, password } }),
  refreshSession: async ({ caller: { email, password } }) => {
    const browser = openBrowser(lectern.url);
    await browser.api.createSession({ body: { email, password } });
    return browser.api.refreshSession();
  },
  createUser: () =>
    lectern.client(lectern.owner.clientToken).createUser({
      body: { email: `new-${newId()}@example.org`, username: 'New', password: 'a password of somebody new' },
    }),
  findUsers: ({ colleague }) =>
    lectern.client(lectern.owner.clientToken).findUsers({ query: { email: colleague.email } }),
};

async function makePeople(): Promise<People> {
  const group = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
  const [caller, colleague, stranger] = [await newUser(), await newUser(), await newUser()];
  for (const { api } of [caller, colleague]) {
    const { id: inviteId } = await group.owner.createInvite({
      ...{ spaceId: group.spaceId },
      body: { role: 'role_space_moderator' },
    });
    await api.activateInvite({ spaceId: group.spaceId, inviteId });
    await api.createSpace({ body: { name: 'A group of their own' } });
  }
  await stranger.api.createSpace({ body: { name: 'A group of strangers' } });
  for (const { id } of [colleague, stranger]) await grant(group, group.owner, id);
  return { group, caller, colleague, stranger };
}

test('every operation that returns an email address is in the table', () => {
  assert.deepEqual(Object.keys(asked).sort(), withEmails.sort());
});

/** Made once: no operation changes who shares a group with whom. */
let known: Promise<People> | undefined;
const knownPeople = () => {
  known ??= makePeople();
  return known;
};

for (const [operation, ask] of Object.entries(asked)) {
  test(`${operation} does not return the email of an account that shares no group with the caller`, async () => {
    const people = await knownPeople();
    const told = JSON.stringify(await ask(people));
    assert.ok(!told.includes(people.stranger.email), told);
  });
}

test('an email is shown to those who share a group, and others cannot guess it by a search', async () => {
  const { group, caller, colleague, stranger } = await makePeople();
  const emails = async (by: TestUser, search?: string) => {
    const { items } = await by.api.listRoles({ ...group.at, query: search === undefined ? {} : { search } });
    return new Map(items.map(({ userId, email }) => [userId, email]));
  };
  const seen = await emails(caller);
  assert.deepEqual([seen.get(colleague.id), seen.get(stranger.id)], [colleague.email, null]);
  assert.equal((await emails(caller, stranger.email)).size, 0);
  assert.equal((await emails(caller, colleague.email)).size, 1);
  const byStranger = await emails(stranger);
  assert.deepEqual(
    [byStranger.get(stranger.id), byStranger.get(colleague.id), byStranger.get(ownerId)],
    [stranger.email, null, null],
  );
  assert.equal((await emails(stranger, 'owner@example')).size, 0);
  const { id: spaceId } = await colleague.api.createSpace({ body: { name: 'Shared elsewhere' } });
  const { id: inviteId } = await colleague.api.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await stranger.api.activateInvite({ spaceId, inviteId });
  assert.equal((await emails(stranger)).get(colleague.id), colleague.email);
});
