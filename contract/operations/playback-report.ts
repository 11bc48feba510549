import { type Static, Type } from 'typebox';
import { samplePlaybackReport } from '../examples/playback-report.ts';
import { About, giveExample, Model } from '../model.ts';
import { people, space } from '../permissions/permission.ts';
import { route } from '../route.ts';
import {
  Count,
  csvSeparatorInQuery,
  Flag,
  Id,
  Nullable,
  OneOf,
  OwnId,
  PlaybackId,
  Text,
  Timestamp,
  timeZoneInQuery,
} from '../shared.ts';
import { AbsentPerson, ReportInterval, ReportRow, reportFormatInQuery, ruleInQuery } from './reports.ts';
import { AttendanceRule } from './rooms.ts';

const Seconds = (description: string) => Type.Integer({ minimum: 0, description });
const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const Intervals = (description: string) => Type.Array(ReportInterval, { description });

/** A part of the video. */
const WatchedInterval = Model('WatchedInterval', {
  from: Seconds('The second of the video at which it begins.'),
  to: Seconds('The second of the video at which it ends, which is not part of it.'),
});

const watchedFields = {
  watched: Type.Array(WatchedInterval, {
    description: 'The parts of the video that the person saw, to the second, in order and merged.',
  }),
  watchedDuration: Seconds('Seconds of the video that the person saw. What they saw twice counts once.'),
  watchedShare: Share('The part of the video that the person saw, computed in milliseconds and not rounded.'),
};

/** A person's figures in the replay of a session. */
const ReplayFigures = Model('ReplayFigures', {
  visits: Count('How often the person opened the replay.'),
  firstEntryAt: About(Timestamp, 'When the person first opened the replay.'),
  lastExitAt: Nullable(Timestamp, 'When the person last left; null while they watch.'),
  ...watchedFields,
});

/** An offer that a person saw. */
const SeenOffer = Model('SeenOffer', {
  id: OwnId,
  title: Text('The title of the offer.'),
  clicks: Count('How often the person clicked it.'),
  firstClickedAt: Nullable(Timestamp, 'When the person first clicked it; null: never.'),
});

/** The fields of a person in the report of a call that a viewer has, too. */
const common = Type.Omit(ReportRow, [
  'firstEntryAt',
  'lastExitAt',
  'visits',
  'onlineDuration',
  'onlineDurationWithActiveTab',
  'activeMicrophoneDuration',
  'activeCameraDuration',
  'screenSharingDuration',
  'speakingDuration',
  'chatMessagesCount',
  'reactionsCount',
  'handRaisesCount',
  'pollAnswersCount',
  'share',
  'isPresent',
  'intervals',
]).properties;

/** A person in the report of a session of an automatic webinar (decisions 9 and 10). */
export const PlaybackReportRow = Model('PlaybackReportRow', {
  ...common,
  participantId: About(Id, "The person's first participant in the session."),
  firstEntryAt: Nullable(Timestamp, 'When the person first opened the session; null: only its replay.'),
  lastExitAt: Nullable(
    Timestamp,
    'When the person last left the session; null while they watch it, or if they saw only its replay.',
  ),
  visits: Count('How often the person opened the session. Two devices at once are two visits.'),
  onlineDuration: Seconds(
    'Seconds in which the video played for the person during the session. Pages at the same time count once.',
  ),
  onlineDurationWithActiveTab: Seconds('Those of these seconds in which the tab was shown.'),
  chatMessagesCount: Count('Messages in the chat until the end of the session, also deleted ones.'),
  pollAnswersCount: Count('Polls that the person answered until the end of the session.'),
  share: Share(
    "onlineDuration divided by the session's length, computed in milliseconds and not rounded; of a permanent session, watchedShare.",
  ),
  isPresent: Flag('Whether both conditions of the rule hold. A replay does not count.'),
  isLive: Flag('Whether the person watched together with the others, at the seconds of the schedule.'),
  ...watchedFields,
  replay: Nullable(ReplayFigures, 'What the person watched after the end, by the replay; null: nothing.'),
  offers: Type.Array(SeenOffer, {
    description: 'The offers that the person saw, in the session or its replay, in the order of the video.',
  }),
  intervals: Type.Object(
    {
      online: Intervals('When the video played for the person during the session.'),
      tab: Intervals('When the tab was shown meanwhile.'),
    },
    { description: 'When the person watched, as the durations count it.' },
  ),
});
export type PlaybackReportRow = Static<typeof PlaybackReportRow>;

/** A session as its report names it. */
const ReportedPlaybackSession = Model('ReportedPlaybackSession', {
  id: OwnId,
  playbackEventId: About(Id, 'The event that it belongs to.'),
  playbackId: PlaybackId,
  playbackName: Text('The name of the automatic webinar now.'),
  type: About(OneOf('webinar', 'conference'), 'The type of the automatic webinar.'),
  isPermanent: Flag('Does the video start from the beginning whenever somebody opens the page?'),
  startDate: About(Timestamp, 'When it starts.'),
  endDate: Nullable(Timestamp, 'The end; null: none is known yet, or the session is permanent.'),
  duration: Seconds('The length of the session in seconds; of a running one, so far.'),
  videoDuration: Nullable(
    Type.Number({ minimum: 0 }),
    'The length of the video in seconds; null: the session has none.',
  ),
});

/** The number of viewers from a second of the video on. */
const ViewersPoint = Type.Object({
  second: Seconds('The second of the video.'),
  people: Count('How many people saw it and the following ones, until the next point.'),
});
const Viewers = (description: string) => Type.Array(ViewersPoint, { description });

/** A second of the video at which people left. */
const LeavingPoint = Type.Object({
  second: Seconds('The second of the video.'),
  people: Count('How many people saw nothing after it.'),
});

/** An offer of a session, with how many saw and clicked it. */
const ReportedOffer = Model('ReportedOffer', {
  id: OwnId,
  title: Text('The title.'),
  url: Text('The address that its button opens.'),
  at: Type.Number({ minimum: 0, description: 'The second of the video from which it is shown.' }),
  until: Nullable(Type.Number({ minimum: 0 }), 'The second until which it is shown; null: to the end.'),
  shown: Count('How many people saw it.'),
  clicked: Count('How many people clicked it.'),
  clicks: Count('How often it was clicked.'),
});

const PlaybackReportTotals = Type.Object({
  people: Count('How many people watched the session or its replay: the number of rows.'),
  watchers: Count('How many of them watched the session.'),
  replayWatchers: Count('How many of them watched its replay.'),
  present: Count('How many people count as present.'),
  visits: Count("The sum of the rows' visits."),
  mostPeople: Count('The highest number of people who watched the session at once.'),
  onlineDuration: Seconds("The sum of the rows' onlineDuration."),
  watchedDuration: Seconds("The sum of the rows' watchedDuration."),
  curve: Viewers('How many people saw which second in the session: a point for each change.'),
  replayCurve: Viewers('How many people saw which second in the replay: a point for each change.'),
  leaving: Type.Array(LeavingPoint, {
    description:
      'Where people left the session before the last 10 s, in the order of the video. Those who still watch are not counted.',
  }),
  offers: Type.Array(ReportedOffer, { description: 'The offers, in the order of the video.' }),
  absent: Type.Array(AbsentPerson, {
    description: 'People with a link that nobody opened; permanent links are not listed.',
  }),
});

/** The report of a session of an automatic webinar: one row for each person. */
export const PlaybackReport = Model('PlaybackReport', {
  version: Type.Integer({
    minimum: 1,
    description: 'The version of this structure: 1. New fields may be added to a version.',
  }),
  revision: Type.Integer({
    minimum: 1,
    description: 'Increases when a final report changes: after a person was erased.',
  }),
  generatedAt: About(Timestamp, 'When the report was made.'),
  isFinal: Flag('Whether the session is over. Figures of the replay grow as long as it can be watched.'),
  session: About(ReportedPlaybackSession, 'The session.'),
  rule: About(AttendanceRule, 'The rule that decided who was present: of the webinar, or of the query.'),
  totals: About(PlaybackReportTotals, 'The figures of the whole session.'),
  participants: Type.Array(PlaybackReportRow, {
    description: 'The people, in the order in which they first opened the session or its replay.',
  }),
});
giveExample(PlaybackReport, samplePlaybackReport);
export type PlaybackReport = Static<typeof PlaybackReport>;

/** Files of a report by their content type. */
const files = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
    'A workbook with the sheets Summary, Participants, Watched, Curve, Offers, Chat and Polls.',
  'text/csv':
    'participantId,name,role,externalUserId\r\n69b95f9c83d6f07b1a2ec451,Amelia Clarke,user,student-1042\r\n',
} as const;

export const playbackReportRoutes = {
  getPlaybackSessionAnalyticsReport: route({
    path: 'GET /v1/spaces/:spaceId/analytics/playback-report',
    permission: space('moderator', people),
    summary: 'Read who watched a session of an automatic webinar, and what of it',
    source: 'interface 4.2, decisions 9 and 10',
    query: Type.Object({
      playbackEventId: Id,
      playbackEventSessionId: Id,
      format: reportFormatInQuery,
      timezone: timeZoneInQuery,
      csvSeparator: csvSeparatorInQuery,
      provisional: Type.Optional(
        Flag(
          'Whether a running session has a report, too: what is known so far. A permanent one always has.',
        ),
      ),
      ...ruleInQuery,
    }),
    answer: PlaybackReport,
    jsonSchema: 'playback-report/1',
    files,
    errors: ['report_not_ready', 'report_expired'],
  }),
};
