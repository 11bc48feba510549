import type { ReportTable } from '../../reports/reports.ts';

/** A meeting as its analytics name it. */
export interface AnalysedMeeting {
  meetingId: string;
  internalMeetingId: string;
  name: string;
  createdAt: Date;
  /** The `meta_*` parameters of `create` by their names in lower case. */
  metadata: Record<string, string>;
}

type Row = ReportTable['participants'][number];
type Span = Row['intervals']['online'][number];

/** ISO 8601 with an offset, as BigBlueButton writes it. */
const isoWithOffset = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('Z', '+00:00');

const inOrder = (spans: Span[]): Span[] => spans.toSorted((a, b) => a.start - b.start);
const sum = (rows: Row[], figure: (row: Row) => number): number =>
  rows.reduce((total, row) => total + figure(row), 0);
const wholeSeconds = (spans: Span[]): number =>
  Math.floor(spans.reduce((total, { start, end }) => total + end - start, 0) / 1000);

/** A call may have begun before its meeting: people who left it by then were not in the meeting. */
const isOfMeeting = ({ intervals }: Row, createdAt: Date): boolean =>
  intervals.online.some(({ end }) => end > createdAt.getTime());

/** A person without an id of the client, such as an account of ours, is the same in all calls of the meeting. */
const keyOf = ({ externalUserId, userId, participantId }: Row): string =>
  externalUserId ?? userId ?? participantId;

/** The rows of one person in the reports of all calls. The calls of a meeting never overlap: their times add up. */
function attendeeOf(id: string, rows: Row[]) {
  const newest = rows.at(-1);
  const online = inOrder(rows.flatMap(({ intervals }) => intervals.online));
  const speaking = inOrder(rows.flatMap(({ intervals }) => intervals.speaking));
  const lastTalk = speaking.at(-1);
  return {
    ext_user_id: id,
    name: newest?.name ?? '',
    moderator: rows.some(({ role }) => role === 'moderator'),
    joins: online.map(({ start }) => isoWithOffset(start)),
    leaves: online.map(({ end }) => isoWithOffset(end)),
    duration: wholeSeconds(online),
    recent_talking_time: lastTalk ? isoWithOffset(lastTalk.start) : '',
    engagement: {
      chats: sum(rows, ({ chatMessagesCount }) => chatMessagesCount),
      talks: speaking.length,
      raisehand: sum(rows, ({ handRaisesCount }) => handRaisesCount),
      emojis: sum(rows, ({ reactionsCount }) => reactionsCount),
      poll_votes: sum(rows, ({ pollAnswersCount }) => pollAnswersCount),
      talk_time: wholeSeconds(speaking),
    },
    sessions: {},
  };
}

/** `bbb-context-id` becomes `bbb_context_id`. */
const inSnakeCase = (metadata: Record<string, string>) =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name.replaceAll('-', '_'), value]));

/** The body of the analytics callback: the figures of the reports of all calls of the meeting. */
export function analyticsOf(meeting: AnalysedMeeting, reports: ReportTable[]) {
  const { meetingId, internalMeetingId, name, metadata, createdAt } = meeting;
  const starts = reports.map(({ call }) => Date.parse(call.startedAt));
  const ends = reports.map(({ call }) => Date.parse(call.finishedAt ?? call.startedAt));
  const [start, finish] = [Math.min(...starts), Math.max(...ends)];
  const people = Map.groupBy(
    reports.flatMap(({ participants }) => participants.filter((row) => isOfMeeting(row, createdAt))),
    keyOf,
  );
  return {
    version: '1.0',
    meeting_id: meetingId,
    internal_meeting_id: internalMeetingId,
    data: {
      metadata: {
        ...inSnakeCase(metadata),
        meeting_id: meetingId,
        meeting_name: name,
        is_breakout: 'false',
      },
      duration: Math.floor((finish - start) / 1000),
      start: isoWithOffset(start),
      finish: isoWithOffset(finish),
      attendees: [...people].map(([id, rows]) => attendeeOf(id, rows)),
      files: [],
      polls: [],
    },
  };
}
