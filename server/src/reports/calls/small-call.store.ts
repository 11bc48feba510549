import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { type MessageOfCall, messagesQuery, type VoteOfCall, votesQuery } from '../chat/chat.store.ts';
import { type AbsentRow, absentQuery, byName } from '../people/absent.store.ts';
import { type ParticipantRow, participantsOf, participantsQuery } from '../people/participants.store.ts';
import {
  type ActivityRow,
  activitiesQuery,
  addActivities,
  allVisitsQuery,
  type CallGathering,
  type CountsOfParticipant,
  countsQuery,
  type ReportedCall,
  type ReportedVisitRow,
  reportedCallsQuery,
  visitInputOf,
} from './store.ts';

/** JSON has no times: they arrive as texts. */
type InJson<Row> = {
  [Field in keyof Row]: Row[Field] extends Date | null ? string | Row[Field] : Row[Field];
};

interface RowsOfCall {
  reported: InJson<ReportedCall>[];
  participants: ParticipantRow[];
  visits: ReportedVisitRow[];
  activities: ActivityRow[];
  counts: CountsOfParticipant[];
  votes: InJson<VoteOfCall>[];
  absent: AbsentRow[];
  messages: InJson<MessageOfCall>[];
}

/** The rows of a statement as a JSON array, in their order. */
const asJson = (rows: RawBuilder<unknown>) => sql`(SELECT coalesce(json_agg(r), '[]') FROM (${rows}) r)`;
const noRows = sql`SELECT WHERE false`;

/** A call that is reported as a whole, with its reader. */
interface SmallCallQuery {
  reported: ReportedCall;
  gathering: CallGathering;
  viewerId: string | undefined;
  withMessages: boolean;
}

/**
 * Reads everything for the report of a small call by one statement, which is one snapshot: with a statement for each
 * part and a transaction around them, most of the time would be waiting for answers. The call begins and ends as
 * `gathering` says, also if it has ended since.
 */
export async function readSmallCall(db: Db, { reported, gathering, viewerId, withMessages }: SmallCallQuery) {
  const { id: callId, spaceId } = reported;
  const visitIds = sql`ANY (ARRAY(SELECT id FROM visits WHERE call_id = ${callId}))`;
  const { rows } = await sql<RowsOfCall>`
    SELECT ${asJson(reportedCallsQuery({ spaceId, callIds: [callId] }))} AS reported,
      ${asJson(participantsQuery({ ...gathering, viewerId }, ''))} AS participants,
      ${asJson(allVisitsQuery(callId))} AS visits,
      ${asJson(activitiesQuery(visitIds))} AS activities,
      ${asJson(countsQuery(gathering))} AS counts,
      ${asJson(votesQuery(gathering))} AS votes,
      ${asJson(absentQuery(gathering))} AS absent,
      ${asJson(withMessages ? messagesQuery(gathering) : noRows)} AS messages`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the statement has no row');
  const until = gathering.until.getTime();
  const visits = row.visits.map((visit) => visitInputOf(visit, until));
  addActivities(visits, row.activities, until);
  return {
    reported: {
      ...reported,
      ...row.reported[0],
      startedAt: reported.startedAt,
      finishedAt: reported.finishedAt,
    },
    participants: participantsOf(row.participants),
    visits,
    counts: row.counts,
    votes: row.votes.map((vote) => ({ ...vote, answeredAt: new Date(vote.answeredAt) })),
    absent: row.absent.sort(byName),
    messages: row.messages.map((message) => ({ ...message, sentAt: new Date(message.sentAt) })),
  };
}
