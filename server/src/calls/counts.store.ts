import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { countChanged, selectAll, selectFirst } from '../platform/db/rows.ts';
import { columnsOf } from '../platform/db/tables.ts';
import type { CallRow } from './store.ts';

export interface CallCounts {
  entries: number;
  people: number;
  present: number;
}

const counts = sql`
  SELECT count(DISTINCT v.entry_id)::int AS entries, count(DISTINCT person_key(p.external_user_id, p.user_id, p.browser_hash))::int AS people,
    count(DISTINCT v.participant_id) FILTER (WHERE v.exited_at IS NULL)::int AS present
  FROM visits v JOIN participants p ON p.id = v.participant_id`;

export const countsOf = async (db: Db, callId: string) =>
  (await selectFirst<CallCounts>(db)`${counts} WHERE v.call_id = ${callId}`) ?? {
    entries: 0,
    people: 0,
    present: 0,
  };

/** The counts of a call `c`, taken from its row if its visits were erased. */
const countsOfCall = sql`
  SELECT coalesce(c.entries, k.entries) AS entries, coalesce(c.people, k.people) AS people, k.present
  FROM (${counts} WHERE v.call_id = c.id) k`;

/**
 * Stores the counts of calls that finished before a moment, so that their visits can be erased.
 * @returns the number of calls
 */
export const saveCounts = (trx: Db, before: Date, limit: number) => countChanged(trx)`
    UPDATE calls c SET entries = k.entries, people = k.people
    FROM (
      SELECT id FROM calls WHERE finished_at < ${before} AND entries IS NULL ORDER BY finished_at LIMIT ${limit}
    ) past
    CROSS JOIN LATERAL (${counts} WHERE v.call_id = past.id) k
    WHERE c.id = past.id`;

export interface CallQuery extends Page {
  spaceId: string;
  /** Only calls of these rooms; undefined: of all rooms of the group. */
  roomIds: string[] | undefined;
  /** The calls started in [from, until); undefined: without that limit. */
  from: Date | undefined;
  until: Date | undefined;
  minPeople: number;
  /** Leaves sample calls out. */
  withoutSamples?: true;
  /** Only calls among the ids that this query selects. */
  among?: RawBuilder<unknown>;
}

/** The columns of a call `c`, with its counts `k` in place of those that are stored. */
const callWithCountsColumns = sql`
  ${columnsOf('calls', 'c')}, (SELECT name FROM rooms WHERE id = c.room_id) AS "roomName", c.entries IS NOT NULL AS "isPast", k.*`;

/** A call, running or finished, as lists show it. */
export interface CountedCall {
  call: CallRow;
  roomName: string;
  /** Whether the retention may have deleted visits: it stores their counts first. */
  isPast: boolean;
  counts: CallCounts;
}

type CountedRow = CallRow & CallCounts & Pick<CountedCall, 'roomName' | 'isPast'>;

const withCounts = ({ roomName, isPast, present, ...call }: CountedRow): CountedCall => ({
  call,
  roomName,
  isPast,
  counts: { entries: call.entries, people: call.people, present },
});

export async function callWithCounts(db: Db, callId: string): Promise<CountedCall | undefined> {
  const row = await selectFirst<CountedRow>(db)`
    SELECT ${callWithCountsColumns} FROM calls c CROSS JOIN LATERAL (${countsOfCall}) k WHERE c.id = ${callId}`;
  return row && withCounts(row);
}

/** Lists the finished calls of rooms or a group that started in a time span, with their counts. */
export async function finishedCallsWithCounts(db: Db, query: CallQuery) {
  const { roomIds, from, until, among, withoutSamples } = query;
  const place = roomIds
    ? sql`c.space_id = ${query.spaceId} AND c.room_id = ANY (${roomIds})`
    : sql`c.space_id = ${query.spaceId}`;
  const finished = sql`${place} AND c.finished_at IS NOT NULL
    ${from ? sql`AND c.started_at >= ${from}` : sql``} ${until ? sql`AND c.started_at < ${until}` : sql``}
    ${withoutSamples ? sql`AND NOT c.is_sample` : sql``}
    ${among ? sql`AND c.id IN (${among})` : sql``}`;
  const counted = sql`CROSS JOIN LATERAL (${countsOfCall}) k`;
  // People are counted for the page only, unless the filter needs the count of every call.
  const all =
    query.minPeople > 0
      ? sql`FROM calls c ${counted} WHERE ${finished} AND k.people >= ${query.minPeople}`
      : sql`FROM calls c WHERE ${finished}`;
  const direction = sqlDirectionOf(query);
  const order = sql`ORDER BY c.started_at ${direction}, c.id ${direction}`;
  const rows = await selectAll<CountedRow>(db)`
    SELECT ${callWithCountsColumns}
    FROM (SELECT c.* ${all} ${order} ${sqlLimitOf(query)}) c ${counted} ${order}`;
  return withTotal(db, rows.map(withCounts), { page: query, all });
}
