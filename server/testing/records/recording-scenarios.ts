import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../../contract/client/index.ts';
import { isHealthy } from '../processes/health.ts';
import { type Running, runningWith, signalAll } from '../processes/processes.ts';
import { refused } from '../refused.ts';
import { withTimings } from '../timings.ts';
import { waitUntil } from '../wait.ts';
import { leaveOnDisk, onSmallDisk } from './record-disk.ts';
import { faultsOf, type RecordingOutcome, type RecordingServer } from './recording-server.ts';

/** The outcome of one round of a scenario. */
export interface RoundResult {
  outcomes: RecordingOutcome[];
  /** One sentence for each deviation. */
  faults: string[];
}

/** How long the scenarios wait for timeouts of the product. */
export interface Pace {
  /** Longer than the time in which a person's stop discards the recording. */
  keptAfterMs: number;
  /** Longer than every database timeout of the product. */
  databaseAwayMs: number;
  /** Scales the random pauses. */
  share: number;
}

interface ScenarioOptions {
  server: RecordingServer;
  chance: () => number;
  pace: Pace;
}

export const realPace: Pace = { keptAfterMs: 3200, databaseAwayMs: 30_000, share: 1 };

/** For a server with short timeouts (`settings`). */
export const shortPace = {
  keptAfterMs: 1000,
  databaseAwayMs: 5000,
  share: 0.6,
  settings: withTimings({
    'platform/db/db.ts': { connectionMs: 1500 },
    'platform/db/limits.ts': { statementMs: 2500, idleInTransactionMs: 1500, answerMs: 3000 },
    'records/running/runner.ts': { pausesMs: [200, 500, 1000] },
    'records/stop.ts': { discardsWithinMs: 800 },
    'startup/nodes/nodes.ts': { heartbeatMs: 1000 },
  }),
};

/** Records while something dies, or while two things happen at once. */
export type Scenario = (options: ScenarioOptions) => Promise<RoundResult>;

const pauseAtRandom = (
  { chance, pace }: Pick<ScenarioOptions, 'chance' | 'pace'>,
  mostMs: number,
): Promise<void> => pause(chance() * mostMs * pace.share);

/** Stops the recording by hand unless it has ended. */
async function stop({ group, owner }: RecordingServer): Promise<void> {
  await owner.stopRecord(group.at).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'record_not_active') throw error;
  });
}

/** Records until a stop no longer discards the recording. */
async function recordUntilKept(
  { server, pace }: Pick<ScenarioOptions, 'server' | 'pace'>,
  recordId: string,
): Promise<void> {
  const { startedAt, failure } = await server.awaitPicture(recordId);
  if (!startedAt) throw new Error(`record ${recordId} failed: ${failure}`);
  const since = () => Date.now() - Date.parse(startedAt);
  await waitUntil(() => since() > pace.keptAfterMs, {
    timeout: 20_000,
    message: 'some seconds of recording',
  });
}

interface Expected {
  ends: readonly string[];
  isPartial?: boolean;
}

/** Checks the end of the recording, and that no recorder is left. */
async function checkEnd(server: RecordingServer, recordId: string, expected: Expected): Promise<RoundResult> {
  const outcome = await server.awaitOutcome(recordId);
  const faults = faultsOf(outcome, expected);
  // The outcome is stored before the process of the recorder ends.
  const areGone = () => server.recorders().length === 0;
  await waitUntil(areGone, { timeout: 10_000, message: 'the recorder to be gone' }).catch(() =>
    faults.push(`${server.recorders().length} recorders are left`),
  );
  return { outcomes: [outcome], faults };
}

/** Runs after the last round: the node records again, and no earlier recording sent a further event. */
export async function checkRecordsAgain(server: RecordingServer): Promise<RoundResult> {
  const recordId = await server.startRecord();
  await stop(server);
  const { outcomes, faults } = await checkEnd(server, recordId, { ends: ['aborted'] });
  return { outcomes, faults: [...faults, ...server.findLateEvents()] };
}

const recorderKilled: Scenario = async ({ server, chance, pace }) => {
  const recordId = await server.startRecord();
  // The slot belongs to the server, and the recorder starts after the response.
  await waitUntil(() => server.recorders(recordId).length > 0, { timeout: 20_000, message: 'a recorder' });
  await pauseAtRandom({ chance, pace }, 7000);
  signalAll(server.recorders(recordId), 'SIGKILL');
  // A recorder that was killed before it began to write is not started again.
  return checkEnd(server, recordId, {
    ends: ['finished', 'failed no_picture', 'failed media_lost'],
    isPartial: true,
  });
};

const serverKilled: Scenario = async ({ server, chance, pace }) => {
  const recordId = await server.startRecord();
  await pauseAtRandom({ chance, pace }, 6000);
  const { state } = await server.getRecord(recordId);
  const before = server.recorders(recordId);
  await server.lectern.kill();
  const after = server.recorders(recordId);
  await server.restart();
  const again = server.recorders(recordId);
  const faults: string[] = [];
  // Without a picture it may have given up while the server restarted.
  const goesOn = ([one]: Running[]) => one !== undefined && one.pid === before[0]?.pid;
  if (state === 'recording' && !(goesOn(after) && goesOn(again))) faults.push('the recorder did not go on');
  if (again.length > 1) faults.push(`${again.length} recorders of one recording`);
  await waitUntil(async () => (await server.getRecord(recordId)).state !== 'new', {
    timeout: 30_000,
    message: 'the state to be known again',
  });
  if ((await server.getRecord(recordId)).state === 'recording')
    await recordUntilKept({ server, pace }, recordId);
  await stop(server);
  // A server killed before the first picture may restart after the limit of ten seconds without a picture.
  const ends = state === 'recording' ? ['finished'] : ['finished', 'failed no_picture'];
  const result = await checkEnd(server, recordId, { ends, isPartial: false });
  return { ...result, faults: [...faults, ...result.faults] };
};

/** The call ends with the embedded media server, and the recorder finishes its file; the next start collects it. */
const serverStopped: Scenario = async ({ server, chance, pace }) => {
  const recordId = await server.startAndAwaitPicture();
  await pauseAtRandom({ chance, pace }, 1000);
  await server.lectern.stop();
  await pauseAtRandom({ chance, pace }, 1000);
  await server.restart();
  // The call goes on, and so does its recording, with a gap.
  await recordUntilKept({ server, pace }, recordId);
  await stop(server);
  return checkEnd(server, recordId, { ends: ['finished'] });
};

const engineKilled: Scenario = async ({ server, chance, pace }) => {
  const recordId = await server.startAndAwaitPicture();
  await pauseAtRandom({ chance, pace }, 2000);
  const engines = runningWith(server.lectern.dataDir).filter(({ command }) =>
    command.includes('livekit-server'),
  );
  signalAll(engines, 'SIGKILL');
  await pauseAtRandom({ chance, pace }, 8000);
  await recordUntilKept({ server, pace }, recordId);
  await stop(server);
  return checkEnd(server, recordId, { ends: ['finished'] });
};

const storageAway: Scenario = async ({ server, chance, pace }) => {
  await server.ensureParticipant();
  const folder = join(server.lectern.dataDir, 'files');
  mkdirSync(folder, { recursive: true });
  const recordId = await server.startAndAwaitPicture();
  renameSync(folder, `${folder}.away`);
  writeFileSync(folder, 'in the way');
  const faults: string[] = [];
  try {
    await recordUntilKept({ server, pace }, recordId);
    await stop(server);
    const made = join(server.lectern.dataDir, 'recordings', recordId);
    await waitUntil(() => readdirSync(made).includes('result.json'), {
      timeout: 60_000,
      message: 'the files of the recording',
    });
    await pauseAtRandom({ chance, pace }, 2500);
    if ((await server.getRecord(recordId)).state !== 'processing')
      faults.push('it ended without the storage');
    if (!readdirSync(made).includes('video.mp4')) faults.push('the local file was removed before the upload');
  } finally {
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
  }
  const result = await checkEnd(server, recordId, { ends: ['finished'], isPartial: false });
  return { ...result, faults: [...faults, ...result.faults] };
};

/** Kills PostgreSQL and suspends its successor for `databaseAwayMs`. */
async function keepDatabaseAway({ lectern }: RecordingServer, { databaseAwayMs }: Pace): Promise<void> {
  const postmasters = () => runningWith(lectern.dataDir).filter(({ command }) => / -D /.test(command));
  const first = postmasters();
  const others = () => postmasters().filter(({ pid }) => !first.some((one) => one.pid === pid));
  const until = performance.now() + databaseAwayMs;
  signalAll(first, 'SIGKILL');
  while (performance.now() < until) {
    signalAll(others(), 'SIGSTOP');
    await pause(50);
  }
  signalAll(others(), 'SIGCONT');
}

const databaseAway: Scenario = async ({ server, chance, pace }) => {
  const recordId = await server.startAndAwaitPicture();
  const [before] = server.recorders(recordId);
  await pauseAtRandom({ chance, pace }, 1000);
  await keepDatabaseAway(server, pace);
  const faults: string[] = [];
  if (server.recorders(recordId)[0]?.pid !== before?.pid) faults.push('the recorder did not go on');
  await waitUntil(() => isHealthy(server.lectern.url), {
    timeout: 60_000,
    message: 'the database to be back',
  });
  await recordUntilKept({ server, pace }, recordId);
  await stop(server);
  const result = await checkEnd(server, recordId, { ends: ['finished'], isPartial: false });
  return { ...result, faults: [...faults, ...result.faults] };
};

const megabyte = 1024 * 1024;
const plenty = 256 * megabyte;
const leastFree = 20 * megabyte;

/** Another program fills the disk until less than the required free space is left. */
const diskFills: Scenario = async ({ server, chance, pace }) => {
  const { owner, group, lectern } = server;
  const recordId = await server.startAndAwaitPicture();
  await pauseAtRandom({ chance, pace }, 2000);
  leaveOnDisk(lectern.dataDir, leastFree / 2);
  const result = await checkEnd(server, recordId, { ends: ['finished'], isPartial: true });
  // Nodes report their free space with each heartbeat.
  await server.awaitFreeBytes((bytes) => bytes < leastFree);
  await refused(owner.startRecord({ ...group.at, body: {} }), 'disk_low');
  leaveOnDisk(lectern.dataDir, plenty);
  return result;
};

/** The disk becomes full at once, and is freed later. */
const diskFull: Scenario = async ({ server, chance, pace }) => {
  const { dataDir } = server.lectern;
  const recordId = await server.startRecord();
  await pauseAtRandom({ chance, pace }, 6000);
  leaveOnDisk(dataDir, 0);
  await waitUntil(() => server.recorders(recordId).length === 0, {
    timeout: 30_000,
    message: 'the recorder to end',
  });
  // The server judges the reason for a missing picture by the disk at that time.
  await server.awaitPicture(recordId);
  await pauseAtRandom({ chance, pace }, 2000);
  leaveOnDisk(dataDir, plenty);
  return checkEnd(server, recordId, { ends: ['finished', 'failed disk_full'] });
};

const callEndsWithStop: Scenario = async ({ server, chance, pace }) => {
  const recordId = await server.startAndAwaitPicture();
  await recordUntilKept({ server, pace }, recordId);
  const { owner, group } = server;
  const first = chance() < 0.5;
  const end = async () => {
    if (first) await pauseAtRandom({ chance, pace }, 20);
    await owner.finishActiveCall(group.at);
  };
  const stopNow = async () => {
    if (!first) await pauseAtRandom({ chance, pace }, 20);
    await stop(server);
  };
  await Promise.all([end(), stopNow()]);
  return checkEnd(server, recordId, { ends: ['finished'], isPartial: false });
};

const twoStarts: Scenario = async ({ server }) => {
  await server.ensureParticipant();
  const { owner, group } = server;
  const asked = await Promise.allSettled([
    owner.startRecord({ ...group.at, body: {} }),
    owner.startRecord({ ...group.at, body: {} }),
  ]);
  const begun = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const [recordId = ''] = begun;
  const faults: string[] = [];
  if (begun.length !== 1) faults.push(`${begun.length} of two starts succeeded`);
  if (refused[0]?.code !== 'record_active') faults.push(`the other start was refused with ${refused[0]}`);
  const { startedAt } = await server.awaitPicture(recordId);
  if (startedAt && server.recorders().length !== 1) faults.push(`${server.recorders().length} recorders`);
  await stop(server);
  const result = await checkEnd(server, recordId, { ends: ['aborted', 'finished', 'failed no_picture'] });
  return { ...result, faults: [...faults, ...result.faults] };
};

const nobodyThere: Scenario = async ({ server, chance, pace }) => {
  const { person } = await server.ensureParticipant();
  await person.leave();
  await pauseAtRandom({ chance, pace }, 1500);
  const { owner, group } = server;
  // The call waits for the participant's return, or has ended.
  const asked = await owner.startRecord({ ...group.at, body: {} }).catch((error: ApiError) => error);
  if (asked instanceof Error) {
    await server.replaceParticipant();
    const faults = asked.code === 'call_not_active' ? [] : [`refused with ${asked.code}`];
    return { outcomes: [], faults };
  }
  return checkEnd(server, asked.id, { ends: ['finished', 'failed no_picture'] });
};

const startAndStop: Scenario = async ({ server, chance, pace }) => {
  const recordId = await server.startRecord();
  await pauseAtRandom({ chance, pace }, 100);
  await stop(server);
  return checkEnd(server, recordId, { ends: ['aborted'] });
};

const roomDeleted: Scenario = async ({ server, chance, pace }) => {
  const { owner } = server;
  const group = await server.newRoom();
  await server.replaceParticipant(group);
  const { id: recordId } = await owner.startRecord({ ...group.at, body: {} });
  await pauseAtRandom({ chance, pace }, 6000);
  await owner.deleteRoom(group.at);
  return checkEnd(server, recordId, { ends: ['failed room_deleted'] });
};

export const scenarios = {
  'the recorder is killed': recorderKilled,
  'the server is killed': serverKilled,
  'the server is stopped': serverStopped,
  'LiveKit is killed': engineKilled,
  'the storage is away': storageAway,
  'the database is away': databaseAway,
  'the disk fills': diskFills,
  'the disk is full': diskFull,
  'the call ends with the stop': callEndsWithStop,
  'two starts at once': twoStarts,
  'a start with nobody there': nobodyThere,
  'start and stop within 100 ms': startAndStop,
  'the room is deleted': roomDeleted,
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

/** Additional settings for the server of a scenario. */
export const settingsOfScenario = (name: ScenarioName): Record<string, string> =>
  name.startsWith('the disk') ? { ...onSmallDisk, LECTERN_MIN_FREE_DISK: String(leastFree) } : {};
