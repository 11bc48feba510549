import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { snakeCased } from '../../platform/db/tables.ts';
import type { SharedSettings } from './shared-settings.ts';

/** How nodes exchange events; null: not at all, so that the node must be alone. */
export type JoinedBy = 'redis' | 'centrifugo' | null;

export interface NodeRow {
  id: string;
  joinedBy: JoinedBy;
  roles: readonly string[];
  /** The bucket with its files; null: a local folder. */
  storage: string | null;
  /** Host and port, for the operator. Null, like `settings`, for a node of an older version. */
  name: string | null;
  settings: SharedSettings | null;
}

/** A node with its last heartbeat. */
export interface SeenNode extends NodeRow {
  seenAt: string;
}

/** The abilities of a node for recordings and their transcripts. */
export interface Abilities {
  recorderPlaces: number;
  /** Free space for recordings; null if unknown. */
  freeBytes: number | null;
  /** Whether its speech engine works; null: it transcribes nothing, or does not know it yet. */
  speech: 'works' | 'broken' | null;
}

export interface EnteringNode extends NodeRow, Abilities {
  /** Since when the node takes no new work. */
  drainingAt: Date | null;
}

/** A node without a heartbeat for this long is gone. */
const goneAfterSeconds = 15;
const isLive = sql`seen_at > clock_timestamp() - make_interval(secs => ${goneAfterSeconds})`;
const forgottenAfterDays = 7;

/** The existing columns: an older version has fewer, an empty database has none. */
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
  WHERE id <> ${id} AND ${isLive}
  ORDER BY started_at, id`;

/**
 * Inserts or replaces this node's row unless a live node forbids that. The table lock serializes nodes that start at
 * the same moment; times are the database's. Works on the tables of an older version; does nothing without tables.
 * @returns the node that forbids it
 */
export async function enterNode(db: Db, node: EnteringNode, isInTheWay: (other: NodeRow) => boolean) {
  return inTransaction(db, async (trx) => {
    const columns = await columnsOf(trx);
    if (columns.length === 0) return undefined;
    await sql`LOCK TABLE nodes IN EXCLUSIVE MODE`.execute(trx);
    const others = await othersThan(node.id).execute(trx);
    const found = others.rows.find(isInTheWay);
    if (found) return found;
    const values: Record<string, unknown> = {
      ...snakeCased({ ...node, settings: JSON.stringify(node.settings) }),
      started_at: sql`clock_timestamp()`,
      seen_at: sql`clock_timestamp()`,
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

/** Heartbeat during a migration, when other columns may not exist yet. */
export async function keepNode(db: Db, id: string): Promise<void> {
  if ((await columnsOf(db)).length === 0) return;
  await sql`UPDATE nodes SET seen_at = clock_timestamp() WHERE id = ${id}`.execute(db);
}

/** @returns undefined if the node was not listed, or considered gone */
export async function touchNode(
  db: Db,
  { id, freeBytes, speech, settings }: Pick<EnteringNode, 'id' | 'freeBytes' | 'speech' | 'settings'>,
): Promise<Pick<EnteringNode, 'drainingAt'> | undefined> {
  const { rows } = await sql<Pick<EnteringNode, 'drainingAt'>>`
    UPDATE nodes SET seen_at = clock_timestamp(), free_bytes = ${freeBytes}, speech = ${speech},
      settings = ${JSON.stringify(settings)}
    WHERE id = ${id} AND ${isLive}
    RETURNING draining_at AS "drainingAt"`.execute(db);
  return rows[0];
}

/** Whether another node serves people. */
export async function isServedByOthers(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM nodes
    WHERE id <> ${id} AND 'api' = ANY (roles) AND ${isLive}
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Shorter than the statement timeout of the waiting ones. */
const stuckAfterSeconds = 4;

/**
 * Ends transactions of frozen nodes that hold locks for which another node waits. PostgreSQL has no timeout for a
 * connection whose client stopped reading.
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

/** The work that a node has to finish before it may exit. */
export interface UnfinishedWork {
  recordings: number;
  transcripts: number;
  videos: number;
  /** Calls on the media server that the node runs itself; they end with it. */
  calls: number;
}

/** Counts the work of a node. Claims that expired are no longer its own. */
export async function unfinishedWorkOf(db: Db, { id, hasOwnMedia }: { id: string; hasOwnMedia: boolean }) {
  const { rows } = await sql<UnfinishedWork>`
    SELECT
      (SELECT count(*) FROM records
        WHERE node_id = ${id} AND state IN ('new', 'recording', 'processing'))::int AS recordings,
      (SELECT count(*) FROM transcripts
        WHERE node_id = ${id} AND state = 'running' AND claimed_until > clock_timestamp())::int AS transcripts,
      (SELECT count(*) FROM videos
        WHERE node_id = ${id} AND deleted_at IS NULL AND 'preparing' IN (state, small_state)
          AND claimed_until > clock_timestamp())::int AS videos,
      (SELECT count(*) FROM calls WHERE finished_at IS NULL AND ${hasOwnMedia})::int AS calls`.execute(db);
  const [work] = rows;
  if (!work) throw new Error('a query without FROM returned no row');
  return work;
}

/** Sets or ends the draining of a running node. @returns false if the node does not run */
export async function setDraining(db: Db, id: string, isDraining: boolean): Promise<boolean> {
  const { rows } = await sql`
    UPDATE nodes
    SET draining_at = CASE WHEN ${isDraining} THEN coalesce(draining_at, clock_timestamp()) END
    WHERE id = ${id} AND ${isLive}
    RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Whether the node still runs and drains. */
export async function isNodeDraining(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM nodes
    WHERE id = ${id} AND draining_at IS NOT NULL
      AND ${isLive}`.execute(db);
  return rows.length > 0;
}
