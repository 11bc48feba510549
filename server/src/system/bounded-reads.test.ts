import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, before, mock, test } from 'node:test';
import pg from 'pg';
import { permissionOf } from '../../../contract/permissions/permissions.ts';
import { insertCallWithoutMedia } from '../../testing/data/call-without-media.ts';
import { fillEmptyTables, multiplierOf } from '../../testing/data/multiply.ts';
import { fillPast } from '../../testing/data/past.ts';
import { type Database, databaseOf } from '../../testing/database.ts';
import { nodesOf, pagesOf, type QueryPlan, rowsOf } from '../../testing/engines/plans.ts';
import { FuzzAccount } from '../../testing/fuzzing/account.ts';
import { ApiDocument, type Described } from '../../testing/fuzzing/document.ts';
import type { Known } from '../../testing/fuzzing/requests.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { sendRaw } from '../../testing/raw.ts';
import { nameOfPrepared } from '../platform/db/prepared.ts';
import { newId } from '../platform/ids.ts';

/** In each table. `npm run bench -- foreign` measures times beside 100,000. */
const foreignRows = 20_000;

interface Statement {
  text: string;
  values: unknown[];
}

/** The statements of a request. Those of jobs, which run in the same process, are in none. */
const ofRequest = new AsyncLocalStorage<Statement[]>();
let recorded: Statement[] = [];
const beginRequest = () => ofRequest.enterWith(recorded);

const original = pg.Client.prototype.query as (...given: unknown[]) => unknown;
const recording = mock.method(pg.Client.prototype, 'query', function record(
  this: pg.Client,
  ...given: unknown[]
) {
  const [config, values] = given as [{ text?: string }, unknown[]?];
  if (config.text) ofRequest.getStore()?.push({ text: config.text, values: values ?? [] });
  return original.apply(this, given);
} as never);

let lectern: InProcess;
let database: Database;
let stranger: FuzzAccount;
let account: FuzzAccount;
let document: ApiDocument;
before(async () => {
  subscribe('http.server.request.start', beginRequest);
  lectern = await startInProcess({ LECTERN_RATE_LIMIT_PER_MINUTE: '0' });
  database = await databaseOf(lectern, { query_timeout: 0, statement_timeout: 0 });
  document = await ApiDocument.of(lectern.url);
});
after(async () => {
  unsubscribe('http.server.request.start', beginRequest);
  recording.mock.restore();
  await stranger?.close();
  await account?.close();
  await database?.close();
  await lectern?.remove();
});

/** The rows of tables and indexes, and the pages, that PostgreSQL reads for a statement. */
interface Reading {
  rows: number;
  pages: number;
  tables: Set<string>;
  /** The parts of the plan that read most. */
  most: string[];
}

function readingIn(rows: { 'QUERY PLAN': [{ Plan: QueryPlan }] }[]): Reading {
  const plan = rows[0]?.['QUERY PLAN'][0].Plan as QueryPlan;
  const nodes = nodesOf(plan);
  const most = nodes.filter((node) => rowsOf(node) > 1000 || pagesOf(node) > 200);
  return {
    rows: nodes.reduce((sum, node) => sum + rowsOf(node), 0),
    pages: pagesOf(plan),
    tables: new Set(nodes.flatMap((node) => node['Relation Name'] ?? [])),
    most: most.map(
      (node) =>
        `${node['Node Type']} ${node['Relation Name'] ?? ''} ${node['Index Name'] ?? ''} ${node['Index Cond'] ?? ''}: ${rowsOf(node)} rows, ${pagesOf(node)} pages`,
    ),
  };
}

const textOf = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return Array.isArray(value) ? `{${value.map((item) => JSON.stringify(item)).join(',')}}` : String(value);
};
const literalOf = (value: unknown): string =>
  value === null || value === undefined ? 'NULL' : pg.escapeLiteral(textOf(value));

/**
 * Changes nothing: the writes of the statement are rolled back. A prepared statement is read by its generic plan, too,
 * which knows no values: PostgreSQL uses it from the sixth time on if it expects no more of the others.
 */
async function readingOf({ text, values }: Statement): Promise<Reading> {
  const explain = 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)';
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    const custom = readingIn((await client.query(`${explain} ${text}`, values)).rows);
    if (!nameOfPrepared(text)) return custom;
    await client.query('ROLLBACK; BEGIN; SET LOCAL plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE measured AS ${text}`);
    const given = values.length > 0 ? `(${values.map(literalOf).join(', ')})` : '';
    const generic = readingIn((await client.query(`${explain} EXECUTE measured${given}`)).rows);
    return generic.rows + generic.pages > custom.rows + custom.pages ? generic : custom;
  } finally {
    await client.query('ROLLBACK; DEALLOCATE ALL');
    client.release();
  }
}

/** Values of parameters for which the account has no id. */
const queries: Record<string, string> = {
  date: '2026-11-21T00:00:00Z',
  dateFrom: '2026-11-01T00:00:00Z',
  dateTo: '2026-12-01T00:00:00Z',
  search: 'al',
  text: 'hello',
  format: 'json',
  email: 'somebody@example.org',
};

/**
 * The addresses of an operation, by the ids in its path: first with the required parameters only, then with each of
 * the others whose value is known.
 */
function addressesOf({ operation, path, query }: Described, { ids }: Known): string[][] {
  const valuesOf = (name: string) =>
    ids[`${operation}.${name}`] ?? ids[name] ?? (name in queries ? [String(queries[name])] : undefined);
  let paths = [path];
  for (const [part, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const values = (valuesOf(name) ?? []).map(encodeURIComponent);
    paths = paths.flatMap((filled) => values.map((value) => filled.replace(part, value)));
  }
  const known = query.filter(({ name }) => valuesOf(name));
  const required = known.filter((parameter) => parameter.required);
  const sets = [required, ...known.map((one) => [...required, one])];
  const queryOf = (parameters: typeof query) =>
    new URLSearchParams(parameters.map(({ name }) => [name, String(valuesOf(name)?.[0])]));
  return paths.map((filled) => sets.map((parameters) => `${filled}?${queryOf(parameters)}`));
}

function headersOf({ operation, path }: Described, known: Known): Record<string, string>[] {
  const { by } = permissionOf(operation);
  return by.flatMap((kind): Record<string, string>[] => {
    if (kind === 'anybody') return [{}];
    if (kind === 'session') return known.credentials.session.map((cookie) => ({ cookie }));
    const isViewer = kind === 'participant' && path.includes('/playbacks/');
    const tokens = isViewer ? known.viewers : known.credentials[kind];
    return [...new Set(tokens)].map((token) => ({ authorization: `Bearer ${token}` }));
  });
}

const isRead = /^\s*(\/\*.*?\*\/\s*)?(SELECT|WITH|UPDATE|INSERT|DELETE)\b/i;

/**
 * Sends an operation with each credential and id of the account; with all parameters until that succeeded once.
 * @returns its statements, one of each text; undefined if no request succeeded
 */
async function statementsOf(described: Described): Promise<Statement[] | undefined> {
  const byText = new Map<string, Statement>();
  let isAnswered = false;
  for (const headers of headersOf(described, account.known)) {
    for (const addresses of addressesOf(described, account.known)) {
      for (const path of isAnswered ? addresses.slice(0, 1) : addresses) {
        recorded = [];
        const { status } = await sendRaw(lectern.url, { method: 'GET', path, headers });
        assert.ok(status < 500, `${path}: ${status}`);
        if (status >= 400) continue;
        isAnswered = true;
        for (const statement of recorded) byText.set(statement.text, statement);
      }
    }
  }
  return isAnswered ? [...byText.values()].filter(({ text }) => isRead.test(text)) : undefined;
}

/** An account with a group that has a past, and people in its call. */
async function makeAccount(): Promise<FuzzAccount> {
  const made = await FuzzAccount.make({ lectern, database, hasCall: false });
  const { spaceId, roomId, participantId = [], callId = [] } = made.known.ids;
  const at = { spaceId: String(spaceId), roomId: String(roomId) };
  const counts = { calls: 10, participants: 10, messages: 20, minutes: 60 };
  await fillPast(database.db, { ...at, ...counts, from: new Date('2026-11-21T08:00:00Z') });
  const call = await insertCallWithoutMedia(database.db, at);
  for (const id of participantId) await call.enter(id);
  // The moderator among them reads the report of a call that is over.
  const [entered_at, exited_at] = [new Date('2026-11-21T08:00:00Z'), new Date('2026-11-21T09:00:00Z')];
  const visits = participantId.map((participant_id) => {
    const id = newId();
    const call_id = String(callId.at(-1));
    return { id, call_id, participant_id, entry_id: id, engine_sid: id, entered_at, exited_at };
  });
  await database.db.insertInto('visits').values(visits).execute();
  return made;
}

test('no listing, report or search reads more because others have many rows', async () => {
  stranger = await makeAccount();
  await fillEmptyTables(database);
  const multiply = await multiplierOf(database);
  account = await makeAccount();
  await database.pool.query('VACUUM ANALYZE');
  const unanswered: string[] = [];
  const measured: { operation: string; statement: Statement; alone: Reading }[] = [];
  for (const described of document.operations.filter(({ method }) => method === 'GET')) {
    const { operation } = described;
    const statements = await statementsOf(described);
    if (!statements) unanswered.push(operation);
    for (const statement of statements ?? [])
      measured.push({ operation, statement, alone: await readingOf(statement) });
  }
  assert.deepEqual(unanswered, [], 'operations for which the account has no ids');

  const empty = new Set(await multiply(foreignRows));
  const found: string[] = [];
  const read = new Set<string>();
  for (const { operation, statement, alone } of measured) {
    const beside = await readingOf(statement);
    for (const table of beside.tables) read.add(table);
    if (beside.rows <= 1.5 * alone.rows + 1000 && beside.pages <= 1.5 * alone.pages + 200) continue;
    const [rows, pages] = [`${alone.rows} → ${beside.rows} rows`, `${alone.pages} → ${beside.pages} pages`];
    found.push([`${operation}: ${rows}, ${pages}`, ...beside.most, statement.text].join('\n  '));
  }
  assert.deepEqual(found, []);
  const unproved = [...read].filter((table) => empty.has(table)).sort();
  assert.deepEqual(unproved, [], 'tables that are read and have no foreign rows');
});
