import { Type } from 'typebox';
import { route } from '../route.ts';
import {
  ChatId,
  Flag,
  Id,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  Search,
  Timestamp,
  WebAddress,
} from '../shared.ts';
import { JoinSettings, joinSettingsIn } from './rooms.ts';

export const PlaybackType = OneOf('webinar', 'conference');

export const readinessStates = ['draft', 'preparing', 'ready', 'failed'] as const;
const Readiness = OneOf(...readinessStates);
export const preparationFailures = [
  'not_found',
  'unreadable',
  'no_video',
  'too_long',
  'storage',
  'unknown',
] as const;

const ReplayDays = Nullable(
  Type.Integer({ minimum: 1, maximum: 3650 }),
  'For how many days after a session its replay can be watched; null: without limit.',
);

const settings = {
  isPublic: Type.Boolean({
    description: "Whether anybody who knows the webinar's URL may enter. Default true.",
  }),
  isChatReplayed: Flag('Is the chat of the recorded call shown again at its seconds? Default true.'),
  isReplayAllowed: Flag('May people watch a session again after its end? Default false.'),
};

/** The session of a webinar that runs now, for the people who lead it. */
export const RunningSession = Type.Object({
  id: Id,
  startDate: Timestamp,
  isPermanent: Flag('Does the video start from the beginning whenever the page is opened?'),
  viewers: Type.Integer({ minimum: 0, description: 'How many people watch it now.' }),
});

/** An automatic webinar (interface 2.11): a room of the kind `playback`. */
export const Playback = Type.Object({
  id: Id,
  name: Type.String(),
  type: PlaybackType,
  spaceId: Id,
  alias: Type.String({ pattern: '^[A-Za-z0-9_-]{10}$' }),
  code: Type.String({ pattern: '^[a-z0-9]{9}$' }),
  assetId: Nullable(Id),
  timelineId: Id,
  chatApplicationId: ChatId,
  readinessStatus: Readiness,
  readinessStatusChangedAt: Timestamp,
  readinessReason: Nullable(OneOf(...preparationFailures), 'Why the preparation failed.'),
  readinessProgress: Nullable(
    Type.Number({ minimum: 0, maximum: 1 }),
    'How much of the video is prepared; null unless it is being prepared.',
  ),
  recordId: Nullable(Id),
  posterUrl: Nullable(
    Type.String({ description: 'Signed; valid for 24 hours.' }),
    'A picture of the video, as JPEG; null until it is prepared.',
  ),
  mediaUrl: Nullable(
    Type.String({ description: 'Signed; valid for 24 hours.' }),
    'The whole video, as it was recorded or uploaded, to be played in a page; null until it is prepared, or if its file is deleted.',
  ),
  duration: Nullable(
    Type.Integer({ minimum: 0 }),
    'The length of the video in seconds; null until it is known.',
  ),
  contentName: Nullable(Type.String(), 'The name of the recording or the uploaded video.'),
  nextStartDate: Nullable(Timestamp, 'When its next session starts; null: none is scheduled.'),
  runningSession: Nullable(RunningSession, 'The session that runs now; null: none.'),
  joinSettings: JoinSettings,
  ...settings,
  replayDays: ReplayDays,
  redirectUrl: Nullable(Type.String()),
  createdAt: Timestamp,
});

const optional = {
  isPublic: Type.Optional(settings.isPublic),
  isChatReplayed: Type.Optional(settings.isChatReplayed),
  isReplayAllowed: Type.Optional(settings.isReplayAllowed),
  replayDays: Type.Optional(ReplayDays),
  redirectUrl: Type.Optional(Nullable(WebAddress)),
  ...joinSettingsIn,
};

const content = {
  recordId: Type.Optional(
    Nullable(
      Id,
      'A finished recording of the group: its video is prepared, and readinessStatus becomes preparing. null removes it.',
    ),
  ),
  assetId: Type.Optional(
    Nullable(
      Id,
      'An uploaded video of the group, instead of a recording: setting one replaces the other. null removes it.',
    ),
  ),
  readinessStatus: Type.Optional(Readiness),
  duration: Type.Optional(
    Nullable(
      Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      'The length in seconds. It counts until the length of the prepared video is known.',
    ),
  ),
};

export const playbackRoutes = {
  createPlayback: route({
    summary: 'Create an automatic webinar in a group',
    source: 'interface 4.2, decisions 9',
    body: Type.Object({ name: Name, type: PlaybackType, ...optional }),
    status: 201,
    answer: Playback,
    errors: [],
  }),
  listPlaybacks: route({
    summary: 'List the automatic webinars of a group',
    source: 'decisions 9',
    query: ListQuery({ search: Type.Optional(Search) }),
    status: 200,
    answer: List(Playback),
    errors: [],
  }),
  getPlayback: route({
    summary: 'Read an automatic webinar',
    source: 'decisions 9',
    status: 200,
    answer: Playback,
    errors: [],
  }),
  updatePlayback: route({
    summary: 'Change the given fields of an automatic webinar, also its content',
    source: 'interface 4.2, decisions 9',
    body: Type.Object({
      name: Type.Optional(Name),
      type: Type.Optional(PlaybackType),
      ...optional,
      ...content,
    }),
    status: 200,
    answer: Playback,
    errors: ['record_not_ready', 'asset_not_ready', 'playback_not_prepared'],
  }),
  deletePlayback: route({
    summary: 'Delete an automatic webinar with its links',
    source: 'decisions 9',
    status: 204,
    errors: [],
  }),
};
