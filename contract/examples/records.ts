import { externalUser, ids, student, teacher, webUrl } from './ids.ts';

export const sampleNewRecord = {
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
} as const;

const fileName = 'Algebra%2C%20group%207B%202026-03-17%2014-02';
export const sampleFileUrl = (key: string, end: string) => `${webUrl}/files/${key}/${fileName}${end}`;
const media = {
  posterUrl: sampleFileUrl('p2Xk7QvT9mLw', '.jpg'),
  previewUrl: sampleFileUrl('w8Rz3YcN5bHd', '%20preview.mp4'),
} as const;

export const sampleRecordStart = '2026-03-17T14:02:07.940Z';

export const sampleRoomRecord = {
  ...sampleNewRecord,
  ...media,
  state: 'finished',
  fileSize: 187_342_911,
  startedAt: sampleRecordStart,
  finishedAt: '2026-03-17T14:47:20.338Z',
  duration: 2644.9,
  width: 1280,
  height: 720,
  progress: 1,
  transcription: { state: 'ready', progress: null, reason: null, revision: 2 },
} as const;

export const sampleWatchableRecord = {
  id: sampleRoomRecord.id,
  name: sampleRoomRecord.name,
  callId: sampleRoomRecord.callId,
  state: 'finished',
  createdAt: sampleRoomRecord.createdAt,
  startedAt: sampleRecordStart,
  finishedAt: sampleRoomRecord.finishedAt,
  duration: sampleRoomRecord.duration,
  videoUrl: sampleFileUrl('k5Bv9HsZ2wQd', '.mp4'),
  posterUrl: sampleFileUrl('r7Gc4JxM8nTf', '.jpg'),
  expiresAt: '2026-03-18T15:10:00.000Z',
} as const;

export const sampleSpaceRecord = { ...sampleRoomRecord, roomName: 'Algebra, group 7B' } as const;

export const sampleGetRecordMediaResponse = {
  videoUrl: sampleFileUrl('h6Vq1TsK4xJn', '.mp4'),
  ...media,
  speechUrl: sampleFileUrl('d9Lm5WgP2yBc', '%20speech.json'),
  voices: [
    {
      participantId: ids.student,
      externalUserId: externalUser,
      name: student.name,
      offset: 0,
      duration: 2644.9,
      url: sampleFileUrl('f3Nt8ZrX6vQk', '%20voice-1.ogg'),
    },
  ],
  expiresAt: '2026-03-18T15:10:00.000Z',
} as const;
