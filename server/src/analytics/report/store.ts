import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { chatUsersOf } from './chat.store.ts';
import { type CallSpan, type Gathering, gatheringOfCall } from './gathering.store.ts';
import type {
  ByActivity,
  DeviceInput,
  Interval,
  OriginInput,
  ParticipantInput,
  VisitInput,
} from './model.ts';

/** A call as its report names it. */
export interface ReportedCall {
  id: string;
  spaceId: string;
  roomId: string;
  roomName: string;
  roomType: 'lesson' | 'webinar';
  startedAt: Date;
  finishedAt: Date | null;
  revision: number;
  rule: { minShare: number; minSeconds: number };
  /** Whether the retention may have deleted visits: it stores their counts first. */
  isPast: boolean;
}

/** How many people of a call `c` were erased, or of those who had a link for it. Their made-up ids are distinct. */
const erasuresIn = sql`(
  SELECT count(*)::int FROM (
    SELECT p.external_user_id FROM participants p
    WHERE p.erased_at IS NOT NULL AND p.id IN (SELECT participant_id FROM visits WHERE call_id = c.id)
    UNION
    SELECT l.external_user_id FROM access_links l
    WHERE l.erased_at IS NOT NULL AND l.room_id = c.room_id AND NOT l.is_permanent
      AND l.created_at <= coalesce(c.finished_at, l.created_at) AND l.expires_at > c.started_at
  ) erased
)`;

export const reportedCallsQuery = ({ spaceId, callIds }: { spaceId: string; callIds: string[] }) =>
  sql<ReportedCall>`
    SELECT c.id, c.space_id AS "spaceId", c.room_id AS "roomId", r.name AS "roomName", c.room_type AS "roomType",
      c.started_at AS "startedAt", c.finished_at AS "finishedAt", 1 + ${erasuresIn} AS revision,
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

/** Whether the call has more visits than that. */
export async function hasMoreVisits(db: Db, callId: string, most: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM visits WHERE call_id = ${callId} OFFSET ${most} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** A column as whole milliseconds since 1970. */
export const milliseconds = (column: string) =>
  sql<number>`trunc(extract(epoch FROM ${sql.ref(column)}) * 1000)::float8`;

export type ParticipantRow = Omit<ParticipantInput, keyof DeviceInput | keyof OriginInput | 'fields'> & {
  origin: Record<string, string>;
  /** null: entered before devices were stored, or erased. */
  device: DeviceInput | null;
  fields: { title: string; value: string }[];
};

const unknownDevice: DeviceInput = {
  deviceType: null,
  platform: null,
  platformVersion: null,
  browser: null,
  browserVersion: null,
};

export const participantOf = ({ origin, device, fields, ...row }: ParticipantRow): ParticipantInput => ({
  ...row,
  ...unknownDevice,
  ...device,
  fields: Object.fromEntries(fields.map(({ title, value }) => [title, value])),
  referer: origin.referer ?? null,
  utmSource: origin.utmSource ?? null,
  utmMedium: origin.utmMedium ?? null,
  utmCampaign: origin.utmCampaign ?? null,
  utmContent: origin.utmContent ?? null,
  utmTerm: origin.utmTerm ?? null,
  ip: origin.ip ?? null,
});

/** Rows that one statement returns: the server handles them in about 20 ms, and other requests get a turn. */
const rowsAtOnce = { participants: 2000, visits: 4000 };

/** Reads all rows in the order of their ids by statements of `limit` rows. */
export async function readInBatches<Row extends { id: string }>(
  limit: number,
  read: (after: string) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: Row[] = await read(after);
    all.push(...rows);
    after = rows.length < limit ? undefined : rows.at(-1)?.id;
  }
  return all;
}

/** The account that sees the people; without one nobody's contact is read. */
export interface PeopleQuery extends Pick<Gathering, 'attended'> {
  viewerId?: string | undefined;
}

/** The contact of a participant `p`; of an account `u`, only if it shares a group with the viewer. */
const contactFor = (column: 'email' | 'phone', viewerId: string | undefined) =>
  viewerId === undefined
    ? sql`NULL`
    : sql`CASE WHEN p.user_id IS NULL OR (SELECT shares_group FROM acquaintance(u.id, ${viewerId})) THEN ${sql.ref(`p.${column}`)} END`;

/** The participants who were there, in the order of their ids. */
export const participantsWhoAttended = (db: Db, query: PeopleQuery): Promise<ParticipantInput[]> =>
  readInBatches(rowsAtOnce.participants, (after) => participantsAfter(db, query, after));

/** The first participants with a higher id. */
export const participantsQuery = ({ attended, viewerId }: PeopleQuery, after: string) =>
  sql<ParticipantRow>`
    SELECT p.id, person_key(p.external_user_id, p.user_id, p.browser_hash) AS "personKey", ${milliseconds('p.created_at')} AS "joinedAt", p.name, p.role,
      p.external_user_id AS "externalUserId", p.external_meeting_id AS "externalMeetingId",
      p.user_id AS "userId", ${contactFor('email', viewerId)} AS email,
      ${contactFor('phone', viewerId)} AS phone, p.fields, p.origin, p.device, p.erased_at IS NOT NULL AS "isErased"
    FROM (
      -- The ids first: the planner would walk through the participants of all calls for a limit over the join.
      SELECT DISTINCT participant_id FROM ${attended} AND participant_id > ${after}
      ORDER BY participant_id LIMIT ${rowsAtOnce.participants}
    ) v
    -- One lookup for each: a join reads all participants of a small installation.
    CROSS JOIN LATERAL (SELECT * FROM participants WHERE id = v.participant_id OFFSET 0) p
    LEFT JOIN users u ON u.id = p.user_id
    ORDER BY p.id`;

async function participantsAfter(db: Db, query: PeopleQuery, after: string): Promise<ParticipantInput[]> {
  const { rows } = await participantsQuery(query, after).execute(db);
  return rows.map(participantOf);
}

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
  ${milliseconds('entered_at')} AS start, ${milliseconds('exited_at')} AS end`;

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
    ORDER BY id LIMIT ${rowsAtOnce.visits}`.execute(db);
  return rows.map((row) => visitInputOf(row, until));
}

/** The visits without what people did in them. */
export const bareVisitsOf = (db: Db, query: VisitsQuery): Promise<VisitInput[]> =>
  readInBatches(rowsAtOnce.visits, (after) => visitsAfter(db, query, after));

/** The visits with the intervals in them. */
export const fullVisitsOf = (db: Db, query: VisitsQuery): Promise<VisitInput[]> =>
  readInBatches(rowsAtOnce.visits, async (after) => {
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
    ${milliseconds('started_at')} AS start, ${milliseconds('ended_at')} AS end
  FROM media_intervals WHERE visit_id = ${visitIds}
  UNION ALL
  SELECT visit_id AS "visitId", kind AS activity,
    ${milliseconds('started_at')} AS start, ${milliseconds('ended_at')} AS end
  FROM activity_intervals WHERE visit_id = ${visitIds}`;

/** The number of actions of a participant during the call, besides media. */
export interface CountsOfParticipant {
  participantId: string;
  messages: number;
  reactions: number;
  hands: number;
}

/**
 * The number of messages of each participant. Deleted ones count: whether somebody wrote does not change afterwards.
 */
export const messageCountsQuery = (gathering: Gathering) =>
  sql<{ participantId: string; messages: number }>`
    WITH chat_people AS MATERIALIZED (${chatUsersOf(gathering)})
    SELECT u.participant_id AS "participantId", count(*)::int AS messages
    FROM chat_people u JOIN chat_messages m ON m.user_id = u.user_id
      AND m.created_at >= ${gathering.from} AND m.created_at <= ${gathering.until} AND m.type = 'user'
    JOIN chat_channels c ON c.id = m.channel_id AND ${gathering.channel}
    GROUP BY u.participant_id`;

export const countsQuery = (span: CallSpan) => {
  const { callId, roomId, from, until } = span;
  return sql<CountsOfParticipant>`
    WITH counted AS (
      SELECT "participantId" AS participant_id, messages, 0 AS reactions, 0 AS hands
      FROM (${messageCountsQuery(gatheringOfCall(span))}) written
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

export const countsOfCall = async (db: Db, span: CallSpan): Promise<CountsOfParticipant[]> =>
  (await countsQuery(span).execute(db)).rows;

export interface AbsentRow {
  name: string;
  externalUserId: string | null;
}

/**
 * People with a link that was valid during the call and that nobody had opened by its end, without permanent links and
 * without people who were there by another link. Several links of one person count once, with the newest name.
 */
export const absentQuery = ({ attended, roomId, from, until }: Gathering) =>
  sql<AbsentRow>`
    SELECT DISTINCT ON (coalesce(l.external_user_id, l.id), l.external_user_id IS NULL)
      l.username AS name, l.external_user_id AS "externalUserId"
    FROM access_links l
    WHERE l.room_id = ${roomId} AND NOT l.is_permanent
      AND l.created_at <= ${until} AND l.expires_at > ${from}
      AND (l.revoked_at IS NULL OR l.revoked_at > ${from})
      AND (l.entered_at IS NULL OR l.entered_at > ${until})
      AND l.erased_at IS NULL
      AND NOT EXISTS (
        SELECT FROM participants p
        JOIN (SELECT participant_id FROM ${attended}) v ON v.participant_id = p.id
        WHERE p.external_user_id = l.external_user_id AND p.room_id = l.room_id
      )
    ORDER BY coalesce(l.external_user_id, l.id), l.external_user_id IS NULL, l.id DESC`;

export const byName = (a: AbsentRow, b: AbsentRow): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

/** @see absentQuery */
export const absentFrom = async (db: Db, gathering: Gathering): Promise<AbsentRow[]> =>
  (await absentQuery(gathering).execute(db)).rows.sort(byName);

/** @see absentQuery */
export const absentFromCall = (db: Db, span: CallSpan): Promise<AbsentRow[]> =>
  absentFrom(db, gatheringOfCall(span));
