import { Type } from 'typebox';
import { externalUser, ids, roomName, samplePeriod, student, teacher, webUrl } from '../examples/ids.ts';
import { About, Model, Sample, sampleOf } from '../model.ts';
import { inTheCall, people, room, space } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  CallId,
  Count,
  CreatedAt,
  Flag,
  ForceDeletion,
  Id,
  IsSample,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  OwnId,
  ParticipantId,
  periodInQuery,
  RoomId,
  Search,
  SpaceId,
  StoredName,
  Text,
  TextOrNull,
  Timestamp,
  TimeZone,
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
const fileUrl = (key: string, end: string) =>
  `${webUrl}/files/${key}/Algebra%2C%20group%207B%202026-03-17%2014-02${end}`;

const record = {
  id: About(Id, 'The recording, as recordId elsewhere.', ids.record),
  name: Sample(StoredName, roomName),
  fileSize: Nullable(Type.Integer({ minimum: 0 }), 'Bytes; null until the record is finished.', 187_342_911),
  roomId: RoomId,
  spaceId: SpaceId,
  callId: CallId,
  state: About(
    State,
    'The last state is finished, aborted (stopped within 3 seconds) or failed; processing: the file is being created.',
    'finished',
  ),
  createdAt: Sample(CreatedAt, '2026-03-17T14:02:05.611Z'),
  startedAt: Nullable(Timestamp, 'When the first picture was in the file.', '2026-03-17T14:02:07.940Z'),
  finishedAt: Nullable(
    Timestamp,
    'When the record ended: finished, aborted or failed.',
    '2026-03-17T14:47:20.338Z',
  ),
  duration: Nullable(Type.Number({ minimum: 0 }), 'Seconds; null until the record is finished.', 2644.9),
  width: Nullable(
    Type.Integer(),
    'The width of the picture in pixels; null until the record is finished.',
    1280,
  ),
  height: Nullable(
    Type.Integer(),
    'The height of the picture in pixels; null until the record is finished.',
    720,
  ),
  isPartial: Flag('A part of the call is missing, because a process or the disk failed.', false),
  isSample: IsSample,
  layout: Sample(Layout, 'speaker'),
  startedBy: Nullable(
    Type.Object({
      name: Sample(StoredName, teacher.username),
      participantId: Type.Optional(About(Id, 'The participant who started it.', ids.teacherParticipant)),
      userId: Type.Optional(About(Id, 'The account that started it, if there is one.')),
    }),
    'The person who started it; null: it was started automatically.',
  ),
  failure: Nullable(OneOf(...recordFailures), 'Why it failed.', null),
  progress: Nullable(
    Type.Number({ minimum: 0, maximum: 1 }),
    'The progress of the upload; null if there is none.',
    1,
  ),
  quality: Nullable(
    Type.Object({
      lateTicks: Count('Pictures that came too late and were replaced by the previous one.'),
      missedAudioMs: Count('How much sound is missing, in milliseconds.'),
      lowestFps: Type.Number({ description: 'The lowest frame rate, in pictures per second.' }),
      lowestHeight: Type.Integer({ description: 'The lowest height of the picture, in pixels.' }),
    }),
    'How an overloaded recorder reduced the quality; null: it did not.',
    null,
  ),
  posterUrl: Nullable(SignedUrl, 'A picture of it, as JPEG.', fileUrl('p2Xk7QvT9mLw', '.jpg')),
  previewUrl: Nullable(
    SignedUrl,
    'Ten seconds of it without sound, as MP4.',
    fileUrl('w8Rz3YcN5bHd', '%20preview.mp4'),
  ),
  isWatchingAllowed: Nullable(
    Type.Boolean(),
    'May the people who attended the call watch it? null: as isRecordWatchingAllowed of the room says.',
    null,
  ),
  transcription: About(RecordTranscription, 'The transcript of the recording.'),
};

/** A recording of a room (interface 2.9, decisions 8). */
export const RoomRecord = Model('RoomRecord', record);
/** The same in a list of a whole group. */
const SpaceRecord = Model('SpaceRecord', {
  ...record,
  roomName: Text('The name of the room.', roomName),
});

/** A recording, for the people who attended its call. */
export const WatchableRecord = Model('WatchableRecord', {
  id: Sample(OwnId, ids.record),
  name: Sample(StoredName, roomName),
  callId: CallId,
  state: About(
    OneOf('recording', 'processing', 'finished'),
    'recording: in progress; processing: the file is being created; finished: it can be watched.',
    'finished',
  ),
  createdAt: Sample(CreatedAt, '2026-03-17T14:02:05.611Z'),
  startedAt: Nullable(Timestamp, 'When the first picture was in the file.', '2026-03-17T14:02:07.940Z'),
  finishedAt: Nullable(Timestamp, 'When the record ended; null until then.', '2026-03-17T14:47:20.338Z'),
  duration: Nullable(Type.Number({ minimum: 0 }), 'Seconds; null until the record is finished.', 2644.9),
  videoUrl: Nullable(
    Text('Signed; valid until expiresAt, and only while you may watch.'),
    'For playing in a page; null until the record is finished.',
    fileUrl('k5Bv9HsZ2wQd', '.mp4'),
  ),
  posterUrl: TextOrNull('A picture of it, as JPEG.', fileUrl('r7Gc4JxM8nTf', '.jpg')),
  expiresAt: About(Timestamp, 'Until when the URLs are valid.', '2026-03-18T15:10:00.000Z'),
});

const seconds = (description: string, sample: number) => Type.Number({ minimum: 0, description, sample });

/** A page that a recording shows. */
const RecordChapter = Model('RecordChapter', {
  start: seconds('When the page came into the picture, in seconds of the recording.', 71.24),
  end: seconds('The start of the next chapter, or the end of the recording.', 305.6),
  title: Text('The first line of the page, or its number, such as Page 3.', 'Quadratic equations'),
  documentId: About(Id, 'The document, which may be deleted since.', ids.document),
  documentName: Text('The name that the document had.', 'Lesson 3'),
  page: Type.Integer({ minimum: 1, description: 'The number of the page.', sample: 3 }),
});

/** A recording that was requested a moment ago. */
const sampleNew = {
  ...sampleOf(RoomRecord),
  fileSize: null,
  state: 'new',
  startedAt: null,
  finishedAt: null,
  duration: null,
  width: null,
  height: null,
  progress: null,
  posterUrl: null,
  previewUrl: null,
  transcription: { state: 'none', progress: null, reason: null, revision: null },
} as const;

const filters = {
  ...periodInQuery,
  callId: Type.Optional(Id),
  state: Type.Optional({ ...State, description: 'Only recordings in this state.' }),
  name: Type.Optional(Search),
};

const StartRecord = Type.Object({
  layout: Type.Optional(Layout),
  name: Type.Optional(
    About(Name, 'The name of the recording, 1 to 200 characters; absent: the room, the date and the time.'),
  ),
  timezone: Type.Optional(
    About(TimeZone, "The time zone of the time in that name, such as Europe/Berlin; absent: the server's."),
  ),
});

export const recordRoutes = section('Recordings', 'decisions 8', {
  startRecord: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/records/start',
    permission: room('moderate', inTheCall),
    summary: 'Start recording the call of a room',
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
      body: { layout: 'speaker', name: roomName },
      answer: sampleNew,
    },
  }),
  stopRecord: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/records/stop',
    permission: room('moderate', inTheCall),
    summary: 'Stop the recording of a room; within 3 seconds of its start it is discarded',
    answer: RoomRecord,
    errors: ['record_not_active', 'record_not_allowed'],
    example: {
      answer: { ...sampleNew, state: 'processing', startedAt: sampleOf(RoomRecord).startedAt },
    },
  }),
  getActiveRecord: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/active',
    permission: room('see', ['anybody', 'link', ...inTheCall]),
    summary: 'Read the running recording of a room',
    source: 'decisions 8: whoever may enter a call may know before that it is recorded',
    answer: Type.Object({
      record: Nullable(
        Type.Object({
          id: Sample(OwnId, ids.record),
          state: About(OneOf('new', 'recording'), 'new: requested; recording: in progress.', 'recording'),
          startedAt: Nullable(
            Timestamp,
            'When the first picture was in the file; null: not yet.',
            '2026-03-17T14:02:07.940Z',
          ),
          layout: Sample(Layout, 'speaker'),
        }),
        'The running recording; null: there is none.',
      ),
    }),
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
      answer: { ...sampleOf(RoomRecord), name: 'Quadratic equations, lesson 3', isWatchingAllowed: true },
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
      id: About(Id, 'The newest recording of the call.', ids.record),
      items: Type.Array(RoomRecord, { description: 'The items, newest first.' }),
    }),
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
    answer: Text('The URL; signed, valid for 24 hours.', fileUrl('h6Vq1TsK4xJn', '.mp4')),
    answerType: 'text/plain',
    errors: ['record_not_ready'],
  }),
  getRecordMedia: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/media',
    permission: room('lead', people),
    summary: 'Get the URLs of all parts of a finished recording',
    answer: Type.Object({
      videoUrl: Text('For playing in a page.', fileUrl('h6Vq1TsK4xJn', '.mp4')),
      posterUrl: TextOrNull(
        'A picture of it, as JPEG; signed, valid for 24 hours. null: there is none.',
        fileUrl('p2Xk7QvT9mLw', '.jpg'),
      ),
      previewUrl: TextOrNull(
        'Ten seconds of it without sound, as MP4; signed, valid for 24 hours. null: there are none.',
        fileUrl('w8Rz3YcN5bHd', '%20preview.mp4'),
      ),
      speechUrl: TextOrNull(
        'The intervals in which each person spoke, as JSON.',
        fileUrl('d9Lm5WgP2yBc', '%20speech.json'),
      ),
      voices: Type.Array(
        Type.Object({
          participantId: ParticipantId,
          externalUserId: TextOrNull(
            "The person's id in your own system; null or absent: not given.",
            externalUser,
          ),
          name: Sample(StoredName, student.name),
          offset: Type.Number({
            description: 'Seconds from the start of the video to the start of this file.',
            sample: 0,
          }),
          duration: Type.Number({ minimum: 0, description: 'Seconds.', sample: 2644.9 }),
          url: Text('Opus in Ogg, one channel.', fileUrl('f3Nt8ZrX6vQk', '%20voice-1.ogg')),
        }),
        { description: 'One sound file for each person who spoke.' },
      ),
      expiresAt: About(Timestamp, 'Until when the URLs are valid.', '2026-03-18T15:10:00.000Z'),
    }),
    errors: ['record_not_ready'],
  }),
  listRecordChapters: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/chapters',
    permission: room('lead', people),
    summary: 'List the chapters of a finished recording: the pages of documents that it shows',
    source: 'stage.md',
    answer: Type.Object({
      items: Type.Array(RecordChapter, { description: 'The chapters, in the order of time.' }),
    }),
    errors: ['record_not_ready'],
  }),
  getRecordChaptersVtt: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/chapters.vtt',
    permission: room('lead', people),
    summary: 'Download the chapters of a finished recording as WebVTT',
    source: 'stage.md',
    answer: Text('The file, in UTF-8.'),
    answerType: 'text/vtt',
    errors: ['record_not_ready'],
    example: { answer: 'WEBVTT\n\n00:01:11.240 --> 00:05:05.600\nQuadratic equations\n' },
  }),
});
