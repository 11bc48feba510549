import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { Unstartable } from '../errors.ts';
import { reasonOf } from '../process/reasons.ts';
import { isForbidden } from './rights.ts';

/** A view or function whose file in `server/migrations/views/` has its whole definition. */
export interface View {
  /** As it stands after DROP: `VIEW spaces`. */
  object: string;
  definition: string;
}

const nameOf = ({ object }: View): string => object.replace(/^\w+ /, '');

const wordsOf = (definition: string): Set<string> =>
  new Set(definition.replaceAll(/--.*/g, '').match(/\w+/g));

/** The views and functions of this version, each after those that its text names. */
export function knownViews(folder: string): View[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const texts = new Map(
    files.sort().map((file) => [basename(file, '.sql'), readFileSync(join(folder, file), 'utf8')]),
  );
  const ordered: View[] = [];
  const seen = new Set<string>();
  const add = (name: string, definition: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const words = wordsOf(definition);
    for (const [other, text] of texts) if (words.has(other)) add(other, text);
    const kind = new RegExp(`^CREATE (VIEW|FUNCTION) ${name}\\b`, 'm').exec(definition)?.[1];
    if (!kind) throw new Error(`server/migrations/views/${name}.sql does not create ${name}`);
    ordered.push({ object: `${kind} ${name}`, definition });
  };
  for (const [name, text] of texts) add(name, text);
  return ordered;
}

/** The views and functions as they were created last, in this order; not those that a migration dropped by CASCADE. */
async function viewsIn(client: pg.ClientBase): Promise<View[]> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS views (position integer PRIMARY KEY, object text NOT NULL, definition text NOT NULL)',
  );
  const { rows } = await client.query<View>(`
    SELECT object, definition FROM (SELECT *, split_part(object, ' ', 2) AS name FROM views) v
    WHERE to_regclass(name) IS NOT NULL OR to_regproc(name) IS NOT NULL ORDER BY position`);
  return rows;
}

/** A deadlock, or the end of `lockWaitMs`: the transaction is to be repeated. */
export const isLocked = (error: unknown): boolean =>
  ['40P01', '55P03'].includes((error as { code?: string })?.code ?? '');

export function refuseFailure(name: string, error: unknown): never {
  if (isLocked(error) || isForbidden(error)) throw error;
  throw new Unstartable(
    `The migration ${name} failed (${reasonOf(error)}). The database is unchanged: start the previous version, and report this.`,
  );
}

/**
 * How long a statement waits for a lock from here on. Requests queue behind it. It is less than the second after which
 * PostgreSQL looks for deadlocks, so that the migration gives up and not a request.
 */
const lockWaitMs = 500;
const limitLockWait = (client: pg.ClientBase) => client.query(`SET LOCAL lock_timeout = ${lockWaitMs}`);

async function drop(client: pg.ClientBase, views: View[]): Promise<void> {
  for (const { object } of views.toReversed()) {
    await client.query(`DROP ${object}`).catch((error: unknown) => refuseFailure(`of the ${object}`, error));
  }
}

async function create(client: pg.ClientBase, views: View[]): Promise<void> {
  for (const { object, definition } of views) {
    await client.query(definition).catch((error: unknown) => refuseFailure(`of the ${object}`, error));
  }
}

/** Before a migration that changes what they read. */
export async function dropViews(client: pg.ClientBase): Promise<void> {
  await limitLockWait(client);
  await drop(client, await viewsIn(client));
  await client.query('DELETE FROM views');
}

/** Fails if columns, types or arguments changed. */
async function replace(client: pg.ClientBase, views: View[]): Promise<void> {
  for (const view of views) {
    await client.query(view.definition.replace(/^CREATE (?=VIEW|FUNCTION)/m, 'CREATE OR REPLACE '));
    if (!view.object.startsWith('FUNCTION')) continue;
    // Other arguments would make a second function.
    const { rows } = await client.query('SELECT WHERE to_regproc($1) IS NOT NULL', [nameOf(view)]);
    if (rows.length === 0) throw new Error(`${nameOf(view)} has other arguments`);
  }
}

/**
 * Changes the views and functions whose text changed, and creates missing ones. They are replaced if that is possible:
 * running nodes wait for no function, and for a view only while it is replaced. Otherwise they are dropped with those
 * that name them, and created.
 */
export async function changeViews(client: pg.ClientBase, views: View[]): Promise<void> {
  const present = await viewsIn(client);
  const former = new Map(present.map(({ object, definition }) => [object, definition]));
  const changed = views.filter(({ object, definition }) => former.get(object) !== definition);
  const gone = present.filter(({ object }) => !views.some((view) => view.object === object));
  if (changed.length + gone.length === 0) return;
  await limitLockWait(client);
  await client.query('SAVEPOINT views');
  try {
    await replace(client, changed);
    await drop(client, gone);
  } catch (error) {
    if (isLocked(error) || isForbidden(error)) throw error;
    await client.query('ROLLBACK TO views');
    const names = new Set([...gone, ...changed].map(nameOf));
    for (const view of views) if (!names.isDisjointFrom(wordsOf(view.definition))) names.add(nameOf(view));
    const isAffected = (view: View) => names.has(nameOf(view));
    await drop(client, present.filter(isAffected));
    await create(client, views.filter(isAffected));
  }
  await client.query('DELETE FROM views');
  for (const [position, { object, definition }] of views.entries())
    await client.query('INSERT INTO views VALUES ($1, $2, $3)', [position, object, definition]);
}
