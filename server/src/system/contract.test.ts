import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, test } from 'node:test';
import { type Client, createClient } from '../../../contract/client/index.ts';
import { tusMethods } from '../../../contract/operations/assets.ts';
import { CallPermissions } from '../../../contract/operations/rooms.ts';
import type { paths } from '../../../contract/paths.ts';
import type { Route } from '../../../contract/route.ts';
import { methodAndPath, type Operation, routes } from '../../../contract/routes.ts';
import { checkedFetch } from '../../testing/answers/checked-fetch.ts';
import { makeGroup, makeUser, openLink, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { fillChannel } from '../../testing/people/chat.ts';
import { joinFakeCall } from '../../testing/people/fake-call.ts';
import { giveVideo, makePlayback } from '../../testing/playbacks.ts';
import { mailUrl } from '../../testing/receivers/mail-server.ts';
import { insertFailedRecord } from '../../testing/records/records.ts';
import { refused } from '../../testing/refused.ts';
import { createUpload } from '../../testing/uploads.ts';
import { presentFields } from '../platform/present.ts';

const operations = Object.keys(routes) as Operation[];
const methodOf = (operation: Operation) => methodAndPath(operation).method;
const pathOf = (operation: Operation) => methodAndPath(operation).path;

type Fields = Record<string, unknown>;
interface Shape {
  properties?: Record<string, object>;
  required?: string[];
}

let lectern: InProcess;
let group: TestGroup;
/** By the names of path and query parameters. */
let ids: Record<string, string>;
/** By personal token, and as a chat user who moderates the channel. */
let owner: Client;
let chat: Client;
/** Names of body fields that the server ignored since the last check. */
const ignored: string[] = [];
let ownerId: string;

const clientBy = (token: string): Client =>
  createClient({
    baseUrl: lectern.url,
    token,
    fetch: checkedFetch,
    onIgnored: (_operation, fields) => ignored.push(...fields),
  });

const custom = (order: number, title: string) => ({
  id: `00000000-0000-4000-8000-00000000000${order}`,
  ...({ type: 'string', title, enabled: true, required: order === 0, order } as const),
});

before(async () => {
  lectern = await startInProcess({
    LECTERN_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    // Nothing listens there: reminders can be requested, and their emails wait.
    SMTP_URL: mailUrl(1),
    LECTERN_MAIL_FROM: 'lectern@example.org',
  });
  group = await makeGroup(
    lectern,
    {
      redirectUrl: 'https://lms.example.org/курс?after=1',
      opensWith: 'moderator',
      isMutedOnEntry: true,
      opensAt: '2026-12-01T08:50:00.000+01:00',
      closesAt: '2099-12-01T09:30:00Z',
      waitingRoomAudience: 'guests',
      isChatAllowed: false,
      joinSettingsFields: [
        { slug: 'phone', type: 'phone', title: 'admin.classrooms.phone', enabled: true, required: false },
      ],
      joinSettingsCustomFields: [custom(1, 'City'), { ...custom(0, 'Class'), description: 'Number, letter' }],
    },
    { description: 'Evenings', logo: 'https://lms.example.org/logo.png', isPublic: false },
  );
  owner = clientBy(lectern.owner.personalToken);
  ownerId = (await owner.getOwnUser()).id;
  const { spaceId } = group;
  const channel = await fillChannel(lectern, group);
  chat = clientBy(channel.tokens.chat);
  const member = await makeUser(lectern, 'member');
  const invite = await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await member.api.activateInvite({ spaceId, inviteId: invite.id });
  await owner.createWebhook({ spaceId, body: { url: `${lectern.url}/hook?from=lectern` } });
  const second = await owner.addWebhook({
    spaceId,
    body: { url: `${lectern.url}/second`, eventNames: ['record_finished', 'report_ready'] },
  });
  const link = await owner.generateAccess({
    ...group.at,
    body: { username: 'Ann', role: 'moderator', externalUserId: 'ann', isPermanent: true },
  });
  await owner.updateMeetingSettings({ body: group.at });
  const playback = await owner.createPlayback({
    spaceId,
    body: {
      name: 'Algebra again',
      type: 'conference',
      isPublic: false,
      isReplayAllowed: true,
      replayDays: 7,
      redirectUrl: 'https://lms.example.org/done',
      joinSettings: group.room.joinSettings,
    },
  });
  const event = await owner.createPlaybackEvent({
    spaceId,
    body: {
      playbackId: playback.id,
      name: 'Every evening',
      startDate: '2026-12-01T00:00:00+02:00',
      endDate: '2099-12-31T00:00:00Z',
      recurrence: '0 19 * * MON-FRI',
      timezone: 'Europe/Berlin',
    },
  });
  await owner.updateTimeline({
    spaceId,
    playbackId: playback.id,
    body: {
      items: [
        { type: 'offer', at: 5, title: 'Course', buttonText: 'Buy', url: 'https://lms.example.org/course' },
        { type: 'poll', at: 7, until: 9, question: 'Well?', options: [{ option: 'a' }, { option: 'b' }] },
        { type: 'message', at: 8, author: 'Mo', text: 'Hello' },
      ],
    },
  });
  ids = {
    playbackId: playback.id,
    playbackEventId: event.id,
    webhookId: second.id,
    ...channel.ids,
    ...group.at,
    ...(await insertFailedRecord(lectern, group)),
    assetId: (
      await createUpload({ url: lectern.url, token: lectern.owner.personalToken }, { spaceId, size: 100 })
    ).id,
    ...{ userId: member.id, linkId: link.id, email: member.email, date: '2026-11-21T12:00:00Z' },
  };
});
after(() => lectern?.remove());

/** Calls a client method whose input type is known to the contract only. */
const call = (client: Client, operation: Operation, input: Fields): Promise<unknown> =>
  (client[operation] as (input: Fields) => Promise<unknown>)(input);

/** How a record is read before it is sent back whole, and by which client. */
interface Change {
  read: () => Promise<object>;
  as?: () => Client;
  /** Ids that replace those of the test group. */
  ids?: () => Fields;
}
type Changing = {
  [K in Operation]: (typeof paths)[K] extends `PUT ${string}` | `PATCH ${string}` ? K : never;
}[Operation];

/** The operation that reads a record at this path, by the personal token. */
const readerAt = (path: string): (() => Promise<object>) | undefined => {
  const reader = operations.find((one) => methodOf(one) === 'GET' && pathOf(one) === path);
  return reader && (() => call(owner, reader, ids) as Promise<object>);
};

/** How to read the record of operations that no GET at their path reads; null if no readable record changes. */
const changes: Partial<Record<Changing, Change | Change[] | null>> = {
  changePassword: null,
  resetPassword: null,
  refreshSecretWebhook: null,
  refreshSecretWebhookById: null,
  updateMember: [
    { read: () => owner.getMember({ ...group.at, userId: ids.userId ?? '' }) },
    {
      read: () => owner.getMember({ ...group.at, userId: ownerId }),
      ids: () => ({ userId: ownerId }),
    },
  ],
  updateRoom: [
    { read: () => owner.getRoom(group.at) },
    { read: () => owner.getRoomByAlias({ alias: group.room.alias }) },
  ],
  updateCallPermissions: {
    read: async () => presentFields(CallPermissions, await owner.getRoom(group.at)),
  },
  // Only the participants themselves read one participant.
  updateParticipant: null,
  // It has no operation that reads one segment.
  updateTranscriptionSegment: null,
  updateTranscriptionSpeaker: null,
  updateChannelSettings: {
    read: async () => (await chat.getInitial()).channels[0]?.settings ?? {},
    as: () => chat,
  },
  updateRoomPoll: { read: () => chat.getPoll({ pollId: ids.pollId ?? '' }) },
  editMessage: {
    read: async () =>
      (await chat.getInitial()).channels[0]?.messages.find(({ id }) => id === ids.messageId) ?? {},
    as: () => chat,
  },
  updateProfile: { read: async () => (await chat.getInitial()).user, as: () => chat },
  updateChatSettings: { read: () => owner.getChatApplicationSettings({ appId: ids.appId ?? '' }) },
};

test('a record that is read and sent back whole by PUT or PATCH does not change', async () => {
  const changing = operations.filter((one): one is Changing => ['PUT', 'PATCH'].includes(methodOf(one)));
  for (const operation of changing) {
    const reader = readerAt(pathOf(operation));
    const found = operation in changes ? changes[operation] : reader && { read: reader };
    assert.notEqual(found, undefined, `${operation}: state in changes how its record is read`);
    for (const { read, as = () => owner, ids: more = () => ({}) } of [found ?? []].flat()) {
      const before = await read();
      assert.ok(Object.keys(before).length > 1, `${operation}: nothing was read`);
      await call(as(), operation, { ...ids, ...more(), body: before });
      assert.deepEqual(await read(), before, operation);
      assert.deepEqual(ignored.splice(0), [], `${operation} calls a field of its own record unknown`);
    }
  }
});

/** Operations that create a record of the kind that GET reads at the same path. */
function creating(): Operation[] {
  const answerAt = (path: string): Shape[] =>
    operations
      .filter((operation) => methodOf(operation) === 'GET' && pathOf(operation) === path)
      .map(
        (operation) =>
          (routes[operation] as Route).answer as Shape & { properties: { items?: { items: Shape } } },
      )
      .map((answer) => answer.properties.items?.items ?? answer);
  return operations.filter((operation) => {
    const { body } = routes[operation] as Route;
    const required = (body as Shape | undefined)?.required ?? [];
    const records = methodOf(operation) === 'POST' && body ? answerAt(pathOf(operation)) : [];
    return records.some(({ properties = {} }) => required.every((name) => name in properties));
  });
}

/** The client of a viewer with an address, and the path of their webinar, which has a session to come. */
async function remindedViewer(): Promise<{ client: Client; at: { spaceId: string; playbackId: string } }> {
  const webinar = await makePlayback(lectern);
  await giveVideo(lectern, webinar, 600);
  const { spaceId, at, asRoom } = webinar;
  const startDate = new Date(Date.now() + 2 * 86_400_000).toISOString();
  await owner.createPlaybackEvent({ spaceId, body: { playbackId: at.playbackId, startDate } });
  const { url } = await owner.generateAccess({
    ...asRoom,
    body: { username: 'Ann', role: 'user', email: 'ann@example.org' },
  });
  const [clientUniqueId, roomId] = ['a browser with reminders', at.playbackId];
  const link = await openLink(lectern, url, clientUniqueId);
  const { access_token } = await link.createParticipant({ spaceId, body: { roomId, clientUniqueId } });
  return { client: clientBy(access_token), at };
}

const only = async <T>(list: Promise<{ items: T[] }>): Promise<T> => (await list).items.at(-1) as T;

interface Copy {
  read: () => Promise<object>;
  made: (answer: Fields) => Promise<object>;
}

/** A record is read by the GET of its id below the path at which such records are created. */
function copyBelow(operation: Operation): Copy {
  const isItem = (one: Operation) => pathOf(one).replace(/\/:\w+$/, '') === pathOf(operation);
  const reader = operations.find(
    (one) => methodOf(one) === 'GET' && isItem(one) && pathOf(one) !== pathOf(operation),
  );
  assert.ok(reader, `${operation}: state in copies how its record is read`);
  const name = pathOf(reader).split(':').at(-1) ?? '';
  const read = (input: Fields) => call(owner, reader, input) as Promise<object>;
  return { read: () => read(ids), made: ({ id }) => read({ ...ids, [name]: id }) };
}

/** How to read a record and the copy made of it, if not by a GET below the same path. */
const copies: Partial<Record<Operation, Copy>> = {
  createRoomPoll: {
    read: () => chat.getPoll({ pollId: ids.pollId ?? '' }),
    made: ({ id }) => chat.getPoll({ pollId: String(id) }),
  },
  createInvite: {
    read: () => only(owner.listInvites(group.at)),
    made: () => only(owner.listInvites({ ...group.at, query: { order: 'asc' } })),
  },
  createPersonalToken: {
    read: () => only(owner.listPersonalTokens()),
    made: async ({ id }) => (await owner.listPersonalTokens()).items.find((token) => token.id === id) ?? {},
  },
  createWebhook: {
    read: async () => {
      await owner.updateWebhook({ ...group.at, body: { isActive: false } });
      const webhook = await owner.getWebhook(group.at);
      await owner.deleteWebhook(group.at);
      return webhook;
    },
    made: () => owner.getWebhook(group.at),
  },
  generateAccess: {
    read: () => owner.getAccessLink({ ...group.at, linkId: ids.linkId ?? '' }),
    made: ({ id }) => owner.getAccessLink({ ...group.at, linkId: String(id) }),
  },
  createPoll: {
    read: () => chat.getPoll({ pollId: ids.pollId ?? '' }),
    made: ({ id }) => chat.getPoll({ pollId: String(id) }),
  },
};

test('reminders that are read and sent whole to the operation that requests them stay as they are', async () => {
  const { client, at } = await remindedViewer();
  const [next] = (await client.getProgram(at)).next;
  const record = await client.requestReminders({ ...at, body: { sessionId: next?.id ?? '' } });
  assert.deepEqual(await client.requestReminders({ ...at, body: record }), record);
  assert.deepEqual((await client.getReminders(at)).items, [record]);
  // Only the server writes these.
  assert.deepEqual(ignored.splice(0).sort(), ['email', 'startDate']);
});

/** The test above has a viewer, who alone requests reminders. A request of a transcript or a link contains no record. */
const testedElsewhere: Operation[] = ['linkIdentity', 'requestReminders', 'requestTranscription'];

test('a record that is read and sent whole to the operation that creates such records is copied', async () => {
  const created = new Set([...creating(), ...(Object.keys(copies) as Operation[])]);
  for (const operation of testedElsewhere) assert.ok(created.delete(operation), operation);
  for (const operation of created) {
    const { read, made } = copies[operation] ?? copyBelow(operation);
    const client = operation === 'createPoll' ? chat : owner;
    const record = (await read()) as Fields;
    const { id: _, ...answer } = (await call(client, operation, {
      ...ids,
      body: record,
    })) as Fields;
    const copy = (await made({ id: _, ...answer })) as Fields;
    const { properties = {} } = (routes[operation] as Route).body as Shape;
    for (const name of Object.keys(properties)) {
      const strip = (value: unknown) =>
        JSON.parse(JSON.stringify(value ?? null, (key, inner) => (key === 'id' ? undefined : inner)));
      if (name in record) assert.deepEqual(strip(copy[name]), strip(record[name]), `${operation}: ${name}`);
    }
    // The ignored fields of a creation are those that only the server writes, never fields of its body.
    const { properties: fields = {} } = (routes[operation] as Route).body as Shape;
    const known = ignored
      .splice(0)
      .filter((path) => path in fields || !((path.split('.', 1)[0] ?? '') in record));
    assert.deepEqual(known, [], `${operation} misnames a field of its own record`);
  }
  const start = owner.startRecord({
    ...group.at,
    body: await owner.getRecord({ ...group.at, recordId: ids.recordId ?? '' }),
  });
  await refused(start, 'call_not_active');
  ignored.length = 0;
});

test('every list accepts limit, offset and order', async () => {
  const isList = (operation: Operation) => {
    const { properties = {} } = ((routes[operation] as Route).answer ?? {}) as Shape;
    return methodOf(operation) === 'GET' && 'items' in properties && 'total' in properties;
  };
  const lists = operations.filter(isList);
  const client = clientBy(lectern.owner.clientToken);
  assert.ok(lists.includes('listPersonalTokens') && lists.length > 12);
  const withCall = await makeGroup(lectern);
  const moderator = await joinFakeCall(lectern, withCall, { role: 'moderator' });
  const clients: Partial<Record<Operation, Client>> = {
    findUsers: client,
    listModeratedCalls: moderator.api,
  };
  const inCall: Operation[] = ['listActiveCallPeople', 'listModeratedCalls'];
  for (const operation of lists) {
    const { properties = {}, required = [] } = ((routes[operation] as Route).query ?? {}) as Shape;
    for (const name of ['limit', 'offset', 'order']) assert.ok(name in properties, `${operation}: ${name}`);
    // The schema cannot say that a day or a period is required.
    const needed = operation === 'analyticsCalls' ? ['date'] : required;
    const filters = Object.fromEntries(needed.map((name) => [name, ids[name]]));
    const ask = async (query: Fields) =>
      (await call(clients[operation] ?? owner, operation, {
        ...ids,
        ...(inCall.includes(operation) && withCall.at),
        query: { ...filters, ...(operation === 'searchSpace' && { text: 'hello' }), ...query },
      })) as {
        items: Fields[];
        total: number;
      };
    const all = await ask({});
    const page = await ask({ limit: 1, offset: 1, order: 'asc' });
    assert.equal(page.total, all.total, operation);
    assert.equal(page.items.length, Math.min(1, Math.max(0, all.total - 1)), operation);
    const limits = { limit: 0, offset: -1, order: 'newest' };
    const bad = await refused(ask(limits), 'validation_failed');
    assert.deepEqual(bad.details.map(({ path }) => path).sort(), Object.keys(limits).sort(), operation);
  }
});

test('personal tokens are listed newest first, or in pages from the oldest', async () => {
  for (const name of ['one', 'two', 'three']) await owner.createPersonalToken({ body: { name } });
  const namesOf = async (query: { limit?: number; offset?: number; order?: 'asc' | 'desc' }) =>
    (await owner.listPersonalTokens({ query })).items.map(({ name }) => name);
  const [newest] = await namesOf({ limit: 1 });
  assert.equal(newest, 'three');
  const all = await namesOf({});
  assert.deepEqual(await namesOf({ order: 'asc' }), all.toReversed());
  assert.deepEqual(await namesOf({ offset: 1, limit: 2 }), all.slice(1, 3));
});

/** An id of nothing. */
const nobody = '0'.repeat(24);

/** `fetch` does not send TRACE. */
const statusOf = (method: string, path: string, token?: string): Promise<{ status: number; allow: string }> =>
  new Promise((done, fail) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    httpRequest(`${lectern.url}${path}`, { method, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        done({ status: response.statusCode ?? 0, allow: response.headers.allow ?? '' }),
      );
    })
      .once('error', fail)
      .end();
  });

test('a path answers 405 with the allowed methods to every other method', async () => {
  const known = new Map<string, string[]>();
  for (const operation of operations) {
    known.set(pathOf(operation), [...(known.get(pathOf(operation)) ?? []), methodOf(operation)]);
  }
  const faults: string[] = [];
  let answered = 0;
  for (const [path, methods] of known) {
    const filled = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? nobody);
    const tus = tusMethods[path] ?? [];
    const others = [
      'TRACE',
      'PURGE',
      'QUERY',
      'PROPFIND',
      ...(tus.length === 0 ? ['OPTIONS'] : []),
      ...(methods.includes('GET') ? [] : ['HEAD']),
    ];
    for (const method of others) {
      const { status, allow } = await statusOf(method, filled, lectern.owner.personalToken);
      const head = methods.includes('GET') ? ['HEAD'] : [];
      const allowed = [...new Set([...methods, ...head, ...tus])].sort().join(', ');
      if (status === 405) answered += 1;
      const isHidden = status === 404 || status === 403;
      if (!isHidden && (status !== 405 || allow !== allowed))
        faults.push(`${method} ${path}: ${status} ${allow}`);
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(answered > 2 * known.size, `only ${answered} responses were 405`);
  assert.equal((await statusOf('TRACE', '/v1/spaces')).status, 401);
  assert.equal((await statusOf('TRACE', '/v1/nowhere')).status, 404);
  assert.equal((await statusOf('TRACE', '/chat/channels/directs', lectern.owner.personalToken)).status, 403);
  assert.equal((await statusOf('TRACE', '/v1/auth/token')).status, 405);
});
