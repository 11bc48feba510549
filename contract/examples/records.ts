import type { Answer, Body } from '../routes.ts';
import { externalUser, ids, student, teacher, webUrl } from './ids.ts';

const asked = {
  id: ids.record,
  name: 'Algebra, group 7B',
  fileSize: null,
  roomId: ids.room,
  spaceId: ids.space,
  callId: ids.call,
  state: 'new',
  createdAt: '2026-03-17T14:02:05.611Z',
  startedAt: null,
  finishedAt: null,
  duration: null,
  width: null,
  height: null,
  isPartial: false,
  layout: 'speaker',
  startedBy: { name: teacher.username, participantId: ids.teacherParticipant },
  failure: null,
  progress: null,
  quality: null,
  posterUrl: null,
  previewUrl: null,
  isWatchingAllowed: null,
  transcription: { state: 'none', progress: null, reason: null, revision: null },
} satisfies Answer<'startRecord'>;

const fileName = 'Algebra%2C%20group%207B%202026-03-17%2014-02';
const file = (key: string, end: string) => `${webUrl}/files/${key}/${fileName}${end}`;
const media = {
  posterUrl: file('p2Xk7QvT9mLw', '.jpg'),
  previewUrl: file('w8Rz3YcN5bHd', '%20preview.mp4'),
};

const startedAt = '2026-03-17T14:02:07.940Z';

const RoomRecord = {
  ...asked,
  ...media,
  state: 'finished',
  fileSize: 187_342_911,
  startedAt,
  finishedAt: '2026-03-17T14:47:20.338Z',
  duration: 2644.9,
  width: 1280,
  height: 720,
  progress: 1,
  transcription: { state: 'ready', progress: null, reason: null, revision: 2 },
} satisfies Answer<'getRecord'>;

const WatchableRecord = {
  id: RoomRecord.id,
  name: RoomRecord.name,
  callId: RoomRecord.callId,
  state: 'finished',
  createdAt: RoomRecord.createdAt,
  startedAt,
  finishedAt: RoomRecord.finishedAt,
  duration: RoomRecord.duration,
  videoUrl: file('k5Bv9HsZ2wQd', '.mp4'),
  posterUrl: file('r7Gc4JxM8nTf', '.jpg'),
  expiresAt: '2026-03-18T15:10:00.000Z',
} satisfies Answer<'listWatchableRecords'>['items'][number];

const SpaceRecord = { ...RoomRecord, roomName: 'Algebra, group 7B' };

/** Recordings. */
export const recordModels = {
  RoomRecord,
  RoomRecordList: { items: [RoomRecord], total: 1 },
  SpaceRecordList: { items: [SpaceRecord], total: 1 },
  WatchableRecordList: { items: [WatchableRecord], total: 1 },
  StartRecordRequest: { layout: RoomRecord.layout, name: RoomRecord.name } satisfies Body<'startRecord'>,
  UpdateRecordRequest: { name: 'Quadratic equations, lesson 3', isWatchingAllowed: true },
  GetActiveRecordResponse: {
    record: { id: RoomRecord.id, state: 'recording', startedAt, layout: RoomRecord.layout },
  } satisfies Answer<'getActiveRecord'>,
  GetRecordByCallResponse: { id: RoomRecord.id, items: [RoomRecord] },
  GetRecordMediaResponse: {
    videoUrl: file('h6Vq1TsK4xJn', '.mp4'),
    ...media,
    speechUrl: file('d9Lm5WgP2yBc', '%20speech.json'),
    voices: [
      {
        participantId: ids.student,
        externalUserId: externalUser,
        name: student.name,
        offset: 0,
        duration: 2644.9,
        url: file('f3Nt8ZrX6vQk', '%20voice-1.ogg'),
      },
    ],
    expiresAt: '2026-03-18T15:10:00.000Z',
  } satisfies Answer<'getRecordMedia'>,
};

/** Responses without a model of their own, or that differ from its example. */
export const recordAnswers = {
  startRecord: asked,
  stopRecord: { ...asked, state: 'processing', startedAt },
  updateRecord: { ...RoomRecord, name: 'Quadratic equations, lesson 3', isWatchingAllowed: true },
  downloadRecord: file('h6Vq1TsK4xJn', '.mp4'),
} satisfies {
  startRecord: Answer<'startRecord'>;
  stopRecord: Answer<'stopRecord'>;
  updateRecord: Answer<'updateRecord'>;
  downloadRecord: Answer<'downloadRecord'>;
};

export const recordParameters = {
  recordId: ids.record,
  name: 'algebra',
  dateFrom: '2026-03-01T00:00:00.000Z',
  dateTo: '2026-04-01T00:00:00.000Z',
};
