import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { type EndedVisit, findVisitedCall } from './visited-call.ts';

const place = { id: 'a'.repeat(24), spaceId: 'b'.repeat(24) };
const entered = Date.parse('2026-03-17T14:00:00Z');
const finished = (id: string, finishedAt: string) => ({ status: 200, body: { items: [{ id, finishedAt }] } });
const none = { status: 409, body: { code: 'call_not_active', message: 'There is no call.' } };
const refused = { status: 403, body: { code: 'forbidden', message: 'You may not.' } };

type Reply = { status: number; body: object };
/** By the last part of the path. */
let replies: Record<string, Reply>;
let requests: string[];
/** The mark of a sign-in in `localStorage`. */
let signedIn: string | null;
Object.assign(globalThis, { window: { localStorage: { getItem: () => signedIn } } });

beforeEach(() => {
  signedIn = 'somebody';
  requests = [];
  replies = {
    active: { status: 200, body: { id: 'running' } },
    calls: finished('past', '2026-03-17T14:45:00Z'),
  };
  mock.method(globalThis, 'fetch', async (address: string) => {
    const last = (address.split('?')[0] ?? '').split('/').at(-1) ?? '';
    requests.push(last);
    const { status, body } = replies[last] ?? refused;
    return new Response(JSON.stringify(body), { status });
  });
});

const visit = (change: Partial<EndedVisit> = {}): EndedVisit => ({
  room: { ...place, alias: 'algebra-01', roleInRoom: 'role_room_moderator', closesAt: null },
  as: { kind: 'account' },
  participantToken: 'a session',
  enteredAt: entered,
  isCallOver: false,
  moderatesByLink: false,
  ...change,
});

test('a person who left is led to the running call, and to the finished one if it ended meanwhile', async () => {
  assert.deepEqual(await findVisitedCall(visit()), { callId: 'running' });
  replies.active = none;
  assert.deepEqual(await findVisitedCall(visit()), { callId: 'past' });
});

test('after the end of the call it is the finished one, never one that ended before the entry', async () => {
  assert.deepEqual(await findVisitedCall(visit({ isCallOver: true })), { callId: 'past' });
  replies.calls = finished('of last week', '2026-03-10T14:45:00Z');
  assert.deepEqual(await findVisitedCall(visit({ isCallOver: true })), { callId: 'running' });
  replies.active = none;
  assert.deepEqual(await findVisitedCall(visit({ isCallOver: true })), { callId: undefined });
});

test('people without an account, and accounts that do not lead the room, ask for no report', async () => {
  assert.equal(
    await findVisitedCall(
      visit({ room: { ...place, alias: 'algebra-01', roleInRoom: 'role_room_user', closesAt: null } }),
    ),
    undefined,
  );
  signedIn = null;
  assert.equal(await findVisitedCall(visit()), undefined);
  assert.deepEqual(requests, []);
});

test('a person who came by a link reads the role of the account that is signed in', async () => {
  const as = { kind: 'link', session: 'session' } as const;
  assert.equal(await findVisitedCall(visit({ as })), undefined);
  replies[place.id] = { status: 200, body: { roleInRoom: 'role_room_owner' } };
  assert.deepEqual(await findVisitedCall(visit({ as })), { callId: 'running' });
});

test('a failure shows no link', async () => {
  replies = { active: none, calls: { status: 503, body: {} } };
  assert.equal(await findVisitedCall(visit()), undefined);
});
