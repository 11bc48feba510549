import { Type } from 'typebox';
import { ids, webUrl } from '../examples/ids.ts';
import { About, giveExample, Model, Sample, sampleOf } from '../model.ts';
import { people, playback, space } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  ChatApplicationId,
  Count,
  CreatedAt,
  Flag,
  Id,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  OwnId,
  Search,
  SpaceId,
  StoredName,
  Text,
  TextOrNull,
  Timestamp,
} from '../shared.ts';
import { JoinField, JoinSettings, joinSettingsIn, redirectUrl } from './rooms.ts';

export const PlaybackType = OneOf('webinar', 'conference');
const ShownType = About(PlaybackType, 'Shown as the kind of the event; both play in the same way.');

export const readinessStates = ['draft', 'preparing', 'ready', 'failed'] as const;
const Readiness = About(
  OneOf(...readinessStates),
  'draft: offline; preparing: the video is being prepared; ready: people can watch; failed: readinessReason says why. In a request, draft takes the webinar offline, ready takes it online again and needs a prepared video; other values, and the present one, change nothing.',
);
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
  isPublic: Flag("Whether anybody who knows the webinar's URL may enter. Default true.", true),
  isChatReplayed: Flag('Is the chat of the recorded call shown again at its seconds? Default true.', true),
  isReplayAllowed: Flag('May people watch a session again after its end? Default false.', true),
};

/** The session of a webinar that runs now, for the people who lead it. */
const RunningSession = Model('RunningSession', {
  id: OwnId,
  startDate: About(Timestamp, 'When it starts.'),
  isPermanent: Flag('Does the video start from the beginning whenever the page is opened?'),
  viewers: Count('How many people watch it now.'),
});

/** An automatic webinar (interface 2.11): a room of the kind `playback`. */
export const Playback = Model('Playback', {
  id: Sample(OwnId, ids.playback),
  name: Sample(StoredName, 'How to prepare for the exam'),
  type: Sample(ShownType, 'webinar'),
  spaceId: SpaceId,
  alias: Type.String({
    pattern: '^[A-Za-z0-9_-]{10}$',
    description: "The last part of the room's URL.",
    sample: 'x4Rt8_Wq1Z',
  }),
  code: Type.String({
    pattern: '^[a-z0-9]{9}$',
    description: 'Leads to the webinar as its alias does, and can be dictated, as that of a room.',
    sample: 'w7hrb3qnv',
  }),
  assetId: Nullable(Id, 'The uploaded video that is played; null: none.', null),
  timelineId: About(Id, 'The timeline of the webinar.', ids.timeline),
  chatApplicationId: ChatApplicationId,
  readinessStatus: Sample(Readiness, 'ready'),
  readinessStatusChangedAt: About(
    Timestamp,
    'When readinessStatus last changed.',
    '2026-03-18T09:12:44.018Z',
  ),
  readinessReason: Nullable(OneOf(...preparationFailures), 'Why the preparation failed.', null),
  readinessProgress: Nullable(
    Type.Number({ minimum: 0, maximum: 1 }),
    'How much of the video is prepared; null unless it is being prepared.',
    null,
  ),
  recordId: Nullable(Id, 'The recording that is played; null: none.', ids.record),
  posterUrl: Nullable(
    Text('Signed; valid for 24 hours.'),
    'A picture of the video, as JPEG; null until it is prepared.',
    `${webUrl}/files/dmlkZW9zLzY2NTBm?until=1774170000&signature=Yk3vTqLw9ZrNsPd5HgJf1A`,
  ),
  mediaUrl: Nullable(
    Text('Signed; valid for 24 hours.'),
    'The whole video, as it was recorded or uploaded, to be played in a page; null until it is prepared, or if its file is deleted.',
    `${webUrl}/files/cmVjb3Jkcy82NjUwZg?until=1774170000&signature=Rw7pXcKd2MzVbTn8LqHs4E`,
  ),
  duration: Nullable(
    Type.Integer({ minimum: 0 }),
    'The length of the video in seconds; null until it is known.',
    3412,
  ),
  contentName: TextOrNull('The name of the recording or the uploaded video.', 'Exam preparation, 17 March'),
  nextStartDate: Nullable(
    Timestamp,
    'When its next session starts; null: none is scheduled.',
    '2026-03-23T18:00:00.000Z',
  ),
  runningSession: Nullable(RunningSession, 'The session that runs now; null: none.', null),
  joinSettings: About(JoinSettings, 'The fields of the entry form.', {
    fields: [sampleOf(JoinField)],
    customFields: [],
  }),
  ...settings,
  replayDays: Sample(ReplayDays, 14),
  redirectUrl: Sample(redirectUrl.stored, 'https://school.example.org/exam/thanks'),
  createdAt: Sample(CreatedAt, '2026-03-18T09:10:02.655Z'),
});

/** The sent fields, in the order of the example. */
const sampleSettings = sampleOf(
  Type.Pick(Playback, [
    'name',
    'type',
    'isPublic',
    'isChatReplayed',
    'isReplayAllowed',
    'replayDays',
    'redirectUrl',
  ]),
);
giveExample(Playback, { ...{ id: ids.playback, ...sampleSettings }, ...sampleOf(Playback) });

const optional = {
  isPublic: Type.Optional(settings.isPublic),
  isChatReplayed: Type.Optional(settings.isChatReplayed),
  isReplayAllowed: Type.Optional(settings.isReplayAllowed),
  replayDays: Type.Optional(ReplayDays),
  redirectUrl: redirectUrl.sent,
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

export const playbackRoutes = section('Automatic webinars', 'decisions 9', {
  createPlayback: route({
    path: 'POST /v1/spaces/:spaceId/playbacks',
    permission: space('moderator', people),
    summary: 'Create an automatic webinar in a group',
    source: 'interface 4.2, decisions 9',
    body: Type.Object({
      name: Name,
      type: ShownType,
      ...optional,
    }),
    status: 201,
    answer: Playback,
    example: { body: { ...sampleSettings, joinSettingsFields: [sampleOf(JoinField)] } },
  }),
  listPlaybacks: route({
    path: 'GET /v1/spaces/:spaceId/playbacks',
    permission: space('moderator', people),
    summary: 'List the automatic webinars of a group',
    query: ListQuery({ search: Type.Optional(Search) }),
    answer: List(Playback),
    example: { query: { search: 'exam' } },
  }),
  getPlayback: route({
    path: 'GET /v1/spaces/:spaceId/playbacks/:playbackId',
    permission: playback('lead', people),
    summary: 'Read an automatic webinar',
    answer: Playback,
  }),
  updatePlayback: route({
    path: 'PUT /v1/spaces/:spaceId/playbacks/:playbackId',
    permission: playback('lead', people),
    summary: 'Change the given fields of an automatic webinar, also its content',
    source: 'interface 4.2, decisions 9',
    body: Type.Object({
      name: Type.Optional(Name),
      type: Type.Optional(ShownType),
      ...optional,
      ...content,
    }),
    answer: Playback,
    errors: ['record_not_ready', 'asset_not_ready', 'playback_not_prepared'],
    example: { body: { recordId: ids.record, isReplayAllowed: true } },
  }),
  deletePlayback: route({
    path: 'DELETE /v1/spaces/:spaceId/playbacks/:playbackId',
    permission: playback('lead', people),
    summary: 'Delete an automatic webinar with its links',
  }),
});
