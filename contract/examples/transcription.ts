import { externalUser, ids, student } from './ids.ts';
import { sampleRoomRecord } from './records.ts';

const { name, startedAt } = sampleRoomRecord;

export const sampleSegment = {
  id: ids.segment,
  start: 71.2,
  end: 74.9,
  text: 'A quadratic equation has two roots.',
  speaker: student.name,
  participantId: ids.student,
  externalUserId: externalUser,
  language: 'en',
  confidence: 0.94,
  words: [
    { word: 'A', start: 71.2, end: 71.3 },
    { word: 'quadratic', start: 71.3, end: 71.9 },
  ],
} as const;

const details = {
  summaryKind: 'model',
  sections: [{ title: 'Roots of quadratic equations', start: 62 }],
  lines: [{ text: 'The discriminant tells how many roots there are.', start: 71.2 }],
  tasks: [{ text: 'Solve exercises 4 to 9', owner: student.name, start: 2600.4 }],
  revision: 2,
  language: 'en',
  engine: 'whisper base',
} as const;
export const sampleSummary = 'The discriminant tells how many roots there are.';

export const sampleTranscript = {
  recordId: ids.record,
  name,
  ...details,
  sections: [...details.sections],
  lines: [...details.lines],
  tasks: [...details.tasks],
  summary: sampleSummary,
  segments: [sampleSegment],
} as const;

export const sampleSearchItem = {
  recordId: ids.record,
  recordName: name,
  roomId: ids.room,
  roomName: name,
  recordedAt: startedAt,
  segmentId: ids.segment,
  start: sampleSegment.start,
  end: sampleSegment.end,
  speaker: sampleSegment.speaker,
  text: sampleSegment.text,
  matches: [{ from: 2, to: 11 }],
} as const;
