import { sql } from 'kysely';
import { type Db, inTransaction } from '../platform/db/db.ts';

/** By what a node hears of what other nodes did; null: by nothing, so that it must be alone. */
export type JoinedBy = 'redis' | 'centrifugo' | null;

export interface NodeRow {
  id: string;
  joinedBy: JoinedBy;
  roles: readonly string[];
  /** The bucket in which it keeps files; null: a folder that no other node sees. */
  storage: string | null;
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

/**
 * Enters this node in the list, in the place of itself where it is there already, unless one of the others that live
 * makes that impossible. Of two that come at once one sees the other: the clock and the order are the database's.
 * @returns the node in the way
 */
export async function enterNode(
  db: Db,
  node: EnteringNode,
  isInTheWay: (other: NodeRow) => boolean,
): Promise<NodeRow | undefined> {
  return inTransaction(db, async (trx) => {
    await sql`LOCK TABLE nodes IN EXCLUSIVE MODE`.execute(trx);
    const others = await sql<NodeRow>`
      SELECT id, joined_by AS "joinedBy", roles, storage FROM nodes
      WHERE id <> ${node.id} AND seen_at > clock_timestamp() - make_interval(secs => ${goneAfterSeconds})
      ORDER BY started_at, id`.execute(trx);
    const found = others.rows.find(isInTheWay);
    if (found) return found;
    await sql`
      INSERT INTO nodes (id, started_at, seen_at, joined_by, roles, storage, recorder_places, free_bytes)
      VALUES (${node.id}, clock_timestamp(), clock_timestamp(), ${node.joinedBy}, ${node.roles}, ${node.storage},
        ${node.recorderPlaces}, ${node.freeBytes})
      ON CONFLICT (id) DO UPDATE
      SET started_at = excluded.started_at, seen_at = excluded.seen_at, joined_by = excluded.joined_by,
        roles = excluded.roles, storage = excluded.storage, recorder_places = excluded.recorder_places, free_bytes = excluded.free_bytes`.execute(
      trx,
    );
    await sql`DELETE FROM nodes WHERE seen_at < clock_timestamp() - make_interval(days => ${forgottenAfterDays})`.execute(
      trx,
    );
    return undefined;
  });
}

/** @returns whether the node was in the list, and seen lately enough that nobody could take it for gone */
export async function touchNode(
  db: Db,
  { id, freeBytes }: Pick<EnteringNode, 'id' | 'freeBytes'>,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE nodes SET seen_at = clock_timestamp(), free_bytes = ${freeBytes}
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
  await sql`DELETE FROM nodes WHERE id = ${id}`.execute(db);
}

/** What tells this installation from another one: the same for all its nodes. */
export async function installationOf(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM installation`.execute(db);
  const id = rows[0]?.id;
  if (!id) throw new Error('the table "installation" is empty');
  return id;
}
