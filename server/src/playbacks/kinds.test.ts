import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Route } from '../../../contract/route.ts';
import { type Body, methodAndPath, type Operation, routes } from '../../../contract/routes.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { enterPlayback, makePlayback, type TestPlayback } from '../../testing/playbacks.ts';
import { sendRaw } from '../../testing/raw.ts';
import { refused, refusedFields } from '../../testing/refused.ts';

let lectern: Lectern;
let group: TestPlayback;
let viewer: Asking & { id: string };
let guest: Asking;
before(async () => {
  lectern = await startInProcess();
  group = await makePlayback(lectern);
  // The sessions of the people who enter, in their order.
  const tokens: string[] = [];
  const noting: Lectern = {
    ...lectern,
    client: (token) => {
      if (token) tokens.push(token);
      return lectern.client(token);
    },
  };
  const { id: viewerId } = await enterPlayback(noting, group);
  viewer = { id: viewerId, token: tokens.at(-1) ?? '' };
  const { owner, spaceId, room } = group;
  const ofRoom = { owner, spaceId, room, at: { spaceId, roomId: room.id } };
  await enterBy(noting, ofRoom, { url: await makeLink(ofRoom) });
  guest = { token: tokens.at(-1) ?? '' };
});
after(() => lectern?.remove());

const operations = Object.keys(routes) as Operation[];

/** The operations whose path accepts the id of a room and that of a playback, or a participant of either. */
const acceptBoth: Partial<Record<Operation, string>> = {
  generateAccess: 'links lead into rooms and webinars',
  generateAccessLinks: 'links lead into rooms and webinars',
  listAccessLinks: 'links lead into rooms and webinars',
  getAccessLink: 'links lead into rooms and webinars',
  updateAccessLink: 'links lead into rooms and webinars',
  sendAccessLink: 'links lead into rooms and webinars',
  revokeAccessLinksOfPerson: 'links lead into rooms and webinars',
  revokeAccessLink: 'links lead into rooms and webinars',
  releaseAccessLink: 'links lead into rooms and webinars',
  getParticipant: 'the page reads its own participant',
  joinRoom: 'the page notes that its participant entered',
  listParticipants: 'moderators see the people of a webinar',
  readmitParticipant: 'moderators let removed people watch again',
  releaseParticipantLink: 'links lead into rooms and webinars',
  removeParticipant: 'moderators remove people from a webinar',
};

/** Sends the operation with these ids; other ids of its path exist nowhere. @returns the status */
async function statusOf(operation: Operation, ids: Record<string, string>, api: Asking): Promise<number> {
  const { method, path } = methodAndPath(operation);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? 'f'.repeat(24));
  const answer = await sendRaw(lectern.url, {
    ...{ method, path: filled, token: api.token },
    // No operation reads this body, so that a permitted request changes nothing.
    ...(method !== 'GET' && { type: 'text/xml', body: '<x/>' }),
  });
  return answer.status;
}

interface Asking {
  token: string;
}

const withParameter = (name: string) =>
  operations.filter((operation) => methodAndPath(operation).path.includes(`:${name}`));

/** @returns the operations that find what they must not, or do not find what they accept */
async function deviations(name: string, ids: Record<string, string>, callers: Asking[]): Promise<string[]> {
  const found: string[] = [];
  for (const operation of withParameter(name)) {
    const statuses: number[] = [];
    for (const caller of callers) statuses.push(await statusOf(operation, ids, caller));
    const isFound = statuses.some((status) => status !== 404);
    if (isFound !== operation in acceptBoth) found.push(`${operation}: ${statuses.join(', ')}`);
  }
  return found;
}

test('the id of a playback is not found where the path names a room', async () => {
  const { spaceId, playback, owner, asRoom } = group;
  const { items } = await owner.listAccessLinks(asRoom);
  const ids = { spaceId, roomId: playback.id, linkId: items[0]?.id ?? '' };
  const callers = [{ token: lectern.owner.personalToken }, viewer];
  assert.deepEqual(await deviations('roomId', ids, callers), []);
});

test('the id of a room is not found where the path names a playback', async () => {
  const ids = { spaceId: group.spaceId, playbackId: group.room.id };
  const callers = [{ token: lectern.owner.personalToken }, guest];
  assert.deepEqual(await deviations('playbackId', ids, callers), []);
});

test('a viewer of a playback is not found where the path names a participant of a call', async () => {
  const ids = { spaceId: group.spaceId, participantId: viewer.id };
  const callers = [{ token: lectern.owner.personalToken }, viewer];
  assert.deepEqual(await deviations('participantId', ids, callers), []);
});

/** The operations that name a room or a playback in the body or the query, and the outcome for the wrong kind. */
const inInput: Partial<Record<Operation, () => Promise<unknown>>> = {
  // The page enters rooms and webinars; people.test.ts enters a webinar.
  createParticipant: async () => undefined,
  analyticsCalls: () =>
    refused(group.owner.analyticsCalls({ ...at(), query: { ...day, roomId: id() } }), 'not_found'),
  getAnalyticsSummary: () =>
    refused(group.owner.getAnalyticsSummary({ ...at(), query: { ...period, roomId: id() } }), 'not_found'),
  getRoomAnalyticsReport: () =>
    refused(
      group.owner.getRoomAnalyticsReport({ ...at(), query: { roomId: id(), callId: 'f'.repeat(24) } }),
      'not_found',
    ),
  // A filter: a playback has no recordings of its own.
  listSpaceRecords: async () =>
    assert.equal((await group.owner.listSpaceRecords({ ...at(), query: { roomId: id() } })).total, 0),
  searchSpace: () =>
    refused(group.owner.searchSpace({ ...at(), query: { text: 'equations', roomId: id() } }), 'not_found'),
  testWebhook: () => checkTests((body) => group.owner.testWebhook({ ...at(), body })),
  testWebhookById: async () => {
    const [webhook] = (await group.owner.listWebhooks(at())).items;
    const webhookId = webhook?.id ?? '';
    await checkTests((body) => group.owner.testWebhookById({ ...at(), webhookId, body }));
  },
  updateMeetingSettings: () =>
    refusedFields(group.owner.updateMeetingSettings({ body: { ...at(), roomId: id() } }), 'roomId'),
  createPlaybackEvent: () =>
    refusedFields(
      group.owner.createPlaybackEvent({ ...at(), body: { playbackId: group.room.id } }),
      'playbackId',
    ),
  // The same record is sent back; the playback of an event never changes.
  updatePlaybackEvent: async () => undefined,
  // A filter: a room has no events.
  listPlaybackEvents: async () => {
    const { total } = await group.owner.listPlaybackEvents({ ...at(), query: { playbackId: group.room.id } });
    assert.equal(total, 0);
  },
};

/** A test of an event of sessions names a webinar, that of another event a room. */
async function checkTests(send: (body: Body<'testWebhook'>) => Promise<{ roomId: string }>): Promise<void> {
  const ofSession = { eventName: 'session_started' } as const;
  await refusedFields(send({ roomId: id() }), 'roomId');
  await refusedFields(send({ ...ofSession, roomId: group.room.id }), 'roomId');
  assert.equal((await send(ofSession)).roomId, id());
  assert.equal((await send({})).roomId, group.room.id);
}

const at = () => ({ spaceId: group.spaceId });
const id = () => group.playback.id;
const day = { date: '2026-01-01T00:00:00Z' };
const period = { dateFrom: '2026-01-01T00:00:00Z', dateTo: '2026-02-01T00:00:00Z' };

interface Fields {
  properties?: Record<string, unknown>;
}

test('the wrong kind is refused also where the body or the query names it', async () => {
  const naming = operations.filter((operation) => {
    const { body, query }: Route = routes[operation];
    const fields = { ...(body as Fields)?.properties, ...(query as Fields)?.properties };
    return 'roomId' in fields || 'playbackId' in fields;
  });
  assert.deepEqual(naming.sort(), Object.keys(inInput).sort());
  await group.owner.createWebhook({ ...at(), body: { url: `${lectern.url}/hook` } });
  for (const check of Object.values(inInput)) await check();
});

test('every listed exception is an operation that names a room or a participant, with its reason', () => {
  for (const [operation, reason] of Object.entries(acceptBoth)) {
    assert.match(methodAndPath(operation as Operation).path, /:(roomId|participantId)/);
    assert.ok(reason.length > 10, operation);
  }
});
