import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../../contract/client/index.ts';
import { isWell } from '../processes/health.ts';
import { type Running, runningWith, signal } from '../processes/processes.ts';
import { refused } from '../refused.ts';
import { waitUntil } from '../wait.ts';
import { withWaits } from '../waits.ts';
import { leaveOnDisk, onSmallDisk } from './record-disk.ts';
import { faultsOf, type Outcome, type RecordGround } from './record-ground.ts';

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

interface WayOptions {
  ground: RecordGround;
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
export type Way = (options: WayOptions) => Promise<RoundResult>;

const anyTime = ({ chance, pace }: Pick<WayOptions, 'chance' | 'pace'>, mostMs: number): Promise<void> =>
  pause(chance() * mostMs * pace.share);

/** Stops by hand, where it has not ended yet. */
async function stop({ place, owner }: RecordGround): Promise<void> {
  await owner.stopRecord(place.at).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'record_not_active') throw error;
  });
}

/** Until it has been recorded for so long that nobody can have second thoughts any more. */
async function recordAWhile(
  { ground, pace }: Pick<WayOptions, 'ground' | 'pace'>,
  recordId: string,
): Promise<void> {
  const { startedAt, failure } = await ground.pictured(recordId);
  if (!startedAt) throw new Error(`record ${recordId} failed: ${failure}`);
  const since = () => Date.now() - Date.parse(startedAt);
  await waitUntil(() => since() > pace.meantMs, { timeout: 20_000, message: 'some seconds of recording' });
}

interface Expected {
  ends: readonly string[];
  isPartial?: boolean;
}

/** The end as it should be, and nobody works for it any more. */
async function judged(ground: RecordGround, recordId: string, expected: Expected): Promise<RoundResult> {
  const outcome = await ground.outcome(recordId);
  const faults = faultsOf(outcome, expected);
  const left = ground.recorders();
  if (left.length > 0) faults.push(`${left.length} recorders are left`);
  return { outcomes: [outcome], faults };
}

/** After the last round: another recording finds its place, is thrown away, and of the others nothing was told since. */
export async function stillRecords(ground: RecordGround): Promise<RoundResult> {
  const recordId = await ground.begin();
  await stop(ground);
  const { outcomes, faults } = await judged(ground, recordId, { ends: ['aborted'] });
  return { outcomes, faults: [...faults, ...ground.afterwards()] };
}

const recorderKilled: Way = async ({ ground, chance, pace }) => {
  const recordId = await ground.begin();
  // The places are the server's, and the recorder begins after the answer.
  await waitUntil(() => ground.recorders(recordId).length > 0, { timeout: 20_000, message: 'a recorder' });
  await anyTime({ chance, pace }, 7000);
  signal(ground.recorders(recordId), 'SIGKILL');
  // Killed before it began to write it is not begun a second time.
  return judged(ground, recordId, {
    ends: ['finished', 'failed no_picture', 'failed media_lost'],
    isPartial: true,
  });
};

const serverKilled: Way = async ({ ground, chance, pace }) => {
  const recordId = await ground.begin();
  await anyTime({ chance, pace }, 6000);
  const { state } = await ground.get(recordId);
  const before = ground.recorders(recordId);
  await ground.lectern.kill();
  const after = ground.recorders(recordId);
  await ground.restart();
  const again = ground.recorders(recordId);
  const faults: string[] = [];
  // One without a picture may have given up while the server took its time.
  const goesOn = ([one]: Running[]) => one !== undefined && one.pid === before[0]?.pid;
  if (state === 'recording' && !(goesOn(after) && goesOn(again))) faults.push('the recorder did not go on');
  if (again.length > 1) faults.push(`${again.length} recorders of one recording`);
  await waitUntil(async () => (await ground.get(recordId)).state !== 'new', {
    timeout: 30_000,
    message: 'its state to be known again',
  });
  if ((await ground.get(recordId)).state === 'recording') await recordAWhile({ ground, pace }, recordId);
  await stop(ground);
  // Where its server was killed before its first picture, the ten seconds may have gone by.
  const ends = state === 'recording' ? ['finished'] : ['finished', 'failed no_picture'];
  const result = await judged(ground, recordId, { ends, isPartial: false });
  return { ...result, faults: [...faults, ...result.faults] };
};

/** With the engine inside it the call ends, and the recorder its file; the next start hands it over. */
const serverStopped: Way = async ({ ground, chance, pace }) => {
  const recordId = await ground.goingOn();
  await anyTime({ chance, pace }, 1000);
  await ground.lectern.stop();
  await anyTime({ chance, pace }, 1000);
  await ground.restart();
  return judged(ground, recordId, { ends: ['finished'], isPartial: false });
};

const engineKilled: Way = async ({ ground, chance, pace }) => {
  const recordId = await ground.goingOn();
  await anyTime({ chance, pace }, 2000);
  const engines = runningWith(ground.lectern.dataDir).filter(({ command }) =>
    command.includes('livekit-server'),
  );
  signal(engines, 'SIGKILL');
  await anyTime({ chance, pace }, 8000);
  await recordAWhile({ ground, pace }, recordId);
  await stop(ground);
  return judged(ground, recordId, { ends: ['finished'] });
};

const storageAway: Way = async ({ ground, chance, pace }) => {
  await ground.somebody();
  const folder = join(ground.lectern.dataDir, 'files');
  mkdirSync(folder, { recursive: true });
  const recordId = await ground.goingOn();
  renameSync(folder, `${folder}.away`);
  writeFileSync(folder, 'in the way');
  const faults: string[] = [];
  try {
    await recordAWhile({ ground, pace }, recordId);
    await stop(ground);
    const made = join(ground.lectern.dataDir, 'recordings', recordId);
    await waitUntil(() => readdirSync(made).includes('result.json'), {
      timeout: 60_000,
      message: 'its files',
    });
    await anyTime({ chance, pace }, 2500);
    if ((await ground.get(recordId)).state !== 'processing') faults.push('it ended without a storage');
    if (!readdirSync(made).includes('video.mp4')) faults.push('the local file went before it was kept');
  } finally {
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
  }
  const result = await judged(ground, recordId, { ends: ['finished'], isPartial: false });
  return { ...result, faults: [...faults, ...result.faults] };
};

/** PostgreSQL is killed, and the one that takes its place answers nobody for so long. */
async function keepDatabaseAway({ lectern }: RecordGround, { databaseAwayMs }: Pace): Promise<void> {
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

const databaseAway: Way = async ({ ground, chance, pace }) => {
  const recordId = await ground.goingOn();
  const [before] = ground.recorders(recordId);
  await anyTime({ chance, pace }, 1000);
  await keepDatabaseAway(ground, pace);
  const faults: string[] = [];
  if (ground.recorders(recordId)[0]?.pid !== before?.pid) faults.push('the recorder did not go on');
  await waitUntil(() => isWell(ground.lectern.url), { timeout: 60_000, message: 'the database to be back' });
  await recordAWhile({ ground, pace }, recordId);
  await stop(ground);
  const result = await judged(ground, recordId, { ends: ['finished'], isPartial: false });
  return { ...result, faults: [...faults, ...result.faults] };
};

const megabyte = 1024 * 1024;
const plenty = 256 * megabyte;
const leastFree = 20 * megabyte;

/** Something else takes the disk, until less is left than has to stay free. */
const diskFills: Way = async ({ ground, chance, pace }) => {
  const { owner, place, lectern } = ground;
  const recordId = await ground.goingOn();
  await anyTime({ chance, pace }, 2000);
  leaveOnDisk(lectern.dataDir, leastFree / 2);
  const result = await judged(ground, recordId, { ends: ['finished'], isPartial: true });
  // The nodes tell with each heartbeat what they have.
  await ground.freeBytesAre((bytes) => bytes < leastFree);
  await refused(owner.startRecord({ ...place.at, body: {} }), 'disk_low');
  leaveOnDisk(lectern.dataDir, plenty);
  return result;
};

/** All of it is taken from one moment to the next, and given back later. */
const diskFull: Way = async ({ ground, chance, pace }) => {
  const { dataDir } = ground.lectern;
  const recordId = await ground.begin();
  await anyTime({ chance, pace }, 6000);
  leaveOnDisk(dataDir, 0);
  await waitUntil(() => ground.recorders(recordId).length === 0, {
    timeout: 30_000,
    message: 'the recorder to end',
  });
  // Why there was no picture is judged by the disk as it is then.
  await ground.pictured(recordId);
  await anyTime({ chance, pace }, 2000);
  leaveOnDisk(dataDir, plenty);
  return judged(ground, recordId, { ends: ['finished', 'failed disk_full'] });
};

const callEndsWithStop: Way = async ({ ground, chance, pace }) => {
  const recordId = await ground.goingOn();
  await recordAWhile({ ground, pace }, recordId);
  const { owner, place } = ground;
  const first = chance() < 0.5;
  const end = async () => {
    if (first) await anyTime({ chance, pace }, 20);
    await owner.finishActiveCall(place.at);
  };
  const stopNow = async () => {
    if (!first) await anyTime({ chance, pace }, 20);
    await stop(ground);
  };
  await Promise.all([end(), stopNow()]);
  return judged(ground, recordId, { ends: ['finished'], isPartial: false });
};

const twoStarts: Way = async ({ ground }) => {
  await ground.somebody();
  const { owner, place } = ground;
  const asked = await Promise.allSettled([
    owner.startRecord({ ...place.at, body: {} }),
    owner.startRecord({ ...place.at, body: {} }),
  ]);
  const begun = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const [recordId = ''] = begun;
  const faults: string[] = [];
  if (begun.length !== 1) faults.push(`${begun.length} of two began`);
  if (refused[0]?.code !== 'record_active') faults.push(`the other was refused with ${refused[0]}`);
  const { startedAt } = await ground.pictured(recordId);
  if (startedAt && ground.recorders().length !== 1) faults.push(`${ground.recorders().length} recorders`);
  await stop(ground);
  const result = await judged(ground, recordId, { ends: ['aborted', 'finished', 'failed no_picture'] });
  return { ...result, faults: [...faults, ...result.faults] };
};

const nobodyThere: Way = async ({ ground, chance, pace }) => {
  const { person } = await ground.somebody();
  await person.leave();
  await anyTime({ chance, pace }, 1500);
  const { owner, place } = ground;
  // The call waits for a return, or is over.
  const asked = await owner.startRecord({ ...place.at, body: {} }).catch((error: ApiError) => error);
  if (asked instanceof Error) {
    await ground.people();
    const faults = asked.code === 'call_not_active' ? [] : [`refused with ${asked.code}`];
    return { outcomes: [], faults };
  }
  return judged(ground, asked.id, { ends: ['finished', 'failed no_picture'] });
};

const startAndStop: Way = async ({ ground, chance, pace }) => {
  const recordId = await ground.begin();
  await anyTime({ chance, pace }, 100);
  await stop(ground);
  return judged(ground, recordId, { ends: ['aborted'] });
};

const roomDeleted: Way = async ({ ground, chance, pace }) => {
  const { owner } = ground;
  const place = await ground.newRoom();
  await ground.people(place);
  const { id: recordId } = await owner.startRecord({ ...place.at, body: {} });
  await anyTime({ chance, pace }, 6000);
  await owner.deleteRoom(place.at);
  return judged(ground, recordId, { ends: ['failed room_deleted'] });
};

export const ways = {
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
} satisfies Record<string, Way>;

export type WayName = keyof typeof ways;

/** What the ground of a way must be besides. */
export const settingsOf = (name: WayName): Record<string, string> =>
  name.startsWith('the disk') ? { ...onSmallDisk, LECTERN_MIN_FREE_DISK: String(leastFree) } : {};
