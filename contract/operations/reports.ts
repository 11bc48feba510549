import { type Static, Type } from 'typebox';
import {
  sampleAnalyticsCall,
  sampleAttendanceReport,
  sampleCallPerson,
  sampleGetAnalyticsCallTimelineResponse,
  sampleGetAnalyticsSummaryResponse,
} from '../examples/analytics.ts';
import { samplePeriod } from '../examples/ids.ts';
import { About, giveExample, Model } from '../model.ts';
import { people, room } from '../permissions/permission.ts';
import { route } from '../route.ts';
import {
  Count,
  csvSeparatorInQuery,
  Flag,
  Id,
  List,
  Nullable,
  OneOf,
  OwnId,
  pageOfList,
  RoomId,
  Text,
  TextOrNull,
  Timestamp,
  TimestampIn,
  timeZoneInQuery,
} from '../shared.ts';
import { Call } from './calls.ts';
import { chatAnalyticsRoutes } from './reports-chat.ts';
import { AttendanceRule, attendanceRuleFields } from './rooms.ts';

const Seconds = (description: string) => Type.Integer({ minimum: 0, description });

/** A time during which a person was online, or used something. */
export const ReportInterval = Model('ReportInterval', {
  startedAt: About(Timestamp, 'When it began.'),
  endedAt: About(
    Timestamp,
    'When it ended; in the report of a running call, the moment of the report at the latest.',
  ),
});

const Intervals = (description: string) => Type.Array(ReportInterval, { description });

/** All intervals of a person, each list in order and without overlaps. */
const ReportIntervals = Model('ReportIntervals', {
  online: Intervals('When the person was in the call.'),
  tab: Intervals('When the tab of the call was shown.'),
  microphone: Intervals('When a microphone was on.'),
  camera: Intervals('When a camera was on.'),
  screen: Intervals('When a screen was shared.'),
  speaking: Intervals('When the person spoke.'),
});

/** A vote or an answer of a person. */
export const ReportPollAnswer = Type.Object({
  question: Text('The question of the poll.'),
  answer: Text('The chosen options, joined by commas, or the text.'),
});

/** A person in the report of a call (decisions 10). */
export const ReportRow = Model('ReportRow', {
  participantId: About(Id, "The person's first participant in the call."),
  name: TextOrNull('The newest name of the person in the call; null for an erased person.'),
  role: About(OneOf('user', 'moderator'), 'user: a guest; moderator: moderates the meeting.'),
  externalUserId: TextOrNull("The person's id in your own system; null: not given."),
  externalMeetingId: TextOrNull('Your own id of the meeting; null: not given.'),
  userId: TextOrNull('The account; null: the person had none.'),
  email: TextOrNull('The email address; null: not given, or of an account that shares no group with you.'),
  phone: TextOrNull('The phone number; null: not given, or of an account that shares no group with you.'),
  fields: Type.Record(Type.String(), Type.String(), {
    description: 'Answers to the custom fields of the entry form, by title.',
  }),
  isErased: Flag('Whether the person was erased: name, keys, contact and ip are gone, the figures stay.'),
  firstEntryAt: About(Timestamp, 'When the person first entered the call.'),
  lastExitAt: Nullable(Timestamp, 'When the person last left; null while they are in the call.'),
  visits: Count('How often the person entered. Two devices at once are two visits.'),
  onlineDuration: Seconds('Seconds in the call. Visits at the same time count once.'),
  onlineDurationWithActiveTab: Seconds('Seconds in the call while its tab was shown.'),
  activeMicrophoneDuration: Seconds('Seconds with a microphone on.'),
  activeCameraDuration: Seconds('Seconds with a camera on.'),
  screenSharingDuration: Seconds('Seconds with a shared screen.'),
  speakingDuration: Seconds('Seconds in which the person spoke.'),
  chatMessagesCount: Count('Messages in the chat during the call, without deleted ones.'),
  reactionsCount: Count('Reactions that flew across the stage.'),
  handRaisesCount: Count('How often the person raised a hand.'),
  pollAnswersCount: Count('Polls that the person answered during the call.'),
  polls: Type.Array(ReportPollAnswer, { description: 'The answers to polls, in the order of voting.' }),
  deviceType: TextOrNull('desktop, mobile or tablet; null: not known.'),
  platform: TextOrNull('The operating system; null: not known.'),
  platformVersion: TextOrNull('The version of the operating system; null: not known.'),
  browser: TextOrNull('The browser; null: not known.'),
  browserVersion: TextOrNull('The version of the browser; null: not known.'),
  referer: TextOrNull('The page from which the person came, without its query; null: not known.'),
  utmSource: TextOrNull('utm_source of the first URL; null: none.'),
  utmMedium: TextOrNull('utm_medium of the first URL; null: none.'),
  utmCampaign: TextOrNull('utm_campaign of the first URL; null: none.'),
  utmContent: TextOrNull('utm_content of the first URL; null: none.'),
  utmTerm: TextOrNull('utm_term of the first URL; null: none.'),
  ip: TextOrNull('The IP address at the newest entry; null: not known.'),
  share: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "Online time divided by the call's length, computed in milliseconds and not rounded.",
  }),
  isPresent: Flag('Whether both conditions of the rule hold.'),
  presenceReason: Text('The figures that decided, in a sentence.'),
  intervals: About(ReportIntervals, 'When the person did what, as the durations count it.'),
});

const ReportCall = Type.Object({
  id: OwnId,
  roomId: RoomId,
  roomName: Text('The name of the room now.'),
  roomType: About(OneOf('lesson', 'webinar'), 'The type of the room.'),
  startedAt: About(Timestamp, 'When it began.'),
  finishedAt: Nullable(Timestamp, 'When the call ended; null while it runs.'),
  duration: Seconds('The length of the call in seconds; of a running one, so far.'),
});

/** A person who did not come, although somebody made a link for them. */
export const AbsentPerson = Type.Object({
  name: Text('The name of the link.'),
  externalUserId: TextOrNull("The person's id in your own system; null: not given."),
});

const ReportTotals = Type.Object({
  people: Count('How many people were in the call: the number of rows.'),
  present: Count('How many of them count as present.'),
  visits: Count('How many visits they made.'),
  mostPeople: Count('The highest number of people at once.'),
  onlineDuration: Seconds("The sum of the rows' onlineDuration."),
  absent: Type.Array(AbsentPerson, {
    description: 'People with a link that nobody opened; permanent links are not listed.',
  }),
});

/** The report of a call (decisions 10): one row for each person. */
export const AttendanceReport = Model('AttendanceReport', {
  version: Type.Integer({
    minimum: 1,
    description: 'The version of this structure: 1. New fields may be added to a version.',
  }),
  revision: Type.Integer({
    minimum: 1,
    description: 'Increases when a final report changes: after a person was erased.',
  }),
  generatedAt: About(Timestamp, 'When the report was made.'),
  isFinal: Flag('Whether the call is over. Otherwise the figures are those so far.'),
  call: About(ReportCall, 'The call.'),
  rule: About(AttendanceRule, 'The rule that decided who was present: of the room, or of the query.'),
  totals: About(ReportTotals, 'The figures of the whole call.'),
  participants: Type.Array(ReportRow, { description: 'The people, in the order of their first entry.' }),
});
giveExample(AttendanceReport, sampleAttendanceReport);

export type AttendanceReport = Static<typeof AttendanceReport>;
export type ReportRow = Static<typeof ReportRow>;

/** A person of a call, with the times at which they were in it. */
export const CallPerson = Model('CallPerson', {
  ...Type.Pick(ReportRow, [
    'participantId',
    'name',
    'role',
    'externalUserId',
    'userId',
    'isErased',
    'firstEntryAt',
    'lastExitAt',
    'visits',
    'onlineDuration',
  ]).properties,
  intervals: Intervals('When the person was in the call.'),
});
giveExample(CallPerson, sampleCallPerson);
export type CallPerson = Static<typeof CallPerson>;

/** A call in the analytics, with what lists of calls show of it. */
export const AnalyticsCall = Model('AnalyticsCall', {
  ...Call.properties,
  roomName: Text('The name of the room now.'),
  isReportExpired: Flag(
    'Whether the retention has deleted the people of the call: its report is 410, only its counts remain.',
  ),
});
giveExample(AnalyticsCall, sampleAnalyticsCall);
export type AnalyticsCall = Static<typeof AnalyticsCall>;

/** The number of people in a call from a moment on. */
const CurvePoint = Type.Object({
  at: About(Timestamp, 'From when on.'),
  people: Count('How many people were in the call from then on, until the next point.'),
});

/** Whether a person attended one of the calls of a summary. */
const Attendance = Type.Object({
  onlineDuration: Seconds('Seconds in the call.'),
  share: Type.Number({ minimum: 0, maximum: 1, description: "Online time divided by the call's length." }),
  isPresent: Flag('Whether both conditions of the rule hold.'),
});

/** A person in several calls. */
export const SummaryPerson = Model('SummaryPerson', {
  name: TextOrNull('The newest name of the person; null for an erased person.'),
  externalUserId: TextOrNull("The person's id in your own system; null: not given."),
  isErased: Flag('Whether the person was erased.'),
  calls: Type.Record(Type.String({ pattern: '^[0-9a-f]{24}$' }), Attendance, {
    description: 'By callId; a call in which the person was not has no entry.',
  }),
});
export type SummaryPerson = Static<typeof SummaryPerson>;

/** The format of a report. */
export const reportFormatInQuery = Type.Optional({
  ...OneOf('json', 'xlsx', 'csv'),
  description: 'json, or a file with the same figures. Default json.',
});

/** Replaces the rule of the room for one response. */
export const ruleInQuery = {
  minShare: Type.Optional({
    ...attendanceRuleFields.minShare,
    description: "The share of the call's length that a person has to be online, instead of the room's.",
  }),
  minSeconds: Type.Optional({
    ...attendanceRuleFields.minSeconds,
    description: "For how many seconds a person has to be online, instead of the room's.",
  }),
};

const roomInQuery = Type.Optional({
  ...Id,
  description: 'The room; absent: all rooms of the group that you lead.',
});

/** Files of a report by their content type. */
const reportFiles = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
    'A workbook with the sheets Summary, Participants, Visits, Chat and Polls.',
  'text/csv':
    'participantId,name,role,externalUserId\r\n69b95f9c83d6f07b1a2ec451,Amelia Clarke,user,student-1042\r\n',
} as const;

export const analyticsRoutes = {
  analyticsCalls: route({
    path: 'GET /v1/spaces/:spaceId/analytics/calls',
    permission: room('lead', people),
    summary: 'List the finished calls of a room or a group that were started on a day (UTC) or in a period',
    source: 'interface 4.5, decisions 6 and 10',
    query: Type.Object({
      roomId: roomInQuery,
      date: Type.Optional({
        ...TimestampIn,
        description: 'Any moment of the UTC day; not together with dateFrom and dateTo.',
      }),
      dateFrom: Type.Optional({ ...TimestampIn, description: 'Only calls that started then or later.' }),
      dateTo: Type.Optional({ ...TimestampIn, description: 'Only calls that started before.' }),
      minParticipants: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description: 'The minimum number of distinct people.',
        }),
      ),
      ...pageOfList,
    }),
    answer: List(AnalyticsCall),
    example: { query: { ...samplePeriod, date: '2026-03-17T00:00:00.000Z' } },
  }),
  getAnalyticsCall: route({
    path: 'GET /v1/spaces/:spaceId/analytics/calls/:callId',
    permission: room('lead', people),
    summary: 'Read a call, running or finished',
    source: 'decisions 10',
    answer: AnalyticsCall,
  }),
  listAnalyticsCallParticipants: route({
    path: 'GET /v1/spaces/:spaceId/analytics/calls/:callId/participants',
    permission: room('lead', people),
    summary: 'List the people of a call by their first entry, with their times in it',
    source: 'decisions 10',
    query: Type.Object(pageOfList),
    answer: List(CallPerson),
    errors: ['report_expired'],
  }),
  getAnalyticsCallTimeline: route({
    path: 'GET /v1/spaces/:spaceId/analytics/calls/:callId/timeline',
    permission: room('lead', people),
    summary: 'Read how many people were in a call over time',
    source: 'decisions 10',
    answer: Type.Object({
      items: Type.Array(CurvePoint, {
        description: 'One point for each moment at which the number changes.',
      }),
    }),
    errors: ['report_expired'],
    example: { answer: sampleGetAnalyticsCallTimelineResponse },
  }),
  ...chatAnalyticsRoutes,
  getRoomAnalyticsReport: route({
    path: 'GET /v1/spaces/:spaceId/analytics/report',
    permission: room('lead', people),
    summary: 'Read who attended a call',
    source: 'interface 4.5, decisions 10',
    query: Type.Object({
      roomId: Id,
      callId: Id,
      format: reportFormatInQuery,
      timezone: timeZoneInQuery,
      csvSeparator: csvSeparatorInQuery,
      provisional: Type.Optional(Flag('Whether a running call has a report, too: what is known so far.')),
      ...ruleInQuery,
    }),
    answer: AttendanceReport,
    jsonSchema: 'attendance-report/1',
    files: reportFiles,
    errors: ['report_not_ready', 'report_expired'],
  }),
  getAnalyticsSummary: route({
    path: 'GET /v1/spaces/:spaceId/analytics/summary',
    permission: room('lead', people),
    summary: 'Read who attended which of the finished calls of a period',
    source: 'decisions 10',
    query: Type.Object({
      roomId: roomInQuery,
      dateFrom: { ...TimestampIn, description: 'Only calls that started then or later.' },
      dateTo: { ...TimestampIn, description: 'Only calls that started before.' },
      ...ruleInQuery,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, default: 100, description: 'The most calls to return.' }),
      ),
      offset: pageOfList.offset,
      order: pageOfList.order,
    }),
    answer: Type.Object({
      calls: Type.Array(AnalyticsCall, { description: 'The calls of this page.' }),
      total: Count('How many calls the whole period has.'),
      people: Type.Array(SummaryPerson, {
        description: 'Everybody who was in one of these calls, in the order of their names.',
      }),
    }),
    jsonSchema: 'attendance-summary/1',
    example: { answer: sampleGetAnalyticsSummaryResponse, query: samplePeriod },
  }),
};
