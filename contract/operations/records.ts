import { Type } from 'typebox';
import { route } from '../route.ts';
import {
  ForceDeletion,
  Id,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  Search,
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
const Layout = OneOf(...recordLayouts);
const SignedUrl = Type.String({ description: 'Signed; valid for 24 hours.' });

const record = {
  id: Id,
  name: Type.String(),
  fileSize: Nullable(Type.Integer({ minimum: 0 }), 'Bytes; null until the record is finished.'),
  roomId: Id,
  spaceId: Id,
  callId: Id,
  state: State,
  createdAt: Timestamp,
  startedAt: Nullable(Timestamp, 'When the first picture was in the file.'),
  finishedAt: Nullable(Timestamp, 'When the record ended: finished, aborted or failed.'),
  duration: Nullable(Type.Number({ minimum: 0 }), 'Seconds; null until the record is finished.'),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  isPartial: Type.Boolean({
    description: 'A part of the call is missing, because a process or the disk failed.',
  }),
  layout: Layout,
  startedBy: Nullable(
    Type.Object({
      name: Type.String(),
      participantId: Type.Optional(Id),
      userId: Type.Optional(Id),
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
      lateTicks: Type.Integer({
        minimum: 0,
        description: 'Pictures that came too late and were replaced by the previous one.',
      }),
      missedAudioMs: Type.Integer({ minimum: 0 }),
      lowestFps: Type.Number(),
      lowestHeight: Type.Integer(),
    }),
    'How an overloaded recorder reduced the quality; null: it did not.',
  ),
  posterUrl: Nullable(SignedUrl, 'A picture of it, as JPEG.'),
  previewUrl: Nullable(SignedUrl, 'Ten seconds of it without sound, as MP4.'),
  isWatchingAllowed: Nullable(
    Type.Boolean(),
    'May the people who attended the call watch it? null: as isRecordWatchingAllowed of the room says.',
  ),
  transcription: RecordTranscription,
};

/** A recording of a room (interface 2.9, decisions 8). */
export const RoomRecord = Type.Object(record);
/** The same in a list of a whole group. */
export const SpaceRecord = Type.Object({ ...record, roomName: Type.String() });

/** A recording, for the people who attended its call. */
export const WatchableRecord = Type.Object({
  id: Id,
  name: Type.String(),
  callId: Id,
  state: OneOf('recording', 'processing', 'finished'),
  createdAt: Timestamp,
  startedAt: Nullable(Timestamp, 'When the first picture was in the file.'),
  finishedAt: Nullable(Timestamp),
  duration: Nullable(Type.Number({ minimum: 0 }), 'Seconds; null until the record is finished.'),
  videoUrl: Nullable(
    Type.String({ description: 'Signed; valid until expiresAt, and only while you may watch.' }),
    'For playing in a page; null until the record is finished.',
  ),
  posterUrl: Nullable(Type.String(), 'A picture of it, as JPEG.'),
  expiresAt: Timestamp,
});

const filters = {
  dateFrom: Type.Optional(TimestampIn),
  dateTo: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'ISO 8601; the end of the period, exclusive.',
    }),
  ),
  callId: Type.Optional(Id),
  state: Type.Optional(State),
  name: Type.Optional(Search),
};

const StartRecord = Type.Object({
  layout: Type.Optional(Layout),
  name: Type.Optional(Name),
});

export const recordRoutes = {
  startRecord: route({
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
  }),
  stopRecord: route({
    summary: 'Stop the recording of a room; within 3 seconds of its start it is discarded',
    source: 'decisions 8',
    status: 200,
    answer: RoomRecord,
    errors: ['record_not_active'],
  }),
  getActiveRecord: route({
    summary: 'Read the running recording of a room',
    source: 'decisions 8: whoever may enter a call may know before that it is recorded',
    status: 200,
    answer: Type.Object({
      record: Nullable(
        Type.Object({
          id: Id,
          state: OneOf('new', 'recording'),
          startedAt: Nullable(Timestamp),
          layout: Layout,
        }),
      ),
    }),
    errors: [],
  }),
  listRecords: route({
    summary: 'List the recordings of a room',
    source: 'interface 4.4 (getRecords)',
    query: ListQuery(filters),
    status: 200,
    answer: List(RoomRecord),
    errors: [],
  }),
  listSpaceRecords: route({
    summary: 'List the recordings of a group',
    source: 'decisions 8: the Content tab',
    query: ListQuery({ ...filters, roomId: Type.Optional(Id) }),
    status: 200,
    answer: List(SpaceRecord),
    errors: [],
  }),
  getRecord: route({
    summary: 'Read a recording',
    source: 'decisions 8',
    status: 200,
    answer: RoomRecord,
    errors: [],
  }),
  updateRecord: route({
    summary: 'Rename a recording, or change whether the people who attended may watch it',
    source: 'decisions 8: the Content tab',
    body: Type.Object({
      name: Type.Optional(Name),
      isWatchingAllowed: Type.Optional(
        Nullable(Type.Boolean(), 'null: as isRecordWatchingAllowed of the room says.'),
      ),
    }),
    status: 200,
    answer: RoomRecord,
    errors: [],
  }),
  deleteRecord: route({
    summary: 'Delete a recording with its files',
    source: 'decisions 8 and 9',
    query: Type.Object({ force: ForceDeletion }),
    status: 204,
    errors: ['record_active', 'content_in_use'],
  }),
  getRecordByCall: route({
    summary: 'Find the recordings of a call: id is the newest one',
    source: 'interface 4.4 (GetAroomRecord), decisions 8',
    status: 200,
    answer: Type.Object({ id: Id, items: Type.Array(RoomRecord) }),
    errors: [],
  }),
  listWatchableRecords: route({
    summary: 'List the recordings of a room that you may watch because you attended the call',
    source: 'docs/decisions/0108',
    query: ListQuery({}),
    status: 200,
    answer: List(WatchableRecord),
    errors: [],
  }),
  downloadRecord: route({
    summary: 'Get the download URL of a finished recording',
    source: 'interface 4.4 (RedirectToDownloadRoomRecord), decisions 8',
    status: 200,
    answer: Type.String({ description: 'The URL; signed, valid for 24 hours.' }),
    answerType: 'text/plain',
    errors: ['record_not_ready'],
  }),
  getRecordMedia: route({
    summary: 'Get the URLs of all parts of a finished recording',
    source: 'decisions 8',
    status: 200,
    answer: Type.Object({
      videoUrl: Type.String({ description: 'For playing in a page.' }),
      posterUrl: Nullable(Type.String()),
      previewUrl: Nullable(Type.String()),
      speechUrl: Nullable(Type.String(), 'The intervals in which each person spoke, as JSON.'),
      voices: Type.Array(
        Type.Object({
          participantId: Id,
          externalUserId: Nullable(Type.String()),
          name: Type.String(),
          offset: Type.Number({
            description: 'Seconds from the start of the video to the start of this file.',
          }),
          duration: Type.Number({ minimum: 0, description: 'Seconds.' }),
          url: Type.String({ description: 'Opus in Ogg, one channel.' }),
        }),
      ),
      expiresAt: Timestamp,
    }),
    errors: ['record_not_ready'],
  }),
};
