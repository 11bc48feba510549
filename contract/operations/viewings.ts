import { Type } from 'typebox';
import { samplePoll } from '../examples/chat.ts';
import { ids } from '../examples/ids.ts';
import { sampleProgram, sampleReportViewingResponse, sampleViewing } from '../examples/viewings.ts';
import { About, giveExample, Model } from '../model.ts';
import { inTheCall, ofViewer, playback } from '../permissions/permission.ts';
import { route } from '../route.ts';
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

const Second = (description: string) => Type.Number({ minimum: 0, description });
const EndDate = Nullable(Timestamp, 'The end of the session; null: it has none, or it is not known yet.');
const PlaylistUrl = Text(
  'The HLS playlist of this viewing. It expires after two minutes at the latest; each report returns a new one.',
);
const ServerTime = Type.Unsafe<string>({ ...Timestamp, description: "The server's clock." });

/** A session as its viewers know it. */
const ProgramSession = Model('ProgramSession', {
  id: OwnId,
  startDate: About(Timestamp, 'When it starts.'),
  endDate: EndDate,
});

/** The sessions of a webinar, as anybody may know them before watching. */
export const Program = Model('Program', {
  serverTime: ServerTime,
  name: Text('The name of the webinar.'),
  isPermanent: Flag('Does the video start from the beginning whenever the page is opened?'),
  running: Nullable(ProgramSession, 'The session that runs now.'),
  next: Type.Array(ProgramSession, {
    maxItems: 10,
    description: 'The sessions to come, the next one first.',
  }),
  replay: Nullable(ProgramSession, 'The latest session, if it can be watched again now.'),
  duration: Nullable(Second('Seconds.'), 'The length of the video in seconds; null until it is known.'),
  redirectUrl: TextOrNull('The page to open after the end; null: none.'),
});
giveExample(Program, sampleProgram);

export const viewingKinds = ['live', 'replay', 'permanent'] as const;

/** The session that a viewing shows. */
const ViewingSession = Model('ViewingSession', {
  id: OwnId,
  startDate: About(Timestamp, 'When it starts.'),
  endDate: EndDate,
  state: About(OneOf('running', 'finished'), 'Whether it runs now or has ended.'),
});

/** One page of one participant that watches one session. */
export const Viewing = Model('Viewing', {
  viewingId: About(Id, 'The id of the viewing.'),
  kind: Type.Unsafe<(typeof viewingKinds)[number]>({
    ...OneOf(...viewingKinds),
    description:
      'live: everybody sees the same second; replay: a session that is over; permanent: from the beginning.',
  }),
  session: About(ViewingSession, 'The session that is watched.'),
  duration: Second('The length of the video in seconds.'),
  position: Second('The second of the video to show at serverTime.'),
  serverTime: ServerTime,
  playlistUrl: PlaylistUrl,
  posterUrl: TextOrNull('A picture of the video, for an hour; null: none.'),
  chatChannelId: Type.Unsafe<string>({ ...ChatId, description: 'The chat channel of the session.' }),
  isSeekable: Flag('May the viewer seek and pause?'),
});
giveExample(Viewing, sampleViewing);

export const viewerMessageKinds = ['original', 'organizer'] as const;

/** A message that one viewer gets at a second of their own viewing. */
export const ViewerMessage = Model('ViewerMessage', {
  id: Text('The same in every response, so that a page can drop repeated ones.'),
  at: Second('The second of the video at which to show it.'),
  author: Text('The name under which it appears.'),
  text: Text('The text of the message.'),
  kind: Type.Unsafe<(typeof viewerMessageKinds)[number]>({
    ...OneOf(...viewerMessageKinds),
    description: 'original: written in the recorded call; organizer: a message of the timeline.',
  }),
});

/** The captions of a part of the video. They replace those of earlier responses in this part. */
const ViewingCaptions = Model('ViewingCaptions', {
  from: Second('The second from which they are complete.'),
  until: Second(
    'The second until which they are complete: captions that end later come with later responses.',
  ),
  cues: Type.Array(
    Type.Object({
      start: Second('The second of the video at which it appears.'),
      end: Second('The second of the video at which it disappears.'),
      text: Text('One or two lines; the first one of a speaker begins with the name.'),
    }),
    { description: 'In the order of the video.' },
  ),
});

const playerState = {
  position: Type.Number({
    minimum: 0,
    maximum: 1_000_000,
    description: 'The second of the video that is shown.',
  }),
  isPlaying: Flag('Does the video play now?'),
  isTabVisible: Flag('Is the tab of the page visible?'),
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

/** The viewings of a webinar. */
export const viewingRoutes = {
  getProgram: route({
    path: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/program',
    permission: playback('see', ['anybody', 'link', ...inTheCall, 'client']),
    summary: 'Read what runs now, what comes next and what can be watched again',
    source: 'decisions 9',
    answer: Program,
  }),
  openViewing: route({
    path: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings',
    permission: ofViewer,
    summary: 'Start to watch: the session that runs now, or the replay of one that is over',
    source: 'decisions 9',
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
    source: 'decisions 9',
    body: Type.Object({
      ...playerState,
      withCaptions: Type.Optional(Flag('Return the captions around the position? Default false.')),
      missed: Type.Optional(
        Type.Array(MissedReport, {
          maxItems: missedReports.most,
          description:
            'Earlier reports that got no response. They count as if they had arrived in time, as far as nothing was stored since.',
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
    answer: Type.Object({
      serverTime: ServerTime,
      state: About(OneOf('running', 'finished'), 'Whether the session runs now or has ended.'),
      endDate: EndDate,
      playlistUrl: PlaylistUrl,
      viewers: Count('How many people watch this session now in the same way.'),
      items: Type.Array(OpenTimelineItem, {
        description:
          'The offers and polls that are open now, and offers that open within 10 s of the video; of a permanent session also polls that do. Show them by `at` and `until`.',
      }),
      hasCaptions: Flag(
        'Does the video have captions now? A transcript may become ready while a session runs.',
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
    }),
    example: {
      body: {
        position: 133.402,
        isPlaying: true,
        isTabVisible: true,
        withCaptions: true,
        missed: [{ ago: 5.012, position: 128.39, isPlaying: true, isTabVisible: true }],
      },
      answer: sampleReportViewingResponse,
    },
    ignoresKey: true,
  }),
  listViewingPolls: route({
    path: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/polls',
    permission: ofViewer,
    summary: 'List the polls of a permanent session that this viewing has reached, with their totals',
    source: 'decisions 9',
    answer: Type.Array(Poll),
    example: { answer: [samplePoll] },
  }),
  voteInViewing: route({
    path: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/polls/:pollId/vote',
    permission: ofViewer,
    summary: 'Vote once in a poll of a permanent session that is open in this viewing',
    source: 'decisions 9',
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
  closeViewing: route({
    path: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/close',
    permission: ofViewer,
    summary: 'Report that the page is closed; a later report opens the viewing again',
    source: 'decisions 9',
    ignoresKey: true,
  }),
};
