import { presentSeconds } from '../../participants/participants.ts';
import { seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { AttendanceRule } from '../../platform/db/json-columns.ts';
import { endOfSession, isReportFinal } from '../../playbacks/playbacks.ts';
import type { ReportReading } from '../builds/kind.ts';
import { messageCountsQuery, readGatheringVotes, type VoteOfCall } from '../chat/chat.store.ts';
import { type AbsentRow, absentFrom } from '../people/absent.store.ts';
import { peopleInParts, type StatedPerson, statedBy } from '../people/details.ts';
import type { ParticipantInput } from '../people/model.ts';
import { participantsWhoAttended } from '../people/participants.store.ts';
import type { SessionSpan, ViewerTimes, ViewingInput } from './model.ts';
import {
  gatheringOfSession,
  type OfferOfSession,
  offersOfSession,
  type PlayedPartRow,
  playedPartsOf,
  type ReportedSession,
  type ReportedViewingRow,
  viewingsOf,
} from './store.ts';
import { timesOfViewer } from './viewers.ts';

/** One person of a session, with what they watched. */
export interface ReportedViewer extends StatedPerson {
  personKey: string;
  times: ViewerTimes;
}

/** Everything that the report of a session is made of. */
export interface SessionReportInput {
  reported: ReportedSession;
  generatedAt: Date;
  rule: AttendanceRule;
  span: SessionSpan;
  /** In the order in which they first opened the session or its replay. */
  viewers: ReportedViewer[];
  /** The key of the person behind each participant. */
  personKeys: Map<string, string>;
  messageCounts: { participantId: string; messages: number }[];
  votes: VoteOfCall[];
  offers: OfferOfSession[];
  absent: AbsentRow[];
}

/** The bounds of a session; one that runs, or has just ended, is not final. */
export function spanOfSession(reported: ReportedSession, at: Date): SessionSpan {
  const { startDate, isPermanent, videoDuration } = reported;
  const end = endOfSession(reported);
  const until = end && end < at ? end : at;
  return {
    start: startDate.getTime(),
    until: Math.max(until.getTime(), startDate.getTime()),
    reportedAt: Math.max(at.getTime(), startDate.getTime()),
    isFinal: isReportFinal(reported, at),
    isPermanent,
    videoLength: videoDuration === null ? null : Math.round(videoDuration * 1000),
  };
}

/** A page that is silent for longer than this is not online. */
const silenceMs = seconds(presentSeconds);

function viewingInputs(
  rows: ReportedViewingRow[],
  parts: PlayedPartRow[],
  { isFinal, reportedAt }: SessionSpan,
): ViewingInput[] {
  const byViewing = Map.groupBy(parts, ({ viewingId }) => viewingId);
  return rows.map(({ id, participantId, kind, openedAt, seenAt, closedAt }) => ({
    ...{ id, participantId, kind, openedAt, seenAt: closedAt ?? seenAt },
    isOpen: closedAt === null && seenAt > reportedAt - silenceMs && (kind === 'replay' || !isFinal),
    parts: (byViewing.get(id) ?? []).map(({ start, end, from, to, isTabVisible }) => ({
      at: { start, end },
      video: { start: from, end: to },
      isTabVisible,
    })),
  }));
}

const firstEntryOf = ({ times: { session, replay } }: ReportedViewer): number =>
  Math.min(session?.firstEntryAt ?? Infinity, replay?.firstEntryAt ?? Infinity);

const byFirstOpening = (a: ReportedViewer, b: ReportedViewer): number =>
  firstEntryOf(a) - firstEntryOf(b) || (a.participantId < b.participantId ? -1 : 1);

/** Reads the people in parts: what they played, in single intervals, is in memory for some hundreds of them only. */
async function loadViewers(
  db: Db,
  { id: sessionId }: ReportedSession,
  { span, participants }: { span: SessionSpan; participants: ParticipantInput[] },
): Promise<ReportedViewer[]> {
  const viewers: ReportedViewer[] = [];
  for (const part of peopleInParts(participants)) {
    const participantIds = part.map(({ id }) => id);
    const rows = await viewingsOf(db, { sessionId, participantIds });
    const viewingIds = rows.map(({ id }) => id);
    const parts = await playedPartsOf(db, viewingIds);
    const viewings = Map.groupBy(viewingInputs(rows, parts, span), ({ participantId }) => participantId);
    for (const [personKey, own] of Map.groupBy(part, (participant) => participant.personKey)) {
      const opened = own.flatMap(({ id }) => viewings.get(id) ?? []);
      // Without one, the retention deleted it meanwhile.
      if (opened.length > 0)
        viewers.push({ personKey, ...statedBy(own), times: timesOfViewer(span, opened) });
    }
  }
  return viewers.sort(byFirstOpening);
}

/** Reads everything for the report of a session. */
export async function loadSessionReport(
  db: Db,
  reported: ReportedSession,
  { generatedAt, viewerId, rule }: ReportReading,
): Promise<SessionReportInput> {
  const span = spanOfSession(reported, generatedAt);
  const gathering = gatheringOfSession(reported, new Date(span.until));
  const participants = await participantsWhoAttended(db, { ...gathering, viewerId });
  return {
    reported,
    generatedAt,
    rule: { ...reported.rule, ...rule },
    span,
    viewers: await loadViewers(db, reported, { span, participants }),
    personKeys: new Map(participants.map(({ id, personKey }) => [id, personKey])),
    messageCounts: (await messageCountsQuery(gathering).execute(db)).rows,
    votes: await readGatheringVotes(db, gathering),
    offers: await offersOfSession(db, reported.id),
    absent: await absentFrom(db, gathering),
  };
}
