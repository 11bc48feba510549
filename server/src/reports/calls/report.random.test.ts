import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import type { AttendanceReport, ReportRow } from '../../../../contract/operations/reports.ts';
import { databaseOf } from '../../../testing/database.ts';
import { seedOf } from '../../../testing/fuzzing/chance.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { closeEmptyCalls } from '../../calls/reconcile.ts';
import { CallScene } from '../../calls/testing/call-scene.ts';
import { stopClock } from '../../calls/testing/clock.ts';
import { Random } from '../../calls/testing/random.ts';
import type { Database } from '../../platform/db/db.ts';
import type { Interval } from '../people/model.ts';
import { type Trace, type TraceParticipant, traceKeyOf } from './testing/happenings.ts';
import { assertInvariants } from './testing/invariants.ts';
import { type SimulatedPerson, simulate } from './testing/naive.ts';
import { Player } from './testing/play.ts';
import { randomKind, randomTrace } from './testing/traces.ts';

const meetings = 8;
const minute = 60_000;

let lectern: InProcess;
let database: Database;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
  // The test itself delivers the events of its media server and ends the calls, by its own clock.
  await lectern.stop();
  await database.db
    .insertInto('leases')
    .values({ name: 'calls', holder: 'the test', expires_at: new Date('2100-01-01') })
    .execute();
  await lectern.start();
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const at = (milliseconds: number) => new Date(milliseconds).toISOString();
const isoIntervals = (intervals: Interval[]) =>
  intervals.map(({ start, end }) => ({ startedAt: at(start), endedAt: at(end) }));
const wholeSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

type ComparedRow = ReturnType<typeof actualRow>;

/** A row as the simulation expects it, as far as the trace determines it. */
function expectedRow(person: SimulatedPerson, newest: TraceParticipant, trace: Trace): ComparedRow {
  const { visits, firstEntryAt, lastExitAt, totals, runs } = person;
  const isOnline = !trace.isFinal && lastExitAt === trace.until;
  return {
    name: newest.name,
    visits,
    firstEntryAt: at(firstEntryAt),
    lastExitAt: isOnline ? null : at(lastExitAt),
    onlineDuration: wholeSeconds(totals.online),
    onlineDurationWithActiveTab: wholeSeconds(totals.tab),
    activeMicrophoneDuration: wholeSeconds(totals.microphone),
    activeCameraDuration: wholeSeconds(totals.camera),
    screenSharingDuration: wholeSeconds(totals.screen),
    speakingDuration: wholeSeconds(totals.speaking),
    share: trace.until > trace.start ? totals.online / (trace.until - trace.start) : 0,
    intervals: {
      online: isoIntervals(runs.online),
      tab: isoIntervals(runs.tab),
      microphone: isoIntervals(runs.microphone),
      camera: isoIntervals(runs.camera),
      screen: isoIntervals(runs.screen),
      speaking: isoIntervals(runs.speaking),
    },
  };
}

/** The same fields of a row of the report. */
function actualRow(row: ReportRow) {
  const { name, visits, firstEntryAt, lastExitAt, share, intervals } = row;
  const { onlineDuration, onlineDurationWithActiveTab, activeMicrophoneDuration, activeCameraDuration } = row;
  const { screenSharingDuration, speakingDuration } = row;
  return {
    ...{ name, visits, firstEntryAt, lastExitAt },
    ...{ onlineDuration, onlineDurationWithActiveTab, activeMicrophoneDuration, activeCameraDuration },
    ...{ screenSharingDuration, speakingDuration, share, intervals },
  };
}

/** The newest participant of each person who entered the call: the person has its name. */
function newestParticipants({ participants, happenings }: Trace): Map<string, TraceParticipant> {
  const entered = new Set(happenings.flatMap((one) => (one.what === 'join' ? [one.participantId] : [])));
  const newest = new Map<string, TraceParticipant>();
  for (const participant of participants) {
    const known = newest.get(traceKeyOf(participant));
    if (entered.has(participant.id) && !(known && known.joinedAt > participant.joinedAt))
      newest.set(traceKeyOf(participant), participant);
  }
  return newest;
}

function assertReport(report: AttendanceReport, trace: Trace, keyOf: (row: ReportRow) => string): void {
  const { people, area, curve } = simulate(trace, 'happening');
  const newest = newestParticipants(trace);
  const actual = report.participants.map((row) => [keyOf(row), actualRow(row)] as const);
  const expected = [...people].map(([key, person]) => {
    const participant = newest.get(key);
    assert.ok(participant);
    return [key, expectedRow(person, participant, trace)] as const;
  });
  assert.deepEqual(new Map(actual), new Map(expected));
  assert.equal(report.participants.length, people.size, 'one row for each person');
  assertInvariants(report);
  const { call, totals, isFinal, participants } = report;
  assert.equal(isFinal, trace.isFinal);
  assert.deepEqual(
    [call.startedAt, call.finishedAt, call.duration],
    [at(trace.start), isFinal ? at(trace.until) : null, wholeSeconds(trace.until - trace.start)],
  );
  const sum = participants.reduce((seconds, { onlineDuration }) => seconds + onlineDuration, 0);
  assert.deepEqual(
    [totals.people, totals.visits, totals.mostPeople, totals.onlineDuration],
    [
      people.size,
      participants.reduce((visits, row) => visits + row.visits, 0),
      Math.max(...curve.map((point) => point.people), 1),
      sum,
    ],
  );
  // The area under the curve, less what the truncation of each row takes.
  assert.ok(sum <= area / 1000 && sum > area / 1000 - participants.length);
}

/** Plays a meeting by a stopped clock, and compares the API's answers with the simulation. */
async function compare(context: TestContext, seed: number): Promise<void> {
  const random = new Random(seed);
  const kind = randomKind(random, random.pick([1, 1_000]));
  const small = {
    length: minute + random.below(20 * minute),
    steps: 8 + random.below(12),
    people: 1 + random.below(4),
  };
  const trace = randomTrace(random, { ...kind, ...small, isPlayable: true });
  const clock = stopClock(context, trace.start);
  const scene = new CallScene([database], 3600);
  await scene.makeRoom();
  const owner = lectern.client(lectern.owner.personalToken);
  const { id: ownerId } = await owner.getOwnUser();
  await database.db
    .updateTable('spaces')
    .set({ owner_id: ownerId })
    .where('id', '=', scene.spaceId)
    .execute();
  const player = new Player(scene, clock);
  await player.play(trace);
  const { spaceId, roomId } = scene;
  const [call] = await scene.calls();
  assert.ok(call);
  if (
    kind.end === 'a moderator ends it' &&
    (await scene.visits()).some(({ exited_at }) => exited_at === null)
  )
    await owner.finishActiveCall({ spaceId, roomId });
  else if (kind.end !== 'running') {
    clock.advance(3_601_000);
    await closeEmptyCalls(scene.node);
  }
  const query = { roomId, callId: call.id, provisional: kind.end === 'running' };
  const report = await owner.getRoomAnalyticsReport({ spaceId, query });
  assertReport(report, trace, ({ participantId, externalUserId, userId }) => {
    const participant = player.participants.get(participantId);
    assert.ok(participant);
    const idOf = (text: string | null) => (text === null ? null : player.accounts.get(text));
    assert.deepEqual([externalUserId, userId], [idOf(participant.externalUserId), idOf(participant.userId)]);
    return traceKeyOf(participant);
  });
  const timeline = await owner.getAnalyticsCallTimeline({ spaceId, callId: call.id });
  assert.deepEqual(
    timeline.items,
    simulate(trace, 'happening').curve.map((point) => ({ at: at(point.at), people: point.people })),
  );
}

test('reports of random meetings, read by the API, equal the simulation', async (t) => {
  const seed = seedOf(t);
  for (let round = 0; round < meetings; round += 1)
    await t.test(`meeting ${round}`, (context) => compare(context, seed * 1_000 + round));
});
