import { setTimeout } from 'node:timers/promises';
import { createClient } from '../contract/client/index.ts';
import { databaseOf } from '../server/testing/database.ts';
import { makeUser } from '../server/testing/group.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { insertLargeCall } from '../server/testing/reports/large-call.ts';
import { cpuSecondsOf } from './lib/processes.ts';
import { type Goal, report, type Spread, spreadOf } from './lib/report.ts';
import { residentOf } from './lib/webhooks/cpu.ts';

/**
 * Measures requests for the report of a large and a small call, the memory of the server over that of the idle one, and
 * other requests meanwhile. The requests for reports of the small call come first: they load and compile what an idle
 * server of a school has. Other requests, sent as fast as they are answered, let the heap grow by 60 to 160 MB without
 * any report, so the memory with them is noted against a second baseline too. Two accounts read the large report at
 * once; on two cores, one waits for the other.
 */
const [largeMs, smallMs, othersMs, mostMegabytes] = [5000, 50, 100, 200];
const [large, small] = [10_000, 50];
/** In ms. Other requests are sent for this long before the large reports beside them: the heap has its size then. */
const aloneMs = 20_000;
const formats = ['json', 'xlsx', 'csv'];

/** A reading with its name, and its bound in ms if it is another one. */
type Reading = [what: string, readAll: () => Promise<number>[], bound?: number];

const figures: Record<string, Spread | number> = {};
const goals: Goal[] = [];
function note(what: string, times: number[], bound: number): void {
  const spread = spreadOf(times);
  figures[what] = spread;
  goals.push({ what: `${what}, p99`, measured: spread.p99, bound, unit: 'ms' });
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
  const colleague = await makeUser(lectern, 'colleague');
  await database.db
    .insertInto('space_members')
    .values({ space_id: spaceId, user_id: colleague.id, role: 'moderator', created_at: new Date() })
    .execute();
  await database.close();

  /** Reads the body without parsing it: the client shares the processor with the server. */
  async function read(
    people: number,
    format: (typeof formats)[number],
    token = lectern.owner.personalToken,
  ): Promise<void> {
    const query = new URLSearchParams({ roomId, callId: calls[people] ?? '', format });
    const headers = { authorization: `Bearer ${token}` };
    const path = `/v1/spaces/${spaceId}/analytics/report?${query}`;
    const response = await fetch(`${lectern.url}${path}`, { headers });
    if (!response.ok) throw new Error(await response.text());
    for await (const _chunk of response.body ?? []);
  }

  for (const format of formats) {
    const times: number[] = [];
    for (let n = 0; n < 210; n += 1) times.push(await timed(() => read(small, format)));
    // The first ones compile the code.
    note(`${format} of ${small} people`, times.slice(10), smallMs);
  }
  // The heap of a server that has answered for a while, without any large report.
  for (let n = 0; n < 3000; n += 1) await owner.getRoom({ spaceId, roomId });
  const idle = residentOf(lectern.pid());
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentOf(lectern.pid()));
  }, 10);

  /** Sends small requests, one after the other, until the work is done. */
  async function othersDuring(work: Promise<unknown>): Promise<number[]> {
    const others: number[] = [];
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    while (!isDone) others.push(await timed(() => owner.getRoom({ spaceId, roomId })));
    await done;
    return others;
  }

  function noteMemory(what: string): void {
    figures[`${what}, MB`] = peak - idle;
    goals.push({ what, ...{ measured: peak - idle, bound: mostMegabytes, unit: 'MB' } });
  }

  /** Notes the times of large reports and the memory, on a server that does nothing else. */
  async function noteAlone(...[what, readAll, bound = largeMs]: Reading): Promise<void> {
    const times: number[] = [];
    peak = 0;
    const cpuBefore = cpuSecondsOf(lectern.pid());
    for (let n = 0; n < 3; n += 1) times.push(...(await Promise.all(readAll())));
    note(what, times, bound);
    figures[`processor seconds of the server for ${what}, each time`] =
      (cpuSecondsOf(lectern.pid()) - cpuBefore) / 3;
    noteMemory(`memory over idle during ${what}`);
  }

  /** Notes the times of large reports and of other requests meanwhile. */
  async function noteWithOthers(
    what: string,
    readAll: () => Promise<number>[],
    bound = largeMs,
  ): Promise<void> {
    const [times, others]: [number[], number[]] = [[], []];
    peak = 0;
    for (let n = 0; n < 3; n += 1) {
      const reading = Promise.all(readAll());
      others.push(...(await othersDuring(reading)));
      times.push(...(await reading));
    }
    note(`${what}, with other requests`, times, bound);
    note(`other requests during ${what}`, others, othersMs);
    noteMemory(`memory over idle during ${what} and other requests`);
    figures[`memory over a server with the other requests only, during ${what}, MB`] = peak - answering;
  }

  const both = () => [timed(() => read(large, 'json')), timed(() => read(large, 'xlsx', colleague.token))];
  const readings: Reading[] = [
    ...formats.map(
      (format): Reading => [`${format} of ${large} people`, () => [timed(() => read(large, format))]],
    ),
    [`json and xlsx of ${large} people at once`, both, 2 * largeMs],
  ];
  for (const reading of readings) await noteAlone(...reading);
  peak = 0;
  await othersDuring(setTimeout(aloneMs));
  const answering = peak;
  for (const reading of readings) await noteWithOthers(...reading);
  clearInterval(sampling);
  report({ name: 'report-requests', unit: 'ms', figures, goals });
} finally {
  await lectern.remove();
}
