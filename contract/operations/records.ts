import { Type } from 'typebox';
import { samplePeriod } from '../examples/ids.ts';
import {
  sampleFileUrl,
  sampleGetRecordMediaResponse,
  sampleNewRecord,
  sampleRecordStart,
  sampleRoomRecord,
  sampleSpaceRecord,
  sampleWatchableRecord,
} from '../examples/records.ts';
import { About, giveExample, Model } from '../model.ts';
import { inTheCall, people, room, space } from '../permissions/permission.ts';
import { route } from '../route.ts';
import {
  CallId,
  Count,
  CreatedAt,
  Flag,
  ForceDeletion,
  Id,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  OwnId,
  ParticipantId,
  RoomId,
  Search,
  SpaceId,
  StoredName,
  Text,
  TextOrNull,
  Timestamp,
  TimestampIn,
} from '../shared.ts';
import { RecordTranscription } from './transcription.ts';

/** The states from the request to one of the last three (decisions.md, section 8). */
export const recordStates = ['new', 'recording', 'processing', 'finished', 'aborted', 'failed'] as const;
export type RecordState = (typeof recordStates)[number];

/** Why a record failed, for programs. */
export const recordFailures = [
  'recorder_busy',
  'no_picture',
  'recorder_lost',
  'media_lost',
  'disk_full',
  'room_deleted',
  'broken',
] as const;
export type RecordFailure = (typeof recordFailures)[number];

const recordLayouts = ['speaker', 'grid'] as const;
export type RecordLayout = (typeof recordLayouts)[number];

const State = OneOf(...recordStates);
const Layout = About(
  OneOf(...recordLayouts),
  'speaker: the speaking person is large, the others are in a strip; grid: all have the same size. Default speaker.',
);
const SignedUrl = Text('Signed; valid for 24 hours.');

const record = {
  id: About(Id, 'The recording, as recordId elsewhere.'),
  name: StoredName,
  fileSize: Nullable(Type.Integer({ minimum: 0 }), 'Bytes; null until the record is finished.'),
  roomId: RoomId,
  spaceId: SpaceId,
  callId: CallId,
  state: About(
    State,
    'The last state is finished, aborted (stopped within 3 seconds) or failed; processing: the file is being created.',
  ),
  createdAt: CreatedAt,
  startedAt: Nullable(Timestamp, 'When the first picture was in the file.'),
  finishedAt: Nullable(Timestamp, 'When the record ended: finished, aborted or failed.'),
  duration: Nullable(Type.Number({ minimum: 0 }), 'Seconds; null until the record is finished.'),
  width: Nullable(Type.Integer(), 'The width of the picture in pixels; null until the record is finished.'),
  height: Nullable(Type.Integer(), 'The height of the picture in pixels; null until the record is finished.'),
  isPartial: Flag('A part of the call is missing, because a process or the disk failed.'),
  layout: Layout,
  startedBy: Nullable(
    Type.Object({
      name: StoredName,
      participantId: Type.Optional(About(Id, 'The participant who started it.')),
      userId: Type.Optional(About(Id, 'The account that started it, if there is one.')),
    }),
    'The person who started it; null: it was started automatically.',
  ),
  failure: Nullable(OneOf(...recordFailures), 'Why it failed.'),
  progress: Nullable(
    Type.Number({ minimum: 0, maximum: 1 }),
    'The progress of the upload; null if there is none.',
  ),
  quality: Nullable(
    Type.Object({
      lateTicks: Count('Pictures that came too late and were replaced by the previous one.'),
      missedAudioMs: Count('How much sound is missing, in milliseconds.'),
      lowestFps: Type.Number({ description: 'The lowest frame rate, in pictures per second.' }),
      lowestHeight: Type.Integer({ description: 'The lowest height of the picture, in pixels.' }),
    }),
    'How an overloaded recorder reduced the quality; null: it did not.',
  ),
  posterUrl: Nullable(SignedUrl, 'A picture of it, as JPEG.'),
  previewUrl: Nullable(SignedUrl, 'Ten seconds of it without sound, as MP4.'),
  isWatchingAllowed: Nullable(
    Type.Boolean(),
    'May the people who attended the call watch it? null: as isRecordWatchingAllowed of the room says.',
  ),
  transcription: About(RecordTranscription, 'The transcript of the recording.'),
};

/** A recording of a room (interface 2.9, decisions 8). */
export const RoomRecord = Model('RoomRecord', record);
giveExample(RoomRecord, sampleRoomRecord);
/** The same in a list of a whole group. */
const SpaceRecord = Model('SpaceRecord', {
  ...record,
  roomName: Text('The name of the room.'),
});
giveExample(SpaceRecord, sampleSpaceRecord);

/** A recording, for the people who attended its call. */
export const WatchableRecord = Model('WatchableRecord', {
  id: OwnId,
  name: StoredName,
  callId: CallId,
  state: About(
    OneOf('recording', 'processing', 'finished'),
    'recording: in progress; processing: the file is being created; finished: it can be watched.',
  ),
  createdAt: CreatedAt,
  startedAt: Nullable(Timestamp, 'When the first picture was in the file.'),
  finishedAt: Nullable(Timestamp, 'When the record ended; null until then.'),
  duration: Nullable(Type.Number({ minimum: 0 }), 'Seconds; null until the record is finished.'),
  videoUrl: Nullable(
    Text('Signed; valid until expiresAt, and only while you may watch.'),
    'For playing in a page; null until the record is finished.',
  ),
  posterUrl: TextOrNull('A picture of it, as JPEG.'),
  expiresAt: About(Timestamp, 'Until when the URLs are valid.'),
});
giveExample(WatchableRecord, sampleWatchableRecord);

const filters = {
  dateFrom: Type.Optional(TimestampIn),
  dateTo: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'ISO 8601; the end of the period, exclusive.',
    }),
  ),
  callId: Type.Optional(Id),
  state: Type.Optional({ ...State, description: 'Only recordings in this state.' }),
  name: Type.Optional(Search),
};

const StartRecord = Type.Object({
  layout: Type.Optional(Layout),
  name: Type.Optional(
    About(Name, 'The name of the recording, 1 to 200 characters; absent: the room and the date.'),
  ),
});

export const recordRoutes = {
  startRecord: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/records/start',
    permission: room('moderate', inTheCall),
    summary: 'Start recording the call of a room',
    source: 'decisions 8',
    body: StartRecord,
    status: 201,
    answer: RoomRecord,
    errors: [
      'call_not_active',
      'record_active',
      'record_not_allowed',
      'recorder_busy',
      'disk_low',
      'group_storage_full',
    ],
    example: {
      body: { layout: sampleRoomRecord.layout, name: sampleRoomRecord.name },
      answer: sampleNewRecord,
    },
  }),
  stopRecord: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/records/stop',
    permission: room('moderate', inTheCall),
    summary: 'Stop the recording of a room; within 3 seconds of its start it is discarded',
    source: 'decisions 8',
    answer: RoomRecord,
    errors: ['record_not_active'],
    example: { answer: { ...sampleNewRecord, state: 'processing', startedAt: sampleRecordStart } },
  }),
  getActiveRecord: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/active',
    permission: room('see', ['anybody', 'link', ...inTheCall]),
    summary: 'Read the running recording of a room',
    source: 'decisions 8: whoever may enter a call may know before that it is recorded',
    answer: Type.Object({
      record: Nullable(
        Type.Object({
          id: OwnId,
          state: About(OneOf('new', 'recording'), 'new: requested; recording: in progress.'),
          startedAt: Nullable(Timestamp, 'When the first picture was in the file; null: not yet.'),
          layout: Layout,
        }),
        'The running recording; null: there is none.',
      ),
    }),
    example: {
      answer: {
        record: {
          id: sampleRoomRecord.id,
          state: 'recording',
          startedAt: sampleRecordStart,
          layout: sampleRoomRecord.layout,
        },
      },
    },
  }),
  listRecords: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/records',
    permission: room('lead', people),
    summary: 'List the recordings of a room',
    source: 'interface 4.4 (getRecords)',
    query: ListQuery(filters),
    answer: List(RoomRecord),
    example: { query: samplePeriod },
  }),
  listSpaceRecords: route({
    path: 'GET /v1/spaces/:spaceId/records',
    permission: space('moderator', people),
    summary: 'List the recordings of a group',
    source: 'decisions 8: the Content tab',
    query: ListQuery({ ...filters, roomId: Type.Optional(Id) }),
    answer: List(SpaceRecord),
    example: { query: samplePeriod },
  }),
  getRecord: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId',
    permission: room('lead', people),
    summary: 'Read a recording',
    source: 'decisions 8',
    answer: RoomRecord,
  }),
  updateRecord: route({
    path: 'PUT /v1/spaces/:spaceId/rooms/:roomId/records/:recordId',
    permission: room('lead', people),
    summary: 'Rename a recording, or change whether the people who attended may watch it',
    source: 'decisions 8: the Content tab',
    body: Type.Object({
      name: Type.Optional(Name),
      isWatchingAllowed: Type.Optional(
        Nullable(Type.Boolean(), 'null: as isRecordWatchingAllowed of the room says.'),
      ),
    }),
    answer: RoomRecord,
    example: {
      body: { name: 'Quadratic equations, lesson 3', isWatchingAllowed: true },
      answer: { ...sampleRoomRecord, name: 'Quadratic equations, lesson 3', isWatchingAllowed: true },
    },
  }),
  deleteRecord: route({
    path: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/records/:recordId',
    permission: room('lead', people),
    summary: 'Delete a recording with its files',
    source: 'decisions 8 and 9',
    query: Type.Object({ force: ForceDeletion }),
    errors: ['record_active', 'content_in_use'],
  }),
  getRecordByCall: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/by-call/:callId',
    permission: room('lead', people),
    summary: 'Find the recordings of a call: id is the newest one',
    source: 'interface 4.4 (GetAroomRecord), decisions 8',
    answer: Type.Object({
      id: About(Id, 'The newest recording of the call.'),
      items: Type.Array(RoomRecord, { description: 'The items, newest first.' }),
    }),
    example: { answer: { id: sampleRoomRecord.id, items: [sampleRoomRecord] } },
  }),
  listWatchableRecords: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/watchable-records',
    permission: room('see', ['link', ...inTheCall]),
    allowedFor: 'people who attended a call of the room, for its recordings',
    summary: 'List the recordings of a room that you may watch because you attended the call',
    source: 'docs/decisions/0108',
    query: ListQuery({}),
    answer: List(WatchableRecord),
  }),
  downloadRecord: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/download/:recordId',
    permission: room('lead', people),
    summary: 'Get the download URL of a finished recording',
    source: 'interface 4.4 (RedirectToDownloadRoomRecord), decisions 8',
    answer: Text('The URL; signed, valid for 24 hours.'),
    answerType: 'text/plain',
    errors: ['record_not_ready'],
    example: { answer: sampleFileUrl('h6Vq1TsK4xJn', '.mp4') },
  }),
  getRecordMedia: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/media',
    permission: room('lead', people),
    summary: 'Get the URLs of all parts of a finished recording',
    source: 'decisions 8',
    answer: Type.Object({
      videoUrl: Text('For playing in a page.'),
      posterUrl: TextOrNull('A picture of it, as JPEG; signed, valid for 24 hours. null: there is none.'),
      previewUrl: TextOrNull(
        'Ten seconds of it without sound, as MP4; signed, valid for 24 hours. null: there are none.',
      ),
      speechUrl: TextOrNull('The intervals in which each person spoke, as JSON.'),
      voices: Type.Array(
        Type.Object({
          participantId: ParticipantId,
          externalUserId: TextOrNull("The person's id in your own system; null or absent: not given."),
          name: StoredName,
          offset: Type.Number({
            description: 'Seconds from the start of the video to the start of this file.',
          }),
          duration: Type.Number({ minimum: 0, description: 'Seconds.' }),
          url: Text('Opus in Ogg, one channel.'),
        }),
        { description: 'One sound file for each person who spoke.' },
      ),
      expiresAt: About(Timestamp, 'Until when the URLs are valid.'),
    }),
    errors: ['record_not_ready'],
    example: { answer: sampleGetRecordMediaResponse },
  }),
};
