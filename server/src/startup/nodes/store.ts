import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { SharedSettings } from './shared-settings.ts';

/** By what a node hears of what other nodes did; null: by nothing, so that it must be alone. */
export type JoinedBy = 'redis' | 'centrifugo' | null;

export interface NodeRow {
  id: string;
  joinedBy: JoinedBy;
  roles: readonly string[];
  /** The bucket in which it keeps files; null: a folder that no other node sees. */
  storage: string | null;
  /** Host and port, for the operator; null: a node of an older version, as with `settings`. */
  name: string | null;
  settings: SharedSettings | null;
}

/** A node as it was seen last. */
export interface SeenNode extends NodeRow {
  seenAt: string;
}

/** What a node has for recordings. */
export interface Abilities {
  recorderPlaces: number;
  /** Of the disk that it records to; null: not known now. */
  freeBytes: number | null;
}

export type EnteringNode = NodeRow & Abilities;

/** A node that has not been seen for so long is gone. */
const goneAfterSeconds = 15;
const forgottenAfterDays = 7;

/** Columns of the table as it is: that of an older version has fewer, an empty database has none. */
async function columnsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = to_regclass('nodes') AND attnum > 0 AND NOT attisdropped`.execute(db);
  return rows.map(({ name }) => name);
}

const othersThan = (id: string) => sql<SeenNode>`
  SELECT id, joined_by AS "joinedBy", roles, storage, seen_at::text AS "seenAt",
    to_jsonb(n) ->> 'name' AS name, to_jsonb(n) -> 'settings' AS settings
  FROM nodes n
  WHERE id <> ${id} AND seen_at > clock_timestamp() - make_interval(secs => ${goneAfterSeconds})
  ORDER BY started_at, id`;

/**
 * Enters this node in the list, in the place of itself where it is there already, unless one of the others that live
 * makes that impossible. Of two that come at once one sees the other: the clock and the order are the database's.
 * Works on the table of an older version, and does nothing where there is none.
 * @returns the node in the way
 */
export async function enterNode(
  db: Db,
  node: EnteringNode,
  isInTheWay: (other: NodeRow) => boolean,
): Promise<SeenNode | undefined> {
  return inTransaction(db, async (trx) => {
    const columns = await columnsOf(trx);
    if (columns.length === 0) return undefined;
    await sql`LOCK TABLE nodes IN EXCLUSIVE MODE`.execute(trx);
    const others = await othersThan(node.id).execute(trx);
    const found = others.rows.find(isInTheWay);
    if (found) return found;
    const values: Record<string, unknown> = {
      id: node.id,
      started_at: sql`clock_timestamp()`,
      seen_at: sql`clock_timestamp()`,
      joined_by: node.joinedBy,
      roles: node.roles,
      storage: node.storage,
      recorder_places: node.recorderPlaces,
      free_bytes: node.freeBytes,
      name: node.name,
      settings: JSON.stringify(node.settings),
    };
    const known = Object.keys(values).filter((name) => columns.includes(name));
    const list = (items: unknown[]) => sql.join(items);
    await sql`
      INSERT INTO nodes (${list(known.map((name) => sql.ref(name)))})
      VALUES (${list(known.map((name) => values[name]))})
      ON CONFLICT (id) DO UPDATE
      SET ${list(known.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}`.execute(trx);
    await sql`DELETE FROM nodes WHERE seen_at < clock_timestamp() - make_interval(days => ${forgottenAfterDays})`.execute(
      trx,
    );
    return undefined;
  });
}

/** During a migration: the other columns may not be there yet. */
export async function keepNode(db: Db, id: string): Promise<void> {
  if ((await columnsOf(db)).length === 0) return;
  await sql`UPDATE nodes SET seen_at = clock_timestamp() WHERE id = ${id}`.execute(db);
}

/** @returns whether the node was in the list, and seen lately enough that nobody could take it for gone */
export async function touchNode(
  db: Db,
  { id, freeBytes, settings }: Pick<EnteringNode, 'id' | 'freeBytes' | 'settings'>,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE nodes SET seen_at = clock_timestamp(), free_bytes = ${freeBytes}, settings = ${JSON.stringify(settings)}
    WHERE id = ${id} AND seen_at > clock_timestamp() - make_interval(secs => ${goneAfterSeconds})
    RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Does a node other than this one serve people now? */
export async function isServedByOthers(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM nodes
    WHERE id <> ${id} AND 'api' = ANY (roles) AND seen_at > clock_timestamp() - make_interval(secs => ${goneAfterSeconds})
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Shorter than the statement limit of those who wait. */
const stuckAfterSeconds = 4;

/**
 * Ends the transactions of nodes that froze while the database sends them a result, when another node waits for their
 * locks: no timeout of PostgreSQL applies to a connection whose client stopped reading.
 * @returns how many there were
 */
export async function endStuckTransactions(db: Db): Promise<number> {
  const { rows } = await sql`
    SELECT pg_terminate_backend(pid) FROM (
      SELECT DISTINCT a.pid
      FROM pg_locks waiting
      CROSS JOIN LATERAL unnest(pg_blocking_pids(waiting.pid)) AS blocking(pid)
      JOIN pg_stat_activity a ON a.pid = blocking.pid
      WHERE NOT waiting.granted AND waiting.waitstart < clock_timestamp() - make_interval(secs => ${stuckAfterSeconds})
        AND a.datname = current_database() AND a.usename = current_user AND a.wait_event = 'ClientWrite'
    ) stuck`.execute(db);
  return rows.length;
}

export async function removeNode(db: Db, id: string): Promise<void> {
  if ((await columnsOf(db)).length === 0) return;
  await sql`DELETE FROM nodes WHERE id = ${id}`.execute(db);
}

/** As `installationOf`; undefined while the database has no tables. */
export async function installationIfAny(db: Db): Promise<string | undefined> {
  const { rows } = await sql`SELECT WHERE to_regclass('installation') IS NOT NULL`.execute(db);
  return rows.length === 0 ? undefined : installationOf(db);
}

/** What tells this installation from another one: the same for all its nodes. */
export async function installationOf(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM installation`.execute(db);
  const id = rows[0]?.id;
  if (!id) throw new Error('the table "installation" is empty');
  return id;
}
