import type { Answer, Body } from '../routes.ts';
import { externalUser, ids, listOf, student } from './ids.ts';
import { recordModels } from './records.ts';

const { name, startedAt } = recordModels.RoomRecord;

const segment = {
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
};

const details = {
  summaryKind: 'model',
  sections: [{ title: 'Roots of quadratic equations', start: 62 }],
  lines: [{ text: 'The discriminant tells how many roots there are.', start: 71.2 }],
  tasks: [{ text: 'Solve exercises 4 to 9', owner: student.name, start: 2600.4 }],
  revision: 2,
  language: 'en',
  engine: 'whisper base',
} as const;
const summary = 'The discriminant tells how many roots there are.';

const Transcript = {
  recordId: ids.record,
  name,
  ...details,
  sections: [...details.sections],
  lines: [...details.lines],
  tasks: [...details.tasks],
  summary,
  segments: [segment],
} satisfies Answer<'getTranscriptionJson'>;

const found = {
  recordId: ids.record,
  recordName: name,
  roomId: ids.room,
  roomName: name,
  recordedAt: startedAt,
  segmentId: ids.segment,
  start: segment.start,
  end: segment.end,
  speaker: segment.speaker,
  text: segment.text,
  matches: [{ from: 2, to: 11 }],
} satisfies Answer<'searchSpace'>['items'][number];

/** Transcripts. */
export const transcriptionModels = {
  Transcript,
  GetTranscriptionResponse: {
    transcription: {
      segmentsBufferString: btoa(JSON.stringify([segment])),
      segmentsCount: 1,
      summary,
    },
  } satisfies Answer<'getTranscription'>,
  RequestTranscriptionRequest: { language: 'en' } satisfies Body<'requestTranscription'>,
  RequestTranscriptionResponse: { state: 'waiting' } satisfies Answer<'requestTranscription'>,
  UpdateTranscriptionSegmentRequest: {
    text: 'A quadratic equation has two roots.',
    speaker: student.name,
  } satisfies Body<'updateTranscriptionSegment'>,
  UpdateTranscriptionSegmentResponse: {
    ...segment,
    originalText: 'A quadratic equation has two routes.',
    revision: 3,
  } satisfies Answer<'updateTranscriptionSegment'>,
  UpdateTranscriptionSpeakerRequest: {
    speaker: student.name,
    from: ['iPhone (2)'],
  } satisfies Body<'updateTranscriptionSpeaker'>,
  UpdateTranscriptionSpeakerResponse: {
    changedCount: 12,
    revision: 4,
  } satisfies Answer<'updateTranscriptionSpeaker'>,
  SearchItemList: listOf(found),
};

/** Responses that are files. */
export const transcriptionAnswers = {
  getTranscriptionVtt: `WEBVTT\n\n00:01:11.200 --> 00:01:14.900\n<v ${student.name}>${segment.text}\n`,
  getTranscriptionSrt: `1\n00:01:11,200 --> 00:01:14,900\n${student.name}: ${segment.text}\n`,
  getTranscriptionTxt: `[0:01:11] ${student.name}: ${segment.text}\n`,
};

export const transcriptionParameters = {
  segmentId: ids.segment,
  'searchSpace.text': 'equations',
};
