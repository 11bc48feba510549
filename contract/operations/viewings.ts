import { Type } from 'typebox';
import { ids, webUrl } from '../examples/ids.ts';
import { About, Model, Sample, sampleOf } from '../model.ts';
import { inTheCall, ofViewer, playback } from '../permissions/permission.ts';
import { Empty, route, section } from '../route.ts';
import {
  ChatId,
  Count,
  Flag,
  Id,
  Nullable,
  OneOf,
  OwnId,
  Text,
  TextOrNull,
  Timestamp,
  VisibleText,
} from '../shared.ts';
import { missedReports } from '../webinars.ts';
import { ChatIdIn, Poll } from './chat/objects.ts';
import { OpenTimelineItem } from './playback-timeline.ts';
import { stageReactions } from './stage-reactions.ts';

const Second = (description: string, sample?: number) => Type.Number({ minimum: 0, description, sample });
const EndDate = Nullable(
  Timestamp,
  'The end of the session; null: it has none, or it is not known yet.',
  '2026-03-23T18:56:52.000Z',
);
const PlaylistUrl = Text(
  'The HLS playlist of this viewing. It expires after two minutes at the latest; each report returns a new one.',
  `${webUrl}/v1/playlists/ZrxfnIPW8Ht0nC7eRmZMOoQ1k5Y0rCqvHnTqCLmV2uXz8sG4bJpWfLdE6oKi3AyNmT1hRvU9/master.m3u8`,
);
const ServerTime = Type.Unsafe<string>({ ...Timestamp, description: "The server's clock." });

/** A session as its viewers know it. */
const ProgramSession = Model('ProgramSession', {
  id: Sample(OwnId, ids.playbackSession),
  startDate: About(Timestamp, 'When it starts.', '2026-03-23T18:00:00.000Z'),
  endDate: EndDate,
});

/** The sessions of a webinar, as anybody may know them before watching. */
export const Program = Model('Program', {
  serverTime: Sample(ServerTime, '2026-03-23T18:02:07.903Z'),
  name: Text('The name of the webinar.', 'How to prepare for the exam'),
  isPermanent: Flag('Does the video start from the beginning whenever the page is opened?', false),
  running: Nullable(ProgramSession, 'The session that runs now.'),
  next: Type.Array(ProgramSession, {
    maxItems: 10,
    description: 'The sessions to come, the next one first.',
    sample: [
      {
        id: '69ee2f0c5b1ad87e346f90c2',
        startDate: '2026-03-26T18:00:00.000Z',
        endDate: '2026-03-26T18:56:52.000Z',
      },
    ],
  }),
  replay: Nullable(ProgramSession, 'The latest session, if it can be watched again now.', null),
  duration: Nullable(Second('Seconds.'), 'The length of the video in seconds; null until it is known.', 3412),
  redirectUrl: TextOrNull(
    'The page to open after the end; null: none.',
    'https://school.example.org/exam/thanks',
  ),
});

export const viewingKinds = ['live', 'replay', 'permanent'] as const;

/** The session that a viewing shows. */
const ViewingSession = Model('ViewingSession', {
  id: Sample(OwnId, ids.playbackSession),
  startDate: About(Timestamp, 'When it starts.', '2026-03-23T18:00:00.000Z'),
  endDate: EndDate,
  state: About(OneOf('running', 'finished'), 'Whether it runs now or has ended.', 'running'),
});

/** One page of one participant that watches one session. */
export const Viewing = Model('Viewing', {
  viewingId: About(Id, 'The id of the viewing.', ids.viewing),
  kind: About(
    OneOf(...viewingKinds),
    'live: everybody sees the same second; replay: a session that is over; permanent: from the beginning.',
    'live',
  ),
  session: About(ViewingSession, 'The session that is watched.'),
  duration: Second('The length of the video in seconds.', 3412),
  position: Second('The second of the video to show at serverTime.', 128.417),
  serverTime: Sample(ServerTime, '2026-03-23T18:02:08.417Z'),
  playlistUrl: PlaylistUrl,
  posterUrl: TextOrNull(
    'A picture of the video, for an hour; null: none.',
    `${webUrl}/files/WyJ2aWRlb3MvNjllZGM1Il0.q8YtH3nVxL0sKcW7mPzE2rBfJ5uTdGaN/poster.jpg`,
  ),
  chatChannelId: Type.Unsafe<string>({
    ...ChatId,
    description: 'The chat channel of the session.',
    sample: '48377',
  }),
  isSeekable: Flag('May the viewer seek and pause?', false),
});

export const viewerMessageKinds = ['original', 'organizer'] as const;

/** A message that one viewer gets at a second of their own viewing. */
export const ViewerMessage = Model('ViewerMessage', {
  id: Text('The same in every response, so that a page can drop repeated ones.'),
  at: Second('The second of the video at which to show it.'),
  author: Text('The name under which it appears.'),
  text: Text('The text of the message.'),
  kind: About(
    OneOf(...viewerMessageKinds),
    'original: written in the recorded call; organizer: a message of the timeline.',
  ),
});

/** The captions of a part of the video. They replace those of earlier responses in this part. */
const ViewingCaptions = Model('ViewingCaptions', {
  from: Second('The second from which they are complete.', 123.421),
  until: Second(
    'The second until which they are complete: captions that end later come with later responses.',
    145.421,
  ),
  cues: Type.Array(
    Type.Object({
      start: Second('The second of the video at which it appears.', 131.2),
      end: Second('The second of the video at which it disappears.', 134.8),
      text: Text(
        'One or two lines; the first one of a speaker begins with the name.',
        'Anna Petrova: Which of these two\nequations has no solution?',
      ),
    }),
    { description: 'In the order of the video.' },
  ),
});

const playerState = {
  position: Type.Number({
    minimum: 0,
    maximum: 1_000_000,
    description: 'The second of the video that is shown.',
    sample: 133.402,
  }),
  isPlaying: Flag('Does the video play now?', true),
  isTabVisible: Flag('Is the tab of the page visible?', true),
};

/** A report that got no response, as a later one contains it. */
export const MissedReport = Type.Object({
  ago: Type.Number({
    minimum: 0,
    maximum: missedReports.seconds,
    description: 'How many seconds before this request it was made.',
  }),
  ...playerState,
});

/** The response to a report of the player. */
const Reported = Type.Object({
  serverTime: Sample(ServerTime, '2026-03-23T18:02:13.421Z'),
  state: About(OneOf('running', 'finished'), 'Whether the session runs now or has ended.', 'running'),
  endDate: EndDate,
  playlistUrl: PlaylistUrl,
  viewers: Count('How many people watch this session now in the same way.', 214),
  items: Type.Array(OpenTimelineItem, {
    description:
      'The offers and polls that are open now, and offers that open within 10 s of the video; of a permanent session also polls that do. Show them by `at` and `until`.',
  }),
  questionsRevision: Type.Optional(
    Text(
      'Changes whenever the questions that this viewer sees change (listViewingQuestions). Absent: none.',
      '3.1774290242551/1.1774290180207',
    ),
  ),
  hasCaptions: Flag(
    'Does the video have captions now? A transcript may become ready while a session runs.',
    true,
  ),
  captions: Type.Optional(
    About(
      ViewingCaptions,
      'With withCaptions, while the video has captions: those around the position, up to 12 s after it.',
    ),
  ),
  messages: Type.Optional(
    Type.Array(ViewerMessage, {
      description:
        'Of a permanent session: the messages after messagesFrom, at most the newest 100, up to 10 s after the position, in the order of the video. Other sessions post them in their chat.',
    }),
  ),
  messagesUntil: Type.Optional(
    Second('Of a permanent session: the second up to which the messages are complete.'),
  ),
});

/** The viewings of a webinar. */
export const viewingRoutes = section('Watching', 'decisions 9', {
  getProgram: route({
    path: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/program',
    permission: playback('see', ['anybody', 'link', ...inTheCall, 'client']),
    summary: 'Read what runs now, what comes next and what can be watched again',
    answer: Program,
  }),
  openViewing: route({
    path: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings',
    permission: ofViewer,
    summary: 'Start to watch: the session that runs now, or the replay of one that is over',
    body: Type.Object({
      sessionId: Type.Optional(
        About(Id, 'The session to watch; without it, the running one, or the latest replay.'),
      ),
      isReplay: Type.Optional(Flag('Watch a session that is over? Default false.')),
    }),
    status: 201,
    answer: Viewing,
    errors: ['session_not_running', 'replay_not_allowed', 'storage_away'],
    example: { body: { sessionId: ids.playbackSession, isReplay: false } },
    ignoresKey: true,
  }),
  reportViewing: route({
    path: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/reports',
    permission: ofViewer,
    summary: 'Report the position of the player, every 5 s and at each change',
    body: Type.Object({
      ...playerState,
      withCaptions: Type.Optional(Flag('Return the captions around the position? Default false.', true)),
      missed: Type.Optional(
        Type.Array(MissedReport, {
          maxItems: missedReports.most,
          description:
            'Earlier reports that got no response. They count as if they had arrived in time, as far as nothing was stored since.',
          sample: [{ ago: 5.012, position: 128.39, isPlaying: true, isTabVisible: true }],
        }),
      ),
      messagesFrom: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 1_000_000,
          description:
            'Of a permanent session: messagesUntil of the last response, so that messages come once. Default 0.',
        }),
      ),
    }),
    answer: Reported,
    example: {
      answer: {
        ...sampleOf(Type.Omit(Reported, ['items'])),
        items: [
          {
            id: ids.offer,
            type: 'offer',
            at: 120,
            until: 420,
            title: 'The full course',
            text: null,
            buttonText: 'See the course',
            url: 'https://school.example.org/courses/algebra',
          },
        ],
      },
    },
    ignoresKey: true,
  }),
  listViewingPolls: route({
    path: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/polls',
    permission: ofViewer,
    summary: 'List the polls of a permanent session that this viewing has reached, with their totals',
    answer: Type.Array(Poll),
  }),
  voteInViewing: route({
    path: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/polls/:pollId/vote',
    permission: ofViewer,
    summary: 'Vote once in a poll of a permanent session that is open in this viewing',
    body: Type.Object({
      ids: Type.Optional(
        Type.Array(ChatIdIn, { minItems: 1, maxItems: 20, description: 'The ids of the options.' }),
      ),
      answer: Type.Optional(VisibleText(1000, 'The answer to an open question, as text.')),
    }),
    answer: Poll,
    errors: ['muted', 'links_not_allowed', 'already_voted', 'poll_stopped', 'session_not_running'],
    example: { body: { ids: ['15362'] } },
  }),
  sendViewingReaction: route({
    path: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/reactions',
    permission: ofViewer,
    summary: 'Send a reaction over the video of a live session; its chat publishes the counts of 500 ms',
    body: Type.Object({ emoji: About(OneOf(...stageReactions), 'The emoji that flies over the video.') }),
    status: 202,
    answer: Empty,
    errors: ['session_not_running', 'not_joined', 'muted', 'chat_off'],
    example: { body: { emoji: '👏' } },
  }),
  closeViewing: route({
    path: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/close',
    permission: ofViewer,
    summary: 'Report that the page is closed; a later report opens the viewing again',
    ignoresKey: true,
  }),
});
