import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '../contract/client/index.ts';
import { fillPast } from '../server/testing/data/past.ts';
import { databaseOf } from '../server/testing/database.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { runningWith } from '../server/testing/processes/processes.ts';
import { treeCpuSeconds } from './lib/processes.ts';
import { report, spreadOf } from './lib/report.ts';

/** Measures the processor time of erasing a million rows, and the latency of requests meanwhile. */
const mostCpuPercent = 10;
/** Two runs of the same requests differ by this factor even without an erasure. */
const noise = 1.25;
/** About 107,000 rows in each room. */
const past = { participants: 5000, messages: 30_000, calls: 50, minutes: 60 };
const rooms = 10;
const [baselineSeconds, pauseMs] = [60, 40];
const day = 24 * 3_600_000;

const lectern = await startLectern();
const cpuSeconds = (): number =>
  treeCpuSeconds([lectern.pid(), ...runningWith(`${lectern.dataDir}/postgres`).map(({ pid }) => pid)]);

/** Sends requests one after another with pauses, until `isOver`. */
async function ask(asked: (() => Promise<unknown>)[], isOver: (seconds: number) => boolean) {
  const times: number[] = [];
  const [begun, cpu] = [performance.now(), cpuSeconds()];
  const elapsed = () => (performance.now() - begun) / 1000;
  for (let n = 0; !isOver(elapsed()); n += 1) {
    const sent = performance.now();
    await asked[n % asked.length]?.();
    times.push(performance.now() - sent);
    await pause(pauseMs);
  }
  const seconds = elapsed();
  return { latency: spreadOf(times), seconds, cpuPercent: ((cpuSeconds() - cpu) / seconds) * 100 };
}

const requestsOf = (owner: Client, at: { spaceId: string; roomId: string }, date: string) => {
  const query = { limit: 50 };
  return [
    () => owner.listRooms({ spaceId: at.spaceId, query }),
    () => owner.listAccessLinks({ ...at, query }),
    () => owner.listParticipants({ ...at, query }),
    () => owner.analyticsCalls({ spaceId: at.spaceId, query: { ...query, roomId: at.roomId, date } }),
    () => owner.listSpaceRecords({ spaceId: at.spaceId, query }),
  ];
};

try {
  const owner = createClient({ baseUrl: lectern.url, token: lectern.owner.personalToken });
  const { id: spaceId } = await owner.createSpace({ body: { name: 'Bench' } });
  const { id: keptRoom } = await owner.createRoom({ spaceId, body: { name: 'Kept' } });
  const recently = new Date(Date.now() - 10 * day);
  const database = await databaseOf(lectern);
  await fillPast(database.db, { ...past, spaceId, roomId: keptRoom, from: recently });
  for (let n = 0; n < rooms; n += 1) {
    const { id: roomId } = await owner.createRoom({ spaceId, body: { name: `Past ${n}` } });
    await fillPast(database.db, { ...past, spaceId, roomId, from: new Date(Date.now() - 90 * day) });
  }
  await database.pool.query('VACUUM ANALYZE');
  const { rows: counted } = await database.pool.query<{ live: string }>(
    'SELECT sum(n_live_tup) AS live FROM pg_stat_user_tables',
  );
  await database.close();
  const load = loadavg()[0] ?? Number.NaN;
  const asked = requestsOf(owner, { spaceId, roomId: keptRoom }, recently.toISOString());
  await ask(asked, (seconds) => seconds > 15);
  const without = await ask(asked, (seconds) => seconds > baselineSeconds);

  await lectern.stop();
  await lectern.start({ LECTERN_RETENTION_DAYS: '30' });
  await ask(asked, (seconds) => seconds > 8);
  const during = await ask(asked, () => /erased what is older/.test(lectern.output()));
  // Both run at once, because other work on the machine may begin or end meanwhile.
  const afterwards = await ask(asked, (seconds) => seconds > baselineSeconds);
  const after = await databaseOf(lectern);
  const { rows: remaining } = await after.pool.query<{ live: string }>(`
    SELECT (SELECT count(*) FROM participants) + (SELECT count(*) FROM access_links) + (SELECT count(*) FROM visits)
      + (SELECT count(*) FROM chat_messages) + (SELECT count(*) FROM chat_events) AS live`);
  await after.close();
  const expected = 3 * past.participants + 2 * past.messages;
  if (Number(remaining[0]?.live) !== expected)
    throw new Error(`${remaining[0]?.live} rows are left instead of ${expected}`);

  const cpu = during.cpuPercent - Math.min(without.cpuPercent, afterwards.cpuPercent);
  const bound = Math.max(without.latency.p99, afterwards.latency.p99) * noise;
  const figures = {
    'rows before': Number(counted[0]?.live),
    'rows that are kept': Number(counted[0]?.live) / (rooms + 1),
    'seconds that it took': during.seconds,
    'GET before': without.latency,
    'GET during': during.latency,
    'GET after': afterwards.latency,
    'processor of server and PostgreSQL before, percent of a core': without.cpuPercent,
    'processor of server and PostgreSQL after, percent of a core': afterwards.cpuPercent,
    'processor of server and PostgreSQL during, percent of a core': during.cpuPercent,
    'load of the machine before': load,
  };
  const goals = [
    {
      what: 'processor beyond the same requests without',
      measured: cpu,
      bound: mostCpuPercent,
      unit: '% of a core',
    },
    { what: 'GET, p99', measured: during.latency.p99, bound, unit: 'ms' },
    { what: 'rows before', measured: Number(counted[0]?.live), bound: 1_000_000, unit: '', atLeast: true },
  ];
  report({ name: 'retention', unit: 'ms', figures, goals });
} finally {
  await lectern.remove();
}
