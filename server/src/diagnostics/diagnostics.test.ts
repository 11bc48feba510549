import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DisconnectReason, dispose } from '@livekit/rtc-node';
import { databaseOf } from '../../testing/database.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { engineOf } from '../../testing/people/meeting.ts';
import { Person } from '../../testing/people/person.ts';
import { sendRaw } from '../../testing/raw.ts';
import { waitUntil } from '../../testing/wait.ts';
import { mayPublishAll, mayPublishNothing, newDiagnosticsRoomId } from '../engines/media/media.ts';
import { FakeMediaEngine } from '../engines/media/testing/fake.ts';
import { after as later, now, seconds } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { endOldDiagnostics } from './end.ts';

let lectern: LecternProcess;
before(async () => {
  lectern = await startLectern({ LECTERN_RATE_LIMIT_PER_MINUTE: '1000000' });
});
after(async () => {
  await dispose();
  await lectern?.remove();
});

const until = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 10_000, message });

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));

test('anybody connects to a room of their own, and may send nothing', async () => {
  const { url, signalingToken, socketUrl, endsAt } = await lectern.client().startDiagnostics();
  assert.equal(url, lectern.url.replace('http:', 'ws:'));
  assert.equal(new URL(socketUrl).pathname, '/connection/websocket');
  const left = Date.parse(endsAt) - Date.now();
  assert.ok(left > seconds(60) && left <= seconds(90), `it lasts ${left} ms`);
  const person = await Person.join(url, signalingToken);
  const { room } = claimsOf(signalingToken).video;
  const [listed] = (await until(async () => {
    const people = await engineOf(lectern).listParticipants(room);
    return people.length > 0 && people;
  }, 'the person to be listed')) as Awaited<ReturnType<FakeMediaEngine['listParticipants']>>;
  // `media.contract.test.ts` shows that the media server refuses what a participant may not publish.
  assert.deepEqual(listed?.publish, mayPublishNothing);
  await person.leave();
});

test('each test has a room of its own, and a second client with a token replaces the first', async () => {
  const api = lectern.client();
  const [one, other] = [await api.startDiagnostics(), await api.startDiagnostics()];
  assert.notEqual(claimsOf(one.signalingToken).video.room, claimsOf(other.signalingToken).video.room);
  const first = await Person.join(one.url, one.signalingToken);
  const second = await Person.join(one.url, one.signalingToken);
  await until(() => first.endedBecause === DisconnectReason.DUPLICATE_IDENTITY, 'the first to be out');
  const { room } = claimsOf(one.signalingToken).video;
  const isAlone = async () => (await engineOf(lectern).listParticipants(room)).length === 1;
  await until(isAlone, 'the second to be alone in the room');
  await second.leave();
});

test('a test is no call: nothing of it is stored, and the media server is told so', async () => {
  const { url, signalingToken } = await lectern.client().startDiagnostics();
  const person = await Person.join(url, signalingToken);
  await person.leave();
  const { room } = claimsOf(signalingToken).video;
  const isGone = async () => (await engineOf(lectern).listParticipants(room)).length === 0;
  await until(isGone, 'the person to be gone');
  const { db, close } = await databaseOf(lectern);
  for (const table of ['calls', 'visits', 'participants', 'webhook_deliveries', 'engine_events'] as const) {
    assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [], table);
  }
  await close();
  assert.doesNotMatch(lectern.output(), /"level":50/);
});

test('the signalling refuses a token whose test is over, although the media server would accept it', async () => {
  const validate = async (roomId: string) => {
    const participantId = newId();
    const more = { name: 'Ann', role: 'user', entryId: newId(), publish: mayPublishAll };
    const token = await engineOf(lectern).issueToken({ roomId, participantId, ...more });
    const { status } = await fetch(`${lectern.url}/rtc/validate?access_token=${token}`);
    return status;
  };
  assert.equal(await validate(newDiagnosticsRoomId(later(seconds(5)))), 200);
  assert.equal(await validate(newDiagnosticsRoomId(later(-seconds(2)))), 403);
  // A name that only resembles one.
  assert.equal(await validate(`diagnostics-${newId()}`), 403);
});

test('rooms of tests that are over are ended, all others stay', async () => {
  const engine = new FakeMediaEngine();
  const open = async (roomId: string) => {
    const person = { participantId: newId(), name: 'Ann', role: 'user', entryId: newId() };
    engine.join(await engine.issueToken({ roomId, ...person, publish: mayPublishNothing }));
    return roomId;
  };
  await open(newDiagnosticsRoomId(later(-seconds(1), now())));
  const kept = [await open(newDiagnosticsRoomId(later(seconds(60)))), await open(newId())];
  await endOldDiagnostics(engine);
  assert.deepEqual((await engine.listRooms()).map(({ roomId }) => roomId).sort(), kept.sort());
});

test('an address starts a limited number of tests in a minute', async () => {
  const statuses: Record<number, number> = {};
  let retryAfter: string | null = null;
  for (let count = 0; count < 500 && !statuses[429]; count += 1) {
    const answer = await sendRaw(lectern.url, { path: '/v1/diagnostics' });
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    retryAfter = answer.headers.get('retry-after');
  }
  assert.deepEqual(Object.keys(statuses), ['201', '429']);
  assert.match(retryAfter ?? '', /^\d+$/);
});
