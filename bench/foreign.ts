import { type Client, createClient } from '../contract/client/index.ts';
import { insertCallWithoutMedia } from '../server/testing/data/call-without-media.ts';
import { multiplierOf } from '../server/testing/data/multiply.ts';
import { fillPast } from '../server/testing/data/past.ts';
import { type Database, databaseOf } from '../server/testing/database.ts';
import { FuzzAccount } from '../server/testing/fuzzing/account.ts';
import { type Lectern, startLectern } from '../server/testing/lectern.ts';
import { type BenchResult, type Goal, report, type Spread, spreadOf } from './lib/report.ts';

/**
 * Measures lists, reports and searches of a small group in an empty installation, and again beside a stranger with
 * 100,000 rows in each table. `bounded-reads.test.ts` compares what PostgreSQL reads for every operation.
 */
const foreignRows = 100_000;
const [warmRequests, requests] = [10, 100];
const goalRatio = 1.5;

async function makeAccount(lectern: Lectern, database: Database): Promise<FuzzAccount> {
  const account = await FuzzAccount.make({ lectern, database, hasCall: false });
  const { spaceId, roomId, participantId = [] } = account.known.ids;
  const at = { spaceId: String(spaceId), roomId: String(roomId) };
  const counts = { calls: 10, participants: 10, messages: 20, minutes: 60 };
  await fillPast(database.db, { ...at, ...counts, from: new Date('2026-11-21T08:00:00Z') });
  const call = await insertCallWithoutMedia(database.db, at);
  for (const id of participantId) await call.enter(id);
  return account;
}

/** The operations of the small group. */
function asksOf(
  account: FuzzAccount,
  api: (token: string) => Client,
): Record<string, () => Promise<unknown>> {
  const { ids, credentials } = account.known;
  const [spaceId, roomId] = [String(ids.spaceId), String(ids.roomId)];
  const owner = api(String(credentials.personal[0]));
  const participant = api(String(credentials.participant[0]));
  const period = { dateFrom: '2026-11-21T00:00:00Z', dateTo: '2026-11-23T00:00:00Z' };
  return {
    getInitial: () => participant.getInitial(),
    listRooms: () => owner.listRooms({ spaceId }),
    'listRooms, search': () => owner.listRooms({ spaceId, query: { search: 'al' } }),
    listPlaybackEvents: () => owner.listPlaybackEvents({ spaceId }),
    listAccessLinks: () => owner.listAccessLinks({ spaceId, roomId }),
    listParticipants: () => owner.listParticipants({ spaceId, roomId }),
    listSpaceRecords: () => owner.listSpaceRecords({ spaceId }),
    analyticsCalls: () => owner.analyticsCalls({ spaceId, query: { roomId, ...period } }),
    getAnalyticsSummary: () => owner.getAnalyticsSummary({ spaceId, query: { roomId, ...period } }),
    searchSpace: () => owner.searchSpace({ spaceId, query: { text: 'hello' } }),
    listPolls: () => participant.listPolls({ query: { channelId: String(ids.channelId?.[0]) } }),
  };
}

/** One request of each kind in turn, so that a busy moment of the machine concerns all of them. */
async function measure(asks: Record<string, () => Promise<unknown>>): Promise<Map<string, Spread>> {
  const times = new Map(Object.keys(asks).map((name) => [name, [] as number[]]));
  for (let n = 0; n < warmRequests + requests; n += 1) {
    for (const [name, ask] of Object.entries(asks)) {
      const begun = performance.now();
      await ask();
      if (n >= warmRequests) times.get(name)?.push(performance.now() - begun);
    }
  }
  return new Map([...times].map(([name, all]) => [name, spreadOf(all)]));
}

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn', LECTERN_RATE_LIMIT_PER_MINUTE: '0' });
try {
  const database = await databaseOf(lectern, { query_timeout: 0, statement_timeout: 0 });
  const stranger = await makeAccount(lectern, database);
  const multiply = await multiplierOf(database);
  const account = await makeAccount(lectern, database);
  await database.pool.query('VACUUM ANALYZE');
  const asks = asksOf(account, (token) => createClient({ baseUrl: lectern.url, token }));
  const alone = await measure(asks);
  await multiply(foreignRows);
  const beside = await measure(asks);
  const figures: BenchResult['figures'] = {};
  const goals: Goal[] = [];
  for (const name of Object.keys(asks)) {
    const [before, after] = [alone.get(name), beside.get(name)] as [Spread, Spread];
    figures[`${name}, alone`] = before;
    figures[`${name}, beside ${foreignRows} rows`] = after;
    goals.push({
      what: `${name}, p95 beside : alone`,
      measured: after.p95 / before.p95,
      bound: goalRatio,
      unit: '',
    });
  }
  await account.close();
  await stranger.close();
  await database.close();
  report({ name: 'foreign', unit: 'ms', figures, goals });
} finally {
  await lectern.remove();
}
