import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import type { CallRow } from './store.ts';

export interface CallCounts {
  entries: number;
  people: number;
  present: number;
}

/** Identifies a person of a call by the LMS's id, else by account, else by browser. */
const person = sql`coalesce('external:' || p.external_user_id, 'user:' || p.user_id, 'browser:' || encode(p.browser_hash, 'hex'))`;

const counts = sql`
  SELECT count(DISTINCT v.entry_id)::int AS entries, count(DISTINCT ${person})::int AS people,
    count(DISTINCT v.participant_id) FILTER (WHERE v.exited_at IS NULL)::int AS present
  FROM visits v JOIN participants p ON p.id = v.participant_id`;

export async function countsOf(db: Db, callId: string): Promise<CallCounts> {
  const { rows } = await sql<CallCounts>`${counts} WHERE v.call_id = ${callId}`.execute(db);
  return rows[0] ?? { entries: 0, people: 0, present: 0 };
}

/** The counts of a call `c`, taken from its row if its visits were erased. */
const countsOfCall = sql`
  SELECT coalesce(c.entries, k.entries) AS entries, coalesce(c.people, k.people) AS people, k.present
  FROM (${counts} WHERE v.call_id = c.id) k`;

/**
 * Stores the counts of calls that finished before a moment, so that their visits can be erased.
 * @returns the number of calls
 */
export async function saveCounts(trx: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE calls c SET entries = k.entries, people = k.people
    FROM (
      SELECT id FROM calls WHERE finished_at < ${before} AND entries IS NULL ORDER BY finished_at LIMIT ${limit}
    ) past
    CROSS JOIN LATERAL (${counts} WHERE v.call_id = past.id) k
    WHERE c.id = past.id`.execute(trx);
  return Number(numAffectedRows);
}

export interface CallQuery extends Page {
  roomId: string;
  /** The calls started in [from, until). */
  from: Date;
  until: Date;
  minPeople: number;
}

/** Lists the finished calls of a room that started in a time span, with their counts. */
export async function finishedCallsWithCounts(
  db: Db,
  query: CallQuery,
): Promise<{ items: { call: CallRow; counts: CallCounts }[]; total: number }> {
  const finished = sql`
    c.room_id = ${query.roomId} AND c.finished_at IS NOT NULL
      AND c.started_at >= ${query.from} AND c.started_at < ${query.until}`;
  const counted = sql`CROSS JOIN LATERAL (${countsOfCall}) k`;
  // People are counted for the page only, unless the filter needs the count of every call.
  const all =
    query.minPeople > 0
      ? sql`FROM calls c ${counted} WHERE ${finished} AND k.people >= ${query.minPeople}`
      : sql`FROM calls c WHERE ${finished}`;
  const direction = sqlDirectionOf(query);
  const order = sql`ORDER BY c.started_at ${direction}, c.id ${direction}`;
  const { rows } = await sql<CallRow & CallCounts>`
    SELECT c.id, c.room_id AS "roomId", c.space_id AS "spaceId", c.plan_alias AS "planAlias",
      c.room_type AS "roomType", c.started_at AS "startedAt", c.empty_since AS "emptySince",
      c.returns_until AS "returnsUntil", c.finished_at AS "finishedAt", c.most_present AS "mostPresent", k.*
    FROM (SELECT c.* ${all} ${order} ${sqlLimitOf(query)}) c ${counted} ${order}`.execute(db);
  const items = rows.map(({ entries, people, present, ...call }) => ({
    call,
    counts: { entries, people, present },
  }));
  return withTotal(db, items, { page: query, all });
}
