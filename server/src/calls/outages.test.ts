import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import type { ReportRow } from '../../../contract/operations/reports.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { type Entered, enterBy, isPresent, makeLink } from '../../testing/people/entering.ts';
import { Person } from '../../testing/people/person.ts';
import { freePorts } from '../../testing/processes/ports.ts';
import { runningWith, signalAll } from '../../testing/processes/processes.ts';
import { quietLog } from '../../testing/quiet-log.ts';
import { startReceiver } from '../../testing/receivers/receiver.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';
import { startOwnLiveKit } from '../engines/media/testing/own-livekit.ts';
import type { Db } from '../platform/db/db.ts';
import { deleteRoom } from '../rooms/change.ts';
import { findRoomById } from '../rooms/store.ts';
import { finishCallOfDeletedRoom } from './end-for-all.ts';
import type { CallParts } from './parts.ts';
import { activityIn, finishedCalls, visitsIn } from './testing/queries.ts';

type Intervals = ReportRow['intervals'];
/** The first and the last moment of something, by the clock of the test. */
type Span = [number, number];

/** `kill -9` of a server may lose at most this much of an interval, in milliseconds. */
const mostLost = 5_000;

/** Fails unless the report has one interval for each span of the clock, without losing or adding more than allowed. */
function assertSpans(intervals: Intervals | undefined, clock: Partial<Record<keyof Intervals, Span>>): void {
  for (const [name, [from, until]] of Object.entries(clock)) {
    const found = intervals?.[name as keyof Intervals] ?? [];
    assert.equal(found.length, 1, `${name}: ${JSON.stringify(found)}`);
    const late = found.map(({ startedAt, endedAt }) => [
      Date.parse(startedAt) - from,
      Date.parse(endedAt) - until,
    ]);
    assert.ok(
      late.flat().every((ms) => Math.abs(ms) <= mostLost),
      `${name} is ${late} ms late`,
    );
  }
}

const people: Person[] = [];
afterEach(async () => {
  for (const person of people.splice(0)) await person.leave();
});
after(() => dispose());

const until = <T>(condition: () => T | Promise<T>, message: string, timeout = 30_000) =>
  waitUntil(condition, { timeout, message });

const enter = async (lectern: LecternProcess, group: TestGroup): Promise<Entered> =>
  enterBy(lectern, group, { url: await makeLink(group) });

/** Connects to the media server directly, so that the death of our server does not disconnect the person. */
async function connectPast(engineUrl: string, entered: Entered): Promise<Person> {
  const { signalingToken } = await entered.api.issueSignalingToken(entered.at);
  const person = await Person.join(engineUrl, signalingToken);
  people.push(person);
  return person;
}

/** Connects through our server, as clients do without LECTERN_MEDIA_URL, and waits until the server has noticed. */
async function connectThrough(lectern: LecternProcess, group: TestGroup, entered: Entered): Promise<Person> {
  const person = await connectPast(lectern.url.replace('http', 'ws'), entered);
  await until(() => isPresent(group, entered.id), 'the person to be seen');
  return person;
}

describe('a media server whose webhooks never arrive', () => {
  let engine: Awaited<ReturnType<typeof startOwnLiveKit>>;
  let lectern: LecternProcess;
  before(async () => {
    engine = await startOwnLiveKit({});
    const { url, apiKey, apiSecret } = engine.livekit;
    const settings = { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret };
    lectern = await startLectern(settings);
  });
  after(async () => {
    await lectern?.remove();
    await engine?.livekit.stop();
    await engine?.remove();
  });

  test('reconciling finds each entry, exit, mute and end within 10 s', async () => {
    const group = await makeGroup(lectern);
    const [ann, bob] = [await enter(lectern, group), await enter(lectern, group)];
    const annPerson = await connectPast(lectern.url, ann);
    const came = Date.now();
    const bobPerson = await connectPast(lectern.url, bob);
    await until(
      async () => (await isPresent(group, ann.id)) && isPresent(group, bob.id),
      'both to be seen',
      10_000,
    );
    await bobPerson.leave();
    await until(async () => !(await isPresent(group, bob.id)), 'one to be gone', 10_000);
    await annPerson.leave();
    const left = Date.now();
    const [call] = await until(
      async () => {
        const calls = await finishedCalls(group);
        return calls.length > 0 && calls;
      },
      'the call to end',
      10_000,
    );
    assert.deepEqual([call?.participantsCount, call?.totalParticipantsCount], [2, 2]);
    // The media server reports when somebody joined, but not when they left.
    assert.ok(Math.abs(Date.parse(call?.startedAt ?? '') - came) < 1_000);
    const late = Date.parse(call?.finishedAt ?? '') - left;
    assert.ok(late > -500 && late < 4_000, `the end was recorded ${late} ms late`);
  });
});

describe('a server that dies during a call whose clients are connected to the media server directly', () => {
  let lectern: LecternProcess;
  before(async () => {
    const { media } = await freePorts();
    const settings = { LECTERN_MEDIA_PORT: String(media), LECTERN_MEDIA_URL: `ws://127.0.0.1:${media}` };
    lectern = await startLectern(settings, { engines: 'own' });
  });
  after(() => lectern?.remove());
  const engineUrl = () => `ws://127.0.0.1:${lectern.ports.media}`;
  const activityOf = async (participantId: string) => {
    const { db, close } = await databaseOf(lectern);
    const found = await activityIn(db, participantId);
    await close();
    return found;
  };

  test('clients and pages get the address of the media server', async () => {
    const entered = await enter(lectern, await makeGroup(lectern));
    assert.equal((await entered.api.issueSignalingToken(entered.at)).url, engineUrl());
    const page = await fetch(`${lectern.url}/groups`, { headers: { accept: 'text/html' } });
    const policy = page.headers.get('content-security-policy') ?? '';
    const sources = policy.split('; ').find((directive) => directive.startsWith('connect-src')) ?? '';
    for (const origin of [engineUrl(), engineUrl().replace('ws', 'http')]) {
      assert.ok(sources.split(' ').includes(origin), policy);
    }
  });

  test('the call goes on, and its data is right when the server is back', async (context) => {
    const group = await makeGroup(lectern);
    const receiver = await startReceiver();
    context.after(receiver.close);
    await group.owner.createWebhook({ spaceId: group.spaceId, body: { url: receiver.url } });
    const events = () => receiver.received.map(({ body }) => JSON.parse(body).body.eventName);
    const [stays, goes, comes] = [
      await enter(lectern, group),
      await enter(lectern, group),
      await enter(lectern, group),
    ];
    const staying = await connectPast(engineUrl(), stays);
    const began = Date.now();
    for (const source of ['microphone', 'screen'] as const) await staying.publish(source);
    const published = Date.now();
    const going = await connectPast(engineUrl(), goes);
    const joined = Date.now();
    // LiveKit tries each event of a room for 15 s, one after another. The events of two tracks come before the exit
    // and leave a busy machine more time to start the server.
    for (const source of ['microphone', 'camera'] as const) await going.publish(source);
    await until(
      async () => (await isPresent(group, stays.id)) && isPresent(group, goes.id),
      'both to be seen',
    );
    const before = await group.owner.getActiveCall(group.at);
    const { signalingToken } = await comes.api.issueSignalingToken(comes.at);
    const report = () =>
      stays.api.reportActivity({ ...stays.at, body: { isTabVisible: true, isSpeaking: true } });
    const reported = Date.now();
    await report();
    const activity = await activityOf(stays.id);

    await lectern.kill();
    const leaving = Date.now();
    await going.leave();
    await until(() => staying.room.remoteParticipants.size === 0, 'the other to be gone');
    const left = Date.now();
    const coming = await Person.join(engineUrl(), signalingToken);
    people.push(coming);
    const came = Date.now();
    await coming.publish('microphone');
    await until(() => staying.room.remoteParticipants.size === 1, 'the call to go on');
    await lectern.start();

    await until(async () => {
      const { participantsCount, totalParticipantsCount } = await group.owner.getActiveCall(group.at);
      return participantsCount === 2 && totalParticipantsCount === 3;
    }, 'the data to be right again');
    const after = await group.owner.getActiveCall(group.at);
    assert.deepEqual([after.id, after.startedAt], [before.id, before.startedAt]);
    const { db, close } = await databaseOf(lectern);
    // LiveKit's late events contain the time in seconds.
    const second = Math.floor(leaving / 1000) * 1000;
    await until(async () => {
      const [gone] = await visitsIn(db, goes.id);
      const exited = gone?.exited_at?.getTime() ?? 0;
      return exited >= second && exited <= left + 1_000;
    }, 'the departure to be recorded to the second');
    const [arrived] = await visitsIn(db, comes.id);
    assert.ok(Math.abs((arrived?.entered_at.getTime() ?? 0) - came) < 1_000, 'present since that time');
    await close();
    await report();
    assert.deepEqual(await activityOf(stays.id), activity, 'the tab was visible all the time');
    assert.deepEqual(
      activity.map(({ ended_at }) => ended_at),
      [null, null],
    );

    await staying.leave();
    await coming.leave();
    const ended = Date.now();
    await until(() => events().includes('call_finished'), 'the end to be told');
    assert.deepEqual(events(), ['call_started', 'call_finished']);
    const [call, ...more] = await finishedCalls(group);
    assert.deepEqual(more, []);
    assert.equal(call?.totalParticipantsCount, 3);
    const query = { roomId: group.room.id, callId: call?.id ?? '' };
    const { participants } = await group.owner.getRoomAnalyticsReport({ spaceId: group.spaceId, query });
    const intervalsOf = ({ id }: Entered) => participants.find((row) => row.participantId === id)?.intervals;
    assertSpans(intervalsOf(stays), {
      ...{ online: [began, ended], microphone: [published, ended], screen: [published, ended] },
      ...{ tab: [reported, ended], speaking: [reported, ended] },
    });
    assertSpans(intervalsOf(goes), { online: [joined, leaving], camera: [joined, leaving] });
    assertSpans(intervalsOf(comes), { online: [came, ended], microphone: [came, ended] });
  });

  test('a call that ended while the server was down is finished soon after the restart', async () => {
    const group = await makeGroup(lectern);
    const entered = await enter(lectern, group);
    const person = await connectPast(engineUrl(), entered);
    await until(() => isPresent(group, entered.id), 'the person to be seen');
    await lectern.kill();
    await person.leave();
    await lectern.start();
    // If the media server dropped the room meanwhile, that looks like its restart: people have 30 s to return.
    const over = 60_000;
    const [call] = await until(
      async () => {
        const calls = await finishedCalls(group);
        return calls.length > 0 && calls;
      },
      'the call to be over',
      over,
    );
    assert.deepEqual([call?.participantsCount, call?.totalParticipantsCount], [1, 1]);
  });

  test('when the media server is killed, people reconnect into the same call and the same entries', async () => {
    const group = await makeGroup(lectern);
    const [ann, bob] = [await enter(lectern, group), await enter(lectern, group)];
    for (const entered of [ann, bob]) await connectThrough(lectern, group, entered);
    const before = await group.owner.getActiveCall(group.at);
    await ann.api.reportActivity({ ...ann.at, body: { isTabVisible: true } });
    const [livekit] = runningWith(lectern.dataDir).filter(({ command }) =>
      command.includes('livekit-server'),
    );
    assert.ok(livekit);
    process.kill(livekit.pid, 'SIGKILL');
    const { db, close } = await databaseOf(lectern);
    for (const { id } of [ann, bob]) {
      const returned = async () => {
        const visits = await visitsIn(db, id);
        return visits.length > 1 && visits.at(-1)?.exited_at === null;
      };
      await until(returned, 'both to be back', 40_000);
    }
    const activity = await activityOf(ann.id);
    assert.equal(activity.at(-1)?.visit_id, (await visitsIn(db, ann.id)).at(-1)?.id);
    assert.equal(activity.at(-1)?.ended_at, null, 'the page has no new state to report');
    const after = await group.owner.getActiveCall(group.at);
    assert.deepEqual(after, before);
    await close();
  });

  test('deleting a room does not wait for a media server that hangs', async () => {
    const group = await makeGroup(lectern);
    const entered = await enter(lectern, group);
    const person = await connectPast(engineUrl(), entered);
    await until(() => isPresent(group, entered.id), 'the person to be seen');
    const livekit = runningWith(lectern.dataDir).filter(({ command }) => command.includes('livekit-server'));
    const gaveUp = () => lectern.output().includes('a call was ended while the media server is down');
    signalAll(livekit, 'SIGSTOP');
    try {
      await group.owner.deleteRoom(group.at);
      assert.equal(gaveUp(), false, 'the response came before the request to the media server timed out');
      await refused(group.owner.getRoom(group.at), 'not_found');
    } finally {
      signalAll(livekit, 'SIGCONT');
    }
    await until(() => person.endedBecause !== undefined, 'the person to be out', 60_000);
  });

  test('when a node dies right after it deleted a room, another node ends the room in the media server', async () => {
    const group = await makeGroup(lectern);
    const entered = await enter(lectern, group);
    const person = await connectPast(engineUrl(), entered);
    await until(() => isPresent(group, entered.id), 'the person to be seen');
    const { db, close } = await databaseOf(lectern);
    const seen = await findRoomById(db, group.room.id, {});
    assert.ok(seen);
    // Simulates the other node: its call after the commit never happens.
    const dead = {
      ...{ db, graceSeconds: 1, log: quietLog },
      engine: { endRoom: () => new Promise<void>(() => undefined) },
      onEndedForAll: [],
      onCallFinished: [],
      onLeft: [],
    } as unknown as CallParts;
    const onRoomDeleting = (trx: Db) => finishCallOfDeletedRoom(dead, trx, group.room.id);
    await deleteRoom(db, seen.room, { onRoomDeleting: [onRoomDeleting] });
    await until(() => person.endedBecause !== undefined, 'the person to be out', 60_000);
    await close();
  });

  test('a planned stop interrupts the running calls, which go on when their people return', async () => {
    const group = await makeGroup(lectern);
    const entered = await enter(lectern, group);
    const person = await connectThrough(lectern, group, entered);
    await lectern.stop();
    assert.match(lectern.output(), /"calls":\d+.*stopping the media server interrupts calls/);
    await person.leave();
    await lectern.start();
    const returned = await connectThrough(lectern, group, entered);
    await returned.leave();
    const [call, ...more] = await until(async () => {
      const calls = await finishedCalls(group);
      return calls.length > 0 && calls;
    }, 'the call to end');
    assert.deepEqual(more, []);
    const { db, close } = await databaseOf(lectern);
    assert.deepEqual([call?.participantsCount, (await visitsIn(db, entered.id)).length], [1, 2]);
    await close();
  });
});
