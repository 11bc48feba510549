import { type Static, Type } from 'typebox';
import { ids } from '../examples/ids.ts';
import { About, giveExample, Model, Sample, sampleOf } from '../model.ts';
import { people, space } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  Count,
  Flag,
  fileInQuery,
  Id,
  Nullable,
  OneOf,
  OwnId,
  PlaybackId,
  Text,
  Timestamp,
} from '../shared.ts';
import { csvExample, reportFormatInQuery, ruleInQuery } from './report-query.ts';
import { absent, circumstances, Intervals, ReportRow, reportHead, who } from './reports.ts';
import { AttendanceRule } from './rooms.ts';

const Share = (description: string, sample: number) =>
  Type.Number({ minimum: 0, maximum: 1, description, sample });

/** A part of the video. */
const WatchedInterval = Model('WatchedInterval', {
  from: Count('The second of the video at which it begins.', 12),
  to: Count('The second of the video at which it ends, which is not part of it.', 1278),
});

const watchedFields = {
  watched: Type.Array(WatchedInterval, {
    description: 'The parts of the video that the person saw, to the second, in order and merged.',
    sample: [
      { from: 12, to: 1278 },
      { from: 1281, to: 3100 },
    ],
  }),
  watchedDuration: Count('Seconds of the video that the person saw. What they saw twice counts once.', 3085),
  watchedShare: Share(
    'The part of the video that the person saw, computed in milliseconds and not rounded.',
    0.9042321,
  ),
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
  id: Sample(OwnId, '69ba6c10b3f7d24e8a915c11'),
  title: Text('The title of the offer.', 'The full course'),
  clicks: Count('How often the person clicked it.', 2),
  firstClickedAt: Nullable(
    Timestamp,
    'When the person first clicked it; null: never.',
    '2026-03-23T18:46:02.877Z',
  ),
});

/** A person in the report of a session of an automatic webinar (decisions 9 and 10). */
export const PlaybackReportRow = Model('PlaybackReportRow', {
  ...who,
  ...circumstances,
  presenceReason: Text(
    'The figures that decided, in a sentence.',
    'Online for 51 min 25 s of 56 min 52 s (90.42 %): at least 85 %.',
  ),
  participantId: About(Id, "The person's first participant in the session.", ids.student),
  firstEntryAt: Nullable(
    Timestamp,
    'When the person first opened the session; null: only its replay.',
    '2026-03-23T18:00:11.740Z',
  ),
  lastExitAt: Nullable(
    Timestamp,
    'When the person last left the session; null while they watch it, or if they saw only its replay.',
    '2026-03-23T18:51:40.210Z',
  ),
  visits: Count('How often the person opened the session. Two devices at once are two visits.', 2),
  onlineDuration: Count(
    'Seconds in which the video played for the person during the session. Pages at the same time count once.',
    3085,
  ),
  onlineDurationWithActiveTab: Count('Those of these seconds in which the tab was shown.', 2944),
  chatMessagesCount: Count('Messages in the chat until the end of the session, also deleted ones.', 3),
  pollAnswersCount: Count('Polls that the person answered until the end of the session.', 1),
  share: Share(
    "onlineDuration divided by the session's length, computed in milliseconds and not rounded; of a permanent session, watchedShare.",
    0.9042321,
  ),
  isPresent: Flag('Whether both conditions of the rule hold. A replay does not count.', true),
  isLive: Flag('Whether the person watched together with the others, at the seconds of the schedule.', true),
  ...watchedFields,
  replay: Nullable(ReplayFigures, 'What the person watched after the end, by the replay; null: nothing.', {
    visits: 1,
    firstEntryAt: '2026-03-24T07:58:02.533Z',
    lastExitAt: '2026-03-24T08:03:57.020Z',
    watched: [{ from: 3060, to: 3412 }],
    watchedDuration: 352,
    watchedShare: 0.1031653,
  }),
  offers: Type.Array(SeenOffer, {
    description: 'The offers that the person saw, in the session or its replay, in the order of the video.',
  }),
  intervals: Type.Object(
    {
      online: Intervals(
        'When the video played for the person during the session.',
        ['2026-03-23T18:00:12.010Z', '2026-03-23T18:21:18.330Z'],
        ['2026-03-23T18:21:21.120Z', '2026-03-23T18:51:40.210Z'],
      ),
      tab: Intervals('When the tab was shown meanwhile.', [
        '2026-03-23T18:00:12.010Z',
        '2026-03-23T18:49:16.880Z',
      ]),
    },
    { description: 'When the person watched, as the durations count it.' },
  ),
});
export type PlaybackReportRow = Static<typeof PlaybackReportRow>;

/** The fields of both reports, in the order of the example. */
const inBoth = Type.Omit(ReportRow, [
  'activeMicrophoneDuration',
  'activeCameraDuration',
  'screenSharingDuration',
  'speakingDuration',
  'reactionsCount',
  'handRaisesCount',
  'intervals',
]);
giveExample(PlaybackReportRow, { ...sampleOf(inBoth), ...sampleOf(PlaybackReportRow) });

/** A session as its report names it. */
const ReportedPlaybackSession = Model('ReportedPlaybackSession', {
  id: Sample(OwnId, ids.playbackSession),
  playbackEventId: About(Id, 'The event that it belongs to.', ids.playbackEvent),
  playbackId: PlaybackId,
  playbackName: Text('The name of the automatic webinar now.', 'Exam preparation'),
  type: About(OneOf('webinar', 'conference'), 'The type of the automatic webinar.', 'webinar'),
  isPermanent: Flag('Does the video start from the beginning whenever somebody opens the page?', false),
  startDate: About(Timestamp, 'When it starts.', '2026-03-23T18:00:00.000Z'),
  endDate: Nullable(
    Timestamp,
    'The end; null: none is known yet, or the session is permanent.',
    '2026-03-23T18:56:52.000Z',
  ),
  duration: Count('The length of the session in seconds; of a running one, so far.', 3412),
  videoDuration: Nullable(
    Type.Number({ minimum: 0 }),
    'The length of the video in seconds; null: the session has none.',
    3412,
  ),
});

/** The number of viewers from a second of the video on. */
const ViewersPoint = Type.Object({
  second: Count('The second of the video.'),
  people: Count('How many people saw it and the following ones, until the next point.'),
});
const Viewers = (description: string, sample: Static<typeof ViewersPoint>[]) =>
  Type.Array(ViewersPoint, { description, sample });

/** A second of the video at which people left. */
const LeavingPoint = Type.Object({
  second: Count('The second of the video.', 3100),
  people: Count('How many people saw nothing after it.', 1),
});

/** An offer of a session, with how many saw and clicked it. */
const ReportedOffer = Model('ReportedOffer', {
  id: Sample(OwnId, '69ba6c10b3f7d24e8a915c11'),
  title: Text('The title.', 'The full course'),
  url: Text('The address that its button opens.', 'https://school.example.org/full-course'),
  at: Type.Number({
    minimum: 0,
    description: 'The second of the video from which it is shown.',
    sample: 2700,
  }),
  until: Nullable(Type.Number({ minimum: 0 }), 'The second until which it is shown; null: to the end.', 3000),
  shown: Count('How many people saw it.', 1),
  clicked: Count('How many people clicked it.', 1),
  clicks: Count('How often it was clicked.', 2),
});

const PlaybackReportTotals = Type.Object({
  people: Count('How many people watched the session or its replay: the number of rows.', 1),
  watchers: Count('How many of them watched the session.', 1),
  replayWatchers: Count('How many of them watched its replay.', 1),
  present: Count('How many people count as present.', 1),
  visits: Count("The sum of the rows' visits.", 2),
  mostPeople: Count('The highest number of people who watched the session at once.', 1),
  onlineDuration: Count("The sum of the rows' onlineDuration.", 3085),
  watchedDuration: Count("The sum of the rows' watchedDuration.", 3085),
  curve: Viewers('How many people saw which second in the session: a point for each change.', [
    { second: 12, people: 1 },
    { second: 1278, people: 0 },
    { second: 1281, people: 1 },
    { second: 3100, people: 0 },
  ]),
  replayCurve: Viewers('How many people saw which second in the replay: a point for each change.', [
    { second: 3060, people: 1 },
    { second: 3412, people: 0 },
  ]),
  leaving: Type.Array(LeavingPoint, {
    description:
      'Where people left the session before the last 10 s, in the order of the video. Those who still watch are not counted.',
  }),
  offers: Type.Array(ReportedOffer, { description: 'The offers, in the order of the video.' }),
  absent,
});

/** The report of a session of an automatic webinar: one row for each person. */
export const PlaybackReport = Model('PlaybackReport', {
  ...reportHead,
  generatedAt: About(Timestamp, 'When the report was made.', '2026-03-24T08:12:40.118Z'),
  isFinal: Flag(
    'Whether the session is over. Figures of the replay grow as long as it can be watched.',
    true,
  ),
  session: About(ReportedPlaybackSession, 'The session.'),
  rule: About(AttendanceRule, 'The rule that decided who was present: of the webinar, or of the query.'),
  totals: About(PlaybackReportTotals, 'The figures of the whole session.'),
  participants: Type.Array(PlaybackReportRow, {
    description: 'The people, in the order in which they first opened the session or its replay.',
  }),
});
export type PlaybackReport = Static<typeof PlaybackReport>;

/** Files of a report by their content type. */
const files = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
    'A workbook with the sheets Summary, Participants, Watched, Curve, Offers, Chat, Polls and Technical.',
  'text/csv': csvExample,
} as const;

export const playbackReportRoutes = section('Analytics', 'interface 4.2, decisions 9 and 10', {
  getPlaybackSessionAnalyticsReport: route({
    path: 'GET /v1/spaces/:spaceId/analytics/playback-report',
    permission: space('moderator', people),
    summary: 'Read who watched a session of an automatic webinar, and what of it',
    query: Type.Object({
      playbackEventId: Id,
      playbackEventSessionId: Id,
      format: reportFormatInQuery,
      ...fileInQuery,
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
});
