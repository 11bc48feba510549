import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../../contract/client/index.ts';
import { isHealthy } from '../processes/health.ts';
import { type Running, runningWith, signal } from '../processes/processes.ts';
import { refused } from '../refused.ts';
import { waitUntil } from '../wait.ts';
import { withWaits } from '../waits.ts';
import { leaveOnDisk, onSmallDisk } from './record-disk.ts';
import { faultsOf, type Outcome, type RecordingServer } from './recording-server.ts';

/** What a round came to. */
export interface RoundResult {
  outcomes: Outcome[];
  /** Sentences; none: it went as it should. */
  faults: string[];
}

/** How long the ways wait where the product waits. */
export interface Pace {
  /** Beyond the second thoughts, within which a person's stop throws the recording away. */
  meantMs: number;
  /** Beyond every patience of ours with a database. */
  databaseAwayMs: number;
  /** Of the time within which something happens at any moment. */
  share: number;
}

interface ScenarioOptions {
  server: RecordingServer;
  chance: () => number;
  pace: Pace;
}

export const realPace: Pace = { meantMs: 3200, databaseAwayMs: 30_000, share: 1 };

/** With the settings of a server that waits no longer. */
export const shortPace = {
  meantMs: 1000,
  databaseAwayMs: 6000,
  share: 0.6,
  settings: withWaits({
    'platform/db/db.ts': { connectionMs: 1500 },
    'platform/db/limits.ts': { statementMs: 2500, idleInTransactionMs: 1500, answerMs: 3000 },
    'records/running/runner.ts': { pausesMs: [200, 500, 1000] },
    'records/stop.ts': { secondThoughtsMs: 800 },
    'startup/nodes/nodes.ts': { heartbeatMs: 1000 },
  }),
};

/** One way in which things die, or happen at once, while somebody records. */
export type Scenario = (options: ScenarioOptions) => Promise<RoundResult>;

const anyTime = ({ chance, pace }: Pick<ScenarioOptions, 'chance' | 'pace'>, mostMs: number): Promise<void> =>
  pause(chance() * mostMs * pace.share);

/** Stops by hand, where it has not ended yet. */
async function stop({ group, owner }: RecordingServer): Promise<void> {
  await owner.stopRecord(group.at).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'record_not_active') throw error;
  });
}

/** Until it has been recorded for so long that nobody can have second thoughts any more. */
async function recordAWhile(
  { server, pace }: Pick<ScenarioOptions, 'server' | 'pace'>,
  recordId: string,
): Promise<void> {
  const { startedAt, failure } = await server.awaitPicture(recordId);
  if (!startedAt) throw new Error(`record ${recordId} failed: ${failure}`);
  const since = () => Date.now() - Date.parse(startedAt);
  await waitUntil(() => since() > pace.meantMs, { timeout: 20_000, message: 'some seconds of recording' });
}

interface Expected {
  ends: readonly string[];
  isPartial?: boolean;
}

/** The end as it should be, and nobody works for it any more. */
async function judged(server: RecordingServer, recordId: string, expected: Expected): Promise<RoundResult> {
  const outcome = await server.awaitOutcome(recordId);
  const faults = faultsOf(outcome, expected);
  const left = server.recorders();
  if (left.length > 0) faults.push(`${left.length} recorders are left`);
  return { outcomes: [outcome], faults };
}

/** After the last round: another recording finds its place, is thrown away, and of the others nothing was told since. */
export async function checkRecordsAgain(server: RecordingServer): Promise<RoundResult> {
  const recordId = await server.startRecord();
  await stop(server);
  const { outcomes, faults } = await judged(server, recordId, { ends: ['aborted'] });
  return { outcomes, faults: [...faults, ...server.findLateEvents()] };
}

const recorderKilled: Scenario = async ({ server, chance, pace }) => {
  const recordId = await server.startRecord();
  // The places are the server's, and the recorder begins after the answer.
  await waitUntil(() => server.recorders(recordId).length > 0, { timeout: 20_000, message: 'a recorder' });
  await anyTime({ chance, pace }, 7000);
  signal(server.recorders(recordId), 'SIGKILL');
  // Killed before it began to write it is not begun a second time.
  return judged(server, recordId, {
    ends: ['finished', 'failed no_picture', 'failed media_lost'],
    isPartial: true,
  });
};

const serverKilled: Scenario = async ({ server, chance, pace }) => {
  const recordId = await server.startRecord();
  await anyTime({ chance, pace }, 6000);
  const { state } = await server.getRecord(recordId);
  const before = server.recorders(recordId);
  await server.lectern.kill();
  const after = server.recorders(recordId);
  await server.restart();
  const again = server.recorders(recordId);
  const faults: string[] = [];
  // One without a picture may have given up while the server took its time.
  const goesOn = ([one]: Running[]) => one !== undefined && one.pid === before[0]?.pid;
  if (state === 'recording' && !(goesOn(after) && goesOn(again))) faults.push('the recorder did not go on');
  if (again.length > 1) faults.push(`${again.length} recorders of one recording`);
  await waitUntil(async () => (await server.getRecord(recordId)).state !== 'new', {
    timeout: 30_000,
    message: 'its state to be known again',
  });
  if ((await server.getRecord(recordId)).state === 'recording')
    await recordAWhile({ server, pace }, recordId);
  await stop(server);
  // Where its server was killed before its first picture, the ten seconds may have gone by.
  const ends = state === 'recording' ? ['finished'] : ['finished', 'failed no_picture'];
  const result = await judged(server, recordId, { ends, isPartial: false });
  return { ...result, faults: [...faults, ...result.faults] };
};

/** With the engine inside it the call ends, and the recorder its file; the next start hands it over. */
const serverStopped: Scenario = async ({ server, chance, pace }) => {
  const recordId = await server.startAndAwaitPicture();
  await anyTime({ chance, pace }, 1000);
  await server.lectern.stop();
  await anyTime({ chance, pace }, 1000);
  await server.restart();
  return judged(server, recordId, { ends: ['finished'], isPartial: false });
};

const engineKilled: Scenario = async ({ server, chance, pace }) => {
  const recordId = await server.startAndAwaitPicture();
  await anyTime({ chance, pace }, 2000);
  const engines = runningWith(server.lectern.dataDir).filter(({ command }) =>
    command.includes('livekit-server'),
  );
  signal(engines, 'SIGKILL');
  await anyTime({ chance, pace }, 8000);
  await recordAWhile({ server, pace }, recordId);
  await stop(server);
  return judged(server, recordId, { ends: ['finished'] });
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
    await recordAWhile({ server, pace }, recordId);
    await stop(server);
    const made = join(server.lectern.dataDir, 'recordings', recordId);
    await waitUntil(() => readdirSync(made).includes('result.json'), {
      timeout: 60_000,
      message: 'its files',
    });
    await anyTime({ chance, pace }, 2500);
    if ((await server.getRecord(recordId)).state !== 'processing') faults.push('it ended without a storage');
    if (!readdirSync(made).includes('video.mp4')) faults.push('the local file went before it was kept');
  } finally {
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
  }
  const result = await judged(server, recordId, { ends: ['finished'], isPartial: false });
  return { ...result, faults: [...faults, ...result.faults] };
};

/** PostgreSQL is killed, and the one that takes its place answers nobody for so long. */
async function keepDatabaseAway({ lectern }: RecordingServer, { databaseAwayMs }: Pace): Promise<void> {
  const postmasters = () => runningWith(lectern.dataDir).filter(({ command }) => / -D /.test(command));
  const first = postmasters();
  const others = () => postmasters().filter(({ pid }) => !first.some((one) => one.pid === pid));
  const until = performance.now() + databaseAwayMs;
  signal(first, 'SIGKILL');
  while (performance.now() < until) {
    signal(others(), 'SIGSTOP');
    await pause(50);
  }
  signal(others(), 'SIGCONT');
}

const databaseAway: Scenario = async ({ server, chance, pace }) => {
  const recordId = await server.startAndAwaitPicture();
  const [before] = server.recorders(recordId);
  await anyTime({ chance, pace }, 1000);
  await keepDatabaseAway(server, pace);
  const faults: string[] = [];
  if (server.recorders(recordId)[0]?.pid !== before?.pid) faults.push('the recorder did not go on');
  await waitUntil(() => isHealthy(server.lectern.url), {
    timeout: 60_000,
    message: 'the database to be back',
  });
  await recordAWhile({ server, pace }, recordId);
  await stop(server);
  const result = await judged(server, recordId, { ends: ['finished'], isPartial: false });
  return { ...result, faults: [...faults, ...result.faults] };
};

const megabyte = 1024 * 1024;
const plenty = 256 * megabyte;
const leastFree = 20 * megabyte;

/** Something else takes the disk, until less is left than has to stay free. */
const diskFills: Scenario = async ({ server, chance, pace }) => {
  const { owner, group, lectern } = server;
  const recordId = await server.startAndAwaitPicture();
  await anyTime({ chance, pace }, 2000);
  leaveOnDisk(lectern.dataDir, leastFree / 2);
  const result = await judged(server, recordId, { ends: ['finished'], isPartial: true });
  // The nodes tell with each heartbeat what they have.
  await server.awaitFreeBytes((bytes) => bytes < leastFree);
  await refused(owner.startRecord({ ...group.at, body: {} }), 'disk_low');
  leaveOnDisk(lectern.dataDir, plenty);
  return result;
};

/** All of it is taken from one moment to the next, and given back later. */
const diskFull: Scenario = async ({ server, chance, pace }) => {
  const { dataDir } = server.lectern;
  const recordId = await server.startRecord();
  await anyTime({ chance, pace }, 6000);
  leaveOnDisk(dataDir, 0);
  await waitUntil(() => server.recorders(recordId).length === 0, {
    timeout: 30_000,
    message: 'the recorder to end',
  });
  // Why there was no picture is judged by the disk as it is then.
  await server.awaitPicture(recordId);
  await anyTime({ chance, pace }, 2000);
  leaveOnDisk(dataDir, plenty);
  return judged(server, recordId, { ends: ['finished', 'failed disk_full'] });
};

const callEndsWithStop: Scenario = async ({ server, chance, pace }) => {
  const recordId = await server.startAndAwaitPicture();
  await recordAWhile({ server, pace }, recordId);
  const { owner, group } = server;
  const first = chance() < 0.5;
  const end = async () => {
    if (first) await anyTime({ chance, pace }, 20);
    await owner.finishActiveCall(group.at);
  };
  const stopNow = async () => {
    if (!first) await anyTime({ chance, pace }, 20);
    await stop(server);
  };
  await Promise.all([end(), stopNow()]);
  return judged(server, recordId, { ends: ['finished'], isPartial: false });
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
  if (begun.length !== 1) faults.push(`${begun.length} of two began`);
  if (refused[0]?.code !== 'record_active') faults.push(`the other was refused with ${refused[0]}`);
  const { startedAt } = await server.awaitPicture(recordId);
  if (startedAt && server.recorders().length !== 1) faults.push(`${server.recorders().length} recorders`);
  await stop(server);
  const result = await judged(server, recordId, { ends: ['aborted', 'finished', 'failed no_picture'] });
  return { ...result, faults: [...faults, ...result.faults] };
};

const nobodyThere: Scenario = async ({ server, chance, pace }) => {
  const { person } = await server.ensureParticipant();
  await person.leave();
  await anyTime({ chance, pace }, 1500);
  const { owner, group } = server;
  // The call waits for a return, or is over.
  const asked = await owner.startRecord({ ...group.at, body: {} }).catch((error: ApiError) => error);
  if (asked instanceof Error) {
    await server.replaceParticipant();
    const faults = asked.code === 'call_not_active' ? [] : [`refused with ${asked.code}`];
    return { outcomes: [], faults };
  }
  return judged(server, asked.id, { ends: ['finished', 'failed no_picture'] });
};

const startAndStop: Scenario = async ({ server, chance, pace }) => {
  const recordId = await server.startRecord();
  await anyTime({ chance, pace }, 100);
  await stop(server);
  return judged(server, recordId, { ends: ['aborted'] });
};

const roomDeleted: Scenario = async ({ server, chance, pace }) => {
  const { owner } = server;
  const group = await server.newRoom();
  await server.replaceParticipant(group);
  const { id: recordId } = await owner.startRecord({ ...group.at, body: {} });
  await anyTime({ chance, pace }, 6000);
  await owner.deleteRoom(group.at);
  return judged(server, recordId, { ends: ['failed room_deleted'] });
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

/** What the server of a way must be besides. */
export const settingsOf = (name: ScenarioName): Record<string, string> =>
  name.startsWith('the disk') ? { ...onSmallDisk, LECTERN_MIN_FREE_DISK: String(leastFree) } : {};
