import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { countLockWaiters, databaseOf } from '../../../testing/database.ts';
import { makeGroup, makeUser, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { insertLargeCall } from '../../../testing/reports/large-call.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { FilesAway } from '../../engines/files/files.ts';
import { now } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { callReportWriter } from '../calls/file.ts';
import { reportedCall } from '../calls/store.ts';
import { limits, ReportBuilds, runBuildThread } from './build.ts';

let lectern: InProcess;
let database: Database;
let group: TestGroup;
let callId: string;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
  group = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
  // 4 visits of each: more than are reported without a thread.
  const people = limits.mostVisitsHere / 4 + 1;
  callId = await insertLargeCall(database.db, { ...group.at, people });
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 60_000, message });

async function fetchReport(
  format: string,
  { token = lectern.owner.personalToken, signal }: { token?: string; signal?: AbortSignal } = {},
): Promise<{ response: Response; content: Buffer }> {
  const query = new URLSearchParams({ roomId: group.room.id, callId, format });
  const url = `${lectern.url}/v1/spaces/${group.spaceId}/analytics/report?${query}`;
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  });
  return { response, content: Buffer.from(await response.arrayBuffer()) };
}

test('a thread builds the same report as the server itself, in each format', async (t) => {
  const usual = limits.mostVisitsHere;
  t.after(() => {
    limits.mostVisitsHere = usual;
  });
  const withoutTime = (text: string) => text.replace(/"generatedAt":"[^"]+"/, '');
  for (const format of ['json', 'csv', 'xlsx']) {
    limits.mostVisitsHere = usual;
    const byThread = await fetchReport(format);
    limits.mostVisitsHere = Number.MAX_SAFE_INTEGER;
    const here = await fetchReport(format);
    for (const name of ['content-type', 'content-disposition'])
      assert.equal(byThread.response.headers.get(name), here.response.headers.get(name));
    if (format === 'xlsx') {
      // The two files state when they were made.
      assert.ok(Math.abs(byThread.content.length - here.content.length) < 100);
      assert.equal(byThread.content.subarray(0, 2).toString(), 'PK');
    } else assert.equal(withoutTime(byThread.content.toString()), withoutTime(here.content.toString()));
  }
  assert.deepEqual(
    readdirSync(lectern.dataDir).filter((name) => name.startsWith('report')),
    [],
  );
});

async function csvOrder() {
  const reported = await reportedCall(database.db, { spaceId: group.spaceId, callId });
  assert.ok(reported);
  const shape = { zone: 'UTC', separator: 'comma', format: 'csv' } as const;
  return { reported, generatedAt: now(), viewerId: undefined, rule: {}, ...shape };
}

test('a thread that does not reach the database is a 503, and its slot is free again', async () => {
  const connection = { host: '127.0.0.1', port: 1 };
  const builds = new ReportBuilds({ database: { db: database.db, connection }, folder: lectern.dataDir });
  const order = await csvOrder();
  const signal = new AbortController().signal;
  for (let n = 0; n < 3; n += 1) {
    await assert.rejects(
      builds.build(callReportWriter, order, { reader: 'somebody', signal }),
      (error) => error instanceof Refusal && error.code === 'database_away' && error.retryAfter !== undefined,
    );
  }
});

test('a full disk is a 503', async () => {
  const order = await csvOrder();
  const signal = new AbortController().signal;
  const noFolder = new ReportBuilds({ database, folder: `${lectern.dataDir}/none` });
  await assert.rejects(noFolder.build(callReportWriter, order, { reader: 'somebody', signal }), FilesAway);
  await using full = await open('/dev/full', 'w');
  const task = {
    kind: 'call' as const,
    order: { ...order, format: 'csv' as const },
    connection: database.connection,
    file: full.fd,
  };
  await assert.rejects(
    runBuildThread(task, signal),
    (error) => error instanceof FilesAway && /ENOSPC/.test(String(error.cause)),
  );
});

/** Runs `work` while nobody can read intervals, so that no report ends. */
const whileReportsHang = (work: () => Promise<void>): Promise<void> =>
  database.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE media_intervals IN ACCESS EXCLUSIVE MODE`.execute(trx);
    await work();
  });
const hanging = () => countLockWaiters(database.db);

test('too many reports at once are refused, other requests are answered, and another account gets a turn', async () => {
  const other = await makeUser(lectern, 'moderator');
  await database.db
    .insertInto('space_members')
    .values({ space_id: group.spaceId, user_id: other.id, role: 'moderator', created_at: now() })
    .execute();
  const statuses = new Map<number, number>();
  const clients = Array.from({ length: 30 }, () => new AbortController());
  let [kept, keptNumber]: [Promise<unknown>[], number] = [[], 0];
  await whileReportsHang(async () => {
    const requests = clients.map(async ({ signal }, n) => {
      const { response } = await fetchReport('csv', { signal });
      statuses.set(n, response.status);
      if (response.status === 429) assert.ok(Number(response.headers.get('retry-after')) > 0);
    });
    for (const request of requests) request.catch(() => undefined);
    // One is built and twenty wait.
    await until(() => statuses.size === 9, 'the others to be refused');
    assert.deepEqual([...new Set(statuses.values())], [429]);
    assert.equal((await group.owner.getRoom(group.at)).id, group.room.id);
    await until(async () => (await hanging()) === 1, 'one report of the account to be built');
    const ofOther = fetchReport('csv', { token: other.token });
    // It is built at once where there are two slots, else it takes the place of one that waits.
    await until(
      async () => (await hanging()) === 2 || statuses.size === 10,
      'the report of the other account to be accepted',
    );
    const [first = -1, ...rest] = clients.keys().filter((n) => !statuses.has(n));
    for (const n of rest) clients[n]?.abort();
    keptNumber = first;
    const other200 = ofOther.then(({ response }) => assert.equal(response.status, 200));
    kept = [requests[first] ?? Promise.reject(new Error('none is left')), other200];
  });
  await Promise.all(kept);
  assert.equal(statuses.get(keptNumber), 200);
  assert.doesNotMatch(lectern.output(), /a request failed/);
});

test('a thread has a small heap, whatever flags the server started with', async () => {
  setFlagsFromString('--max-semi-space-size=32');
  const started = Promise.withResolvers<Worker>();
  process.once('worker', started.resolve);
  await whileReportsHang(async () => {
    const client = new AbortController();
    const report = fetchReport('csv', { signal: client.signal });
    const worker = await started.promise;
    await until(async () => (await hanging()) === 1, 'the report to be built');
    const { heap_size_limit: limit } = await worker.getHeapStatistics();
    assert.ok(limit <= 550 * 2 ** 20, `${limit} bytes`);
    client.abort();
    await assert.rejects(report);
  });
});

test('a client that disconnects frees the slot of its report', async () => {
  await whileReportsHang(async () => {
    const client = new AbortController();
    const gone = fetchReport('csv', { signal: client.signal });
    await until(async () => (await hanging()) === 1, 'the report to be built');
    client.abort();
    await assert.rejects(gone);
    const later = new AbortController();
    const next = fetchReport('csv', { signal: later.signal });
    // The statement of the ended thread waits for the lock, too.
    await until(async () => (await hanging()) === 2, 'the next report of the account to be built');
    later.abort();
    await assert.rejects(next);
  });
  assert.equal((await fetchReport('csv')).response.status, 200);
  assert.doesNotMatch(lectern.output(), /a request failed/);
});
