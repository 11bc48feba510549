import { type Static, Type } from 'typebox';
import { externalMeeting, externalUser, ids, roomName, samplePeriod, student } from '../examples/ids.ts';
import { About, giveExample, Model, Sample, sampleOf } from '../model.ts';
import { people, room } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  CallRole,
  Count,
  Flag,
  Id,
  IsSample,
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
  Whole,
} from '../shared.ts';
import { Call } from './calls.ts';
import { reportFiles, reportQuery, ruleInQuery } from './report-query.ts';
import { chatAnalyticsRoutes } from './reports-chat.ts';
import { AttendanceRule } from './rooms.ts';

/** A time during which a person was online, or used something. */
const ReportInterval = Model('ReportInterval', {
  startedAt: About(Timestamp, 'When it began.', '2026-03-17T14:00:31.870Z'),
  endedAt: About(
    Timestamp,
    'When it ended; in the report of a running call, the moment of the report at the latest.',
    '2026-03-17T14:21:50.112Z',
  ),
});

type Span = [startedAt: string, endedAt: string];
export const Intervals = (description: string, ...spans: Span[]) =>
  Type.Array(ReportInterval, {
    description,
    sample: spans.map(([startedAt, endedAt]) => ({ startedAt, endedAt })),
  });

/** All intervals of a person, each list in order and without overlaps. */
const ReportIntervals = Model('ReportIntervals', {
  online: Intervals(
    'When the person was in the call.',
    ['2026-03-17T14:00:31.870Z', '2026-03-17T14:21:50.112Z'],
    ['2026-03-17T14:22:08.640Z', '2026-03-17T14:46:12.905Z'],
  ),
  tab: Intervals(
    'When the tab of the call was shown.',
    ['2026-03-17T14:00:31.870Z', '2026-03-17T14:21:50.112Z'],
    ['2026-03-17T14:22:08.640Z', '2026-03-17T14:43:50.490Z'],
  ),
  microphone: Intervals('When a microphone was on.', [
    '2026-03-17T14:10:02.113Z',
    '2026-03-17T14:13:36.870Z',
  ]),
  camera: Intervals('When a camera was on.', ['2026-03-17T14:00:31.990Z', '2026-03-17T14:21:50.112Z']),
  screen: Intervals('When a screen was shared.'),
  speaking: Intervals('When the person spoke.', ['2026-03-17T14:10:05.400Z', '2026-03-17T14:11:41.960Z']),
});

/** A vote or an answer of a person. */
export const ReportPollAnswer = Type.Object({
  question: Text('The question of the poll.', 'Which equation has two solutions?'),
  answer: Text('The chosen options, joined by commas, or the text.', 'x² = 4'),
});

/** The identity of a person in a report. */
export const who = {
  participantId: About(Id, "The person's first participant in the call.", ids.student),
  name: TextOrNull('The newest name of the person in the call; null for an erased person.', student.name),
  role: CallRole,
  externalUserId: TextOrNull("The person's id in your own system; null: not given.", externalUser),
  externalMeetingId: TextOrNull('Your own id of the meeting; null: not given.', externalMeeting),
  userId: TextOrNull('The account; null: the person had none.', null),
  email: TextOrNull(
    'The email address; null: not given, or of an account that shares no group with you.',
    student.email,
  ),
  phone: TextOrNull(
    'The phone number; null: not given, or of an account that shares no group with you.',
    student.phone,
  ),
  fields: Type.Record(Type.String(), Type.String(), {
    description: 'Answers to the custom fields of the entry form, by title.',
    sample: { 'Your class': '7B' },
  }),
  isErased: Flag(
    'Whether the person was erased: name, keys, contact and ip are gone, the figures stay.',
    false,
  ),
};

/** Answers, device and origin of a person in a report. */
export const circumstances = {
  polls: Type.Array(ReportPollAnswer, { description: 'The answers to polls, in the order of voting.' }),
  deviceType: TextOrNull('desktop, mobile or tablet; null: not known.', 'desktop'),
  platform: TextOrNull('The operating system; null: not known.', 'Windows'),
  platformVersion: TextOrNull('The version of the operating system; null: not known.', '11'),
  browser: TextOrNull('The browser; null: not known.', 'Chrome'),
  browserVersion: TextOrNull('The version of the browser; null: not known.', '148'),
  referer: TextOrNull(
    'The page from which the person came, without its query; null: not known.',
    'https://school.example.org/algebra',
  ),
  utmSource: TextOrNull('utm_source of the first URL; null: none.', null),
  utmMedium: TextOrNull('utm_medium of the first URL; null: none.', null),
  utmCampaign: TextOrNull('utm_campaign of the first URL; null: none.', null),
  utmContent: TextOrNull('utm_content of the first URL; null: none.', null),
  utmTerm: TextOrNull('utm_term of the first URL; null: none.', null),
  ip: TextOrNull('The IP address at the newest entry; null: not known.', '192.0.2.44'),
};

/** A person in the report of a call (decisions 10). */
export const ReportRow = Model('ReportRow', {
  ...who,
  firstEntryAt: About(Timestamp, 'When the person first entered the call.', '2026-03-17T14:00:31.870Z'),
  lastExitAt: Nullable(
    Timestamp,
    'When the person last left; null while they are in the call.',
    '2026-03-17T14:46:12.905Z',
  ),
  visits: Count('How often the person entered. Two devices at once are two visits.', 2),
  onlineDuration: Count('Seconds in the call. Visits at the same time count once.', 2722),
  onlineDurationWithActiveTab: Count('Seconds in the call while its tab was shown.', 2580),
  activeMicrophoneDuration: Count('Seconds with a microphone on.', 214),
  activeCameraDuration: Count('Seconds with a camera on.', 1278),
  screenSharingDuration: Count('Seconds with a shared screen.', 0),
  speakingDuration: Count('Seconds in which the person spoke.', 96),
  chatMessagesCount: Count('Messages in the chat during the call, without deleted ones.', 3),
  reactionsCount: Count('Reactions that flew across the stage.', 5),
  handRaisesCount: Count('How often the person raised a hand.', 1),
  pollAnswersCount: Count('Polls that the person answered during the call.', 1),
  ...circumstances,
  share: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "Online time divided by the call's length, computed in milliseconds and not rounded.",
    sample: 0.9820184,
  }),
  isPresent: Flag('Whether both conditions of the rule hold.', true),
  presenceReason: Text(
    'The figures that decided, in a sentence.',
    'Online for 45 min 22 s of 46 min 12 s (98.2 %): at least 85 %.',
  ),
  intervals: About(ReportIntervals, 'When the person did what, as the durations count it.'),
});

const ReportCall = Type.Object({
  id: Sample(OwnId, ids.call),
  roomId: RoomId,
  roomName: Text('The name of the room now.', roomName),
  roomType: About(OneOf('lesson', 'webinar'), 'The type of the room.', 'lesson'),
  isSample: IsSample,
  startedAt: About(Timestamp, 'When it began.', '2026-03-17T14:00:00.284Z'),
  finishedAt: Nullable(Timestamp, 'When the call ended; null while it runs.', '2026-03-17T14:46:12.905Z'),
  duration: Count('The length of the call in seconds; of a running one, so far.', 2772),
});

/** A person who did not come, although somebody made a link for them. */
export const AbsentPerson = Type.Object({
  name: Text('The name of the link.', 'Oliver Grant'),
  role: CallRole,
  externalUserId: TextOrNull("The person's id in your own system; null: not given.", 'student-1043'),
});

export const absent = Type.Array(AbsentPerson, {
  description:
    'People with a link by which nobody was in the call, watched or waited; permanent links are not listed.',
});

const ReportTotals = Type.Object({
  people: Count('How many people were in the call: the number of rows.', 1),
  present: Count('How many of them count as present.', 1),
  visits: Count('How many visits they made.', 2),
  mostPeople: Count('The highest number of people at once.', 1),
  onlineDuration: Count("The sum of the rows' onlineDuration.", 2722),
  absent,
});

/** The beginning of every report. */
export const reportHead = {
  version: Whole(
    { minimum: 1 },
    'The version of this structure: 1. New fields may be added to a version.',
    1,
  ),
  revision: Whole({ minimum: 1 }, 'Increases when a final report changes: after a person was erased.', 1),
};

/** The report of a call (decisions 10): one row for each person. */
export const AttendanceReport = Model('AttendanceReport', {
  ...reportHead,
  generatedAt: About(Timestamp, 'When the report was made.', '2026-03-17T14:47:03.551Z'),
  isFinal: Flag('Whether the call is over. Otherwise the figures are those so far.', true),
  call: About(ReportCall, 'The call.'),
  rule: About(AttendanceRule, 'The rule that decided who was present: of the room, or of the query.'),
  totals: About(ReportTotals, 'The figures of the whole call.'),
  participants: Type.Array(ReportRow, { description: 'The people, in the order of their first entry.' }),
});

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
  intervals: Intervals(
    'When the person was in the call.',
    ['2026-03-17T14:00:31.870Z', '2026-03-17T14:21:50.112Z'],
    ['2026-03-17T14:22:08.640Z', '2026-03-17T14:46:12.905Z'],
  ),
});
export type CallPerson = Static<typeof CallPerson>;
giveExample(ReportRow, { ...sampleOf(CallPerson), ...sampleOf(ReportRow) });

/** A call in the analytics, with what lists of calls show of it. */
export const AnalyticsCall = Model('AnalyticsCall', {
  ...Call.properties,
  roomName: Text('The name of the room now.', roomName),
  isReportExpired: Flag(
    'Whether the retention has deleted the people of the call: its report is 410, only its counts remain.',
    false,
  ),
});
export type AnalyticsCall = Static<typeof AnalyticsCall>;
giveExample(AnalyticsCall, {
  ...sampleOf(AnalyticsCall),
  active: false,
  finishedAt: '2026-03-17T14:46:12.905Z',
});

/** The number of people in a call from a moment on. */
const CurvePoint = Type.Object({
  at: About(Timestamp, 'From when on.'),
  people: Count('How many people were in the call from then on, until the next point.'),
});

/** Whether a person attended one of the calls of a summary. */
const Attendance = Type.Object({
  onlineDuration: Count('Seconds in the call.'),
  share: Type.Number({ minimum: 0, maximum: 1, description: "Online time divided by the call's length." }),
  isPresent: Flag('Whether both conditions of the rule hold.'),
});

/** A person in several calls. */
export const SummaryPerson = Model('SummaryPerson', {
  name: TextOrNull('The newest name of the person; null for an erased person.', student.name),
  role: About(CallRole, 'The role of the person in the newest of these calls.'),
  externalUserId: TextOrNull("The person's id in your own system; null: not given.", externalUser),
  isErased: Flag('Whether the person was erased.', false),
  calls: Type.Record(Type.String({ pattern: '^[0-9a-f]{24}$' }), Attendance, {
    description: 'By callId; a call in which the person was not has no entry.',
    sample: { [ids.call]: { onlineDuration: 2722, share: 0.9820184, isPresent: true } },
  }),
});
export type SummaryPerson = Static<typeof SummaryPerson>;

/** The server also reads a plain date. Generated clients have a type for `date-time`, which stays. */
const DayIn = Type.String({
  format: 'day',
  description:
    'The UTC day: a date such as 2026-03-17, or any moment of the day; not together with dateFrom and dateTo.',
});

const roomInQuery = Type.Optional({
  ...Id,
  description: 'The room; absent: all rooms of the group that you lead.',
});

export const analyticsRoutes = section('Analytics', 'decisions 10', {
  analyticsCalls: route({
    path: 'GET /v1/spaces/:spaceId/analytics/calls',
    permission: room('lead', people),
    summary: 'List the finished calls of a room or a group that were started on a day (UTC) or in a period',
    source: 'interface 4.5, decisions 6 and 10',
    query: Type.Object({
      roomId: roomInQuery,
      date: Type.Optional(DayIn),
      dateFrom: Type.Optional({ ...TimestampIn, description: 'Only calls that started then or later.' }),
      dateTo: Type.Optional({ ...TimestampIn, description: 'Only calls that started before.' }),
      minParticipants: Type.Optional(
        Whole({ minimum: 0, maximum: 1_000_000 }, 'The minimum number of distinct people.'),
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
    answer: AnalyticsCall,
  }),
  listAnalyticsCallParticipants: route({
    path: 'GET /v1/spaces/:spaceId/analytics/calls/:callId/participants',
    permission: room('lead', people),
    summary: 'List the people of a call by their first entry, with their times in it',
    query: Type.Object(pageOfList),
    answer: List(CallPerson),
    errors: ['report_expired'],
  }),
  getAnalyticsCallTimeline: route({
    path: 'GET /v1/spaces/:spaceId/analytics/calls/:callId/timeline',
    permission: room('lead', people),
    summary: 'Read how many people were in a call over time',
    answer: Type.Object({
      items: Type.Array(CurvePoint, {
        description: 'One point for each moment at which the number changes.',
        sample: [
          { at: '2026-03-17T14:00:31.870Z', people: 1 },
          { at: '2026-03-17T14:21:50.112Z', people: 0 },
          { at: '2026-03-17T14:22:08.640Z', people: 1 },
          { at: '2026-03-17T14:46:12.905Z', people: 0 },
        ],
      }),
    }),
    errors: ['report_expired'],
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
      ...reportQuery,
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
      total: Count('How many calls the whole period has.', 1),
      people: Type.Array(SummaryPerson, {
        description: 'Everybody who was in one of these calls, in the order of their names.',
      }),
    }),
    jsonSchema: 'attendance-summary/1',
    example: { query: samplePeriod },
  }),
});
