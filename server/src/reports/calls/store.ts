import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { AttendanceRule } from '../../platform/db/json-columns.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import { messageCountsQuery } from '../chat/chat.store.ts';
import { erasuresIn, type Gathering } from '../people/gathering.store.ts';
import type { Interval } from '../people/model.ts';
import { readInBatches } from '../people/participants.store.ts';
import type { ByActivity, VisitInput } from './model.ts';

/** A call as its report names it. */
export interface ReportedCall
  extends Pick<
    RowOf<'calls'>,
    'id' | 'spaceId' | 'roomId' | 'roomType' | 'startedAt' | 'finishedAt' | 'isSample'
  > {
  roomName: string;
  revision: number;
  rule: AttendanceRule;
  /** Whether the retention may have deleted visits: it stores their counts first. */
  isPast: boolean;
}

const erasures = erasuresIn({
  attended: sql`visits WHERE call_id = c.id`,
  ...{ roomId: sql`c.room_id`, from: sql`c.started_at`, until: sql`c.finished_at` },
});

export const reportedCallsQuery = ({ spaceId, callIds }: { spaceId: string; callIds: string[] }) =>
  sql<ReportedCall>`
    SELECT c.id, c.space_id AS "spaceId", c.room_id AS "roomId", r.name AS "roomName", c.room_type AS "roomType",
      c.started_at AS "startedAt", c.finished_at AS "finishedAt", c.is_sample AS "isSample", 1 + (${erasures}) AS revision,
      r.attendance_rule AS rule, c.entries IS NOT NULL AS "isPast"
    FROM calls c JOIN rooms r ON r.id = c.room_id
    WHERE c.id = ANY (${callIds}) AND c.space_id = ${spaceId}`;

/** Those of the calls that belong to the group. */
export const reportedCalls = async (
  db: Db,
  which: { spaceId: string; callIds: string[] },
): Promise<ReportedCall[]> => (await reportedCallsQuery(which).execute(db)).rows;

/** @returns undefined if the group has no such call */
export const reportedCall = async (
  db: Db,
  { spaceId, callId }: { spaceId: string; callId: string },
): Promise<ReportedCall | undefined> => (await reportedCalls(db, { spaceId, callIds: [callId] }))[0];

export interface CallGathering extends Gathering {
  callId: string;
}

/** A running call is reported until `at`, unless another node began it by a clock that is ahead. */
export const gatheringOfCall = (
  { id, roomId, startedAt, finishedAt, isSample }: ReportedCall,
  at: Date,
): CallGathering => ({
  // Links, hands and the chat of the room belong to its real calls.
  ...{ callId: id, roomId: isSample ? '' : roomId, from: startedAt },
  until: finishedAt ?? (at < startedAt ? startedAt : at),
  attended: sql`visits WHERE call_id = ${id}`,
  channel: isSample ? sql`false` : sql`c.room_id = ${roomId}`,
});

/** Visits that one statement returns: other requests get a turn in between. */
const visitsAtOnce = 4000;

const noActivities = (): ByActivity<Interval[]> => ({
  tab: [],
  microphone: [],
  camera: [],
  screen: [],
  speaking: [],
});

interface VisitInputRow extends VisitInput {
  id: string;
}

/** Visits of some participants of a call. */
export interface VisitsQuery {
  callId: string;
  participantIds: string[];
  /** When open visits and intervals end. */
  until: number;
}

export interface ReportedVisitRow {
  id: string;
  participantId: string;
  entryId: string;
  start: number;
  end: number | null;
}

const visitColumns = sql`id, participant_id AS "participantId", entry_id AS "entryId",
  epoch_ms(entered_at) AS start, epoch_ms(exited_at) AS end`;

export const allVisitsQuery = (callId: string) => sql<ReportedVisitRow>`
  SELECT ${visitColumns} FROM visits WHERE call_id = ${callId}`;

/** Open visits end at `until`. */
export const visitInputOf = (
  { id, participantId, entryId, start, end }: ReportedVisitRow,
  until: number,
): VisitInputRow => ({
  ...{ id, participantId, entryId },
  online: { start, end: end ?? until },
  activities: noActivities(),
});

/** Puts activities into their visits. Open ones end at `until`. */
export function addActivities(visits: VisitInputRow[], rows: ActivityRow[], until: number): void {
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  for (const { visitId, activity, start, end } of rows)
    byId.get(visitId)?.activities[activity].push({ start, end: end ?? until });
}

async function visitsAfter(
  db: Db,
  { callId, participantIds, until }: VisitsQuery,
  after: string,
): Promise<VisitInputRow[]> {
  const { rows } = await sql<ReportedVisitRow>`
    SELECT ${visitColumns}
    FROM visits WHERE call_id = ${callId} AND participant_id = ANY (${participantIds}) AND id > ${after}
    ORDER BY id LIMIT ${visitsAtOnce}`.execute(db);
  return rows.map((row) => visitInputOf(row, until));
}

/** The visits without what people did in them. */
export const bareVisitsOf = (db: Db, query: VisitsQuery): Promise<VisitInput[]> =>
  readInBatches(visitsAtOnce, (after) => visitsAfter(db, query, after));

/** The visits with the intervals in them. */
export const fullVisitsOf = (db: Db, query: VisitsQuery): Promise<VisitInput[]> =>
  readInBatches(visitsAtOnce, async (after) => {
    const visits = await visitsAfter(db, query, after);
    const ids = visits.map(({ id }) => id);
    const { rows } = await activitiesQuery(sql`ANY (${ids})`).execute(db);
    addActivities(visits, rows, query.until);
    return visits;
  });

export interface ActivityRow {
  visitId: string;
  activity: keyof ByActivity<unknown>;
  start: number;
  end: number | null;
}

/** @param visitIds `ANY (…)` */
export const activitiesQuery = (visitIds: RawBuilder<unknown>) => sql<ActivityRow>`
  SELECT visit_id AS "visitId", source AS activity,
    epoch_ms(started_at) AS start, epoch_ms(ended_at) AS end
  FROM media_intervals WHERE visit_id = ${visitIds}
  UNION ALL
  SELECT visit_id AS "visitId", kind AS activity,
    epoch_ms(started_at) AS start, epoch_ms(ended_at) AS end
  FROM activity_intervals WHERE visit_id = ${visitIds}`;

/** The number of actions of a participant during the call, besides media. */
export interface CountsOfParticipant {
  participantId: string;
  messages: number;
  reactions: number;
  hands: number;
}

export const countsQuery = (gathering: CallGathering) => {
  const { callId, roomId, from, until } = gathering;
  return sql<CountsOfParticipant>`
    WITH counted AS (
      SELECT "participantId" AS participant_id, messages, 0 AS reactions, 0 AS hands
      FROM (${messageCountsQuery(gathering)}) written
      UNION ALL
      SELECT participant_id, 0, count, 0 FROM stage_reactions WHERE call_id = ${callId}
      UNION ALL
      SELECT participant_id, 0, 0, count(*) FROM hands
      WHERE room_id = ${roomId} AND raised_at >= ${from} AND raised_at <= ${until}
      GROUP BY participant_id
    )
    SELECT participant_id AS "participantId", sum(messages)::int AS messages, sum(reactions)::int AS reactions,
      sum(hands)::int AS hands
    FROM counted GROUP BY participant_id`;
};

export const countsOfCall = async (db: Db, gathering: CallGathering): Promise<CountsOfParticipant[]> =>
  (await countsQuery(gathering).execute(db)).rows;
