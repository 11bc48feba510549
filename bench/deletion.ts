import { loadavg } from 'node:os';
import { createClient } from '../contract/client/index.ts';
import { fillPast } from '../server/testing/data/past.ts';
import { type Database, databaseOf } from '../server/testing/database.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { waitUntil } from '../server/testing/wait.ts';
import { report, spreadOf } from './lib/report.ts';

/** Measures the deletion of a room with much history beside other rooms with history. */
const goalMs = 2000;
const past = { participants: 20_000, messages: 200_000, calls: 100, minutes: 60 };
/** Number of other rooms: the deleted room must hold only a part of each table. */
const others = { ...past, messages: 20_000 };
const [deleted, kept] = [3, 12];

/** Sequential scans of large tables, by PostgreSQL's statistics. */
async function scansOf({ pool }: Database): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; scans: string }>(
    'SELECT relname AS name, seq_scan AS scans FROM pg_stat_user_tables WHERE n_live_tup >= 10000',
  );
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]));
}

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn' });
try {
  const owner = createClient({ baseUrl: lectern.url, token: lectern.owner.personalToken });
  const { id: spaceId } = await owner.createSpace({ body: { name: 'Bench' } });
  const database = await databaseOf(lectern);
  const from = new Date(Date.now() - 60 * 24 * 3_600_000);
  const roomIds: string[] = [];
  for (let n = 0; n < deleted + kept; n += 1) {
    const { id: roomId } = await owner.createRoom({ spaceId, body: { name: `Lesson ${n}` } });
    await fillPast(database.db, { ...(n < deleted ? past : others), spaceId, roomId, from });
    roomIds.push(roomId);
  }
  await database.pool.query('VACUUM ANALYZE');
  const before = await scansOf(database);
  const load = loadavg()[0] ?? Number.NaN;
  const times: number[] = [];
  for (const roomId of roomIds.slice(0, deleted)) {
    const begun = performance.now();
    await owner.deleteRoom({ spaceId, roomId });
    times.push(performance.now() - begun);
  }
  // A connection flushes its counters to the statistics within a second of its last statement.
  const counted = async () => {
    const { rows } = await database.pool.query<{ n: string }>(
      `SELECT n_tup_del AS n FROM pg_stat_user_tables WHERE relname = 'chat_messages'`,
    );
    return Number(rows[0]?.n) >= deleted * past.messages;
  };
  await waitUntil(counted, { timeout: 30_000, message: 'the statistics of the deletion' });
  const after = await scansOf(database);
  await database.close();
  const scanned = [...after].filter(([name, scans]) => scans > (before.get(name) ?? scans));
  const figures = {
    'room with 20,000 participants, 200,000 messages': spreadOf(times),
    'large tables read in whole meanwhile': scanned.map(([name]) => name).join(', ') || 'none',
    'load of the machine before': load,
  };
  const goals = [
    { what: 'deletion of a room, worst', measured: Math.max(...times), bound: goalMs, unit: 'ms' },
    { what: 'large tables read in whole', measured: scanned.length, bound: 0, unit: '' },
  ];
  report({ name: 'deletion', unit: 'ms', figures, goals });
} finally {
  await lectern.remove();
}
