import { createClient } from '../contract/client/index.ts';
import { databaseOf } from '../server/testing/database.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { insertLargeCall } from '../server/testing/reports/large-call.ts';
import { type Goal, report, type Spread, spreadOf } from './lib/report.ts';

/** Measures requests for the report of a large and a small call, and other requests meanwhile. */
const [largeMs, smallMs, othersMs] = [5000, 50, 100];
const [large, small] = [10_000, 50];
const formats = ['json', 'xlsx', 'csv'] as const;

const figures: Record<string, Spread> = {};
const goals: Goal[] = [];
function note(what: string, times: number[], bound: number): void {
  figures[what] = spreadOf(times);
  goals.push({ what: `${what}, p99`, measured: figures[what].p99, bound, unit: 'ms' });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn' });
try {
  // Not the tests' client, because it would validate every response during the measurement.
  const owner = createClient({ baseUrl: lectern.url, token: lectern.owner.personalToken });
  const { id: spaceId } = await owner.createSpace({ body: { name: 'Bench', isPublic: false } });
  const { id: roomId } = await owner.createRoom({ spaceId, body: { name: 'Bench', isPublic: false } });
  const database = await databaseOf(lectern);
  const calls = {
    [large]: await insertLargeCall(database.db, { spaceId, roomId, people: large }),
    [small]: await insertLargeCall(database.db, { spaceId, roomId, people: small }),
  };
  await database.close();

  /** Reads the body without parsing it: the client shares the processor with the server. */
  async function read(people: number, format: (typeof formats)[number]): Promise<void> {
    const query = new URLSearchParams({ roomId, callId: calls[people] ?? '', format });
    const headers = { authorization: `Bearer ${lectern.owner.personalToken}` };
    const path = `/v1/spaces/${spaceId}/analytics/report?${query}`;
    const response = await fetch(`${lectern.url}${path}`, { headers });
    if (!response.ok) throw new Error(await response.text());
    for await (const _chunk of response.body ?? []);
  }

  for (const format of formats) {
    const times: number[] = [];
    for (let n = 0; n < 50; n += 1) times.push(await timed(() => read(small, format)));
    // The first ones compile the code.
    note(`${format} of ${small} people`, times.slice(10), smallMs);
  }
  for (const format of formats) {
    const [times, others]: [number[], number[]] = [[], []];
    for (let n = 0; n < 3; n += 1) {
      const reading = new AbortController();
      const done = timed(() => read(large, format)).finally(() => reading.abort());
      while (!reading.signal.aborted) others.push(await timed(() => owner.getRoom({ spaceId, roomId })));
      times.push(await done);
    }
    note(`${format} of ${large} people`, times, largeMs);
    note(`other requests during ${format} of ${large} people`, others, othersMs);
  }
  report({ name: 'report-requests', unit: 'ms', figures, goals });
} finally {
  await lectern.remove();
}
