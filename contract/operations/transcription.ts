import { Type } from 'typebox';
import { externalUser, ids, roomName, student } from '../examples/ids.ts';
import { About, Model, Sample, sampleOf } from '../model.ts';
import { people, room } from '../permissions/permission.ts';
import { type Path, route, section } from '../route.ts';
import {
  Count,
  Flag,
  Id,
  List,
  Name,
  Nullable,
  OneOf,
  OwnId,
  ParticipantId,
  pageOfList,
  RoomId,
  StoredName,
  Text,
  TextOrNull,
  Timestamp,
  VisibleText,
} from '../shared.ts';

/** Why a recording has no transcript, for programs (decisions.md, section 11). */
export const transcriptionFailures = [
  'no_audio',
  'too_long',
  'corrupted',
  'language_unsupported',
  'engine_unavailable',
  'unknown',
] as const;
export type TranscriptionFailure = (typeof transcriptionFailures)[number];

/** Why no recording of a group can be transcribed: the plan of its owner, or the installation has no speech engine. */
export const transcriptionObstacles = ['plan', 'engine'] as const;
export type TranscriptionObstacle = (typeof transcriptionObstacles)[number];

/** `auto`, or a code of ISO 639. */
export const transcriptionLanguagePattern = '^(auto|[a-z]{2,3})$';
export const TranscriptionLanguage = Type.String({
  pattern: transcriptionLanguagePattern,
  description: 'The spoken language: auto, or its ISO 639 code, such as ru or en. Default auto.',
});

export const transcriptionStates = ['none', 'unavailable', 'waiting', 'running', 'ready', 'failed'] as const;

/** The transcript of a recording, as the recording itself states it. */
export const RecordTranscription = Model('RecordTranscription', {
  state: About(
    OneOf(...transcriptionStates),
    'none: nobody requested a transcript, or it was deleted; unavailable: the plan or this installation has no transcription.',
    'ready',
  ),
  progress: Nullable(Type.Number({ minimum: 0, maximum: 1 }), 'While it is running: the done share.', null),
  reason: Nullable(
    OneOf(...transcriptionFailures),
    'Why it failed; engine_unavailable while it waits: the speech engine cannot run.',
    null,
  ),
  revision: Nullable(
    Type.Integer({ minimum: 1 }),
    'It increases with each change; null until it is ready.',
    2,
  ),
});

const Seconds = Type.Number({ minimum: 0, description: "Seconds from the recording's start." });

export const TranscriptWord = Model('TranscriptWord', {
  word: Text('As it was heard, with its punctuation.', 'A'),
  start: Sample(Seconds, 71.2),
  end: Sample(Seconds, 71.3),
});

const heard = 'A quadratic equation has two roots.';

const segment = {
  id: Sample(OwnId, ids.segment),
  start: Sample(Seconds, 71.2),
  end: Sample(Seconds, 74.9),
  text: Text('What was said, as it was heard or corrected.', heard),
  speaker: Text("The speaker's name in the call, or a corrected one.", student.name),
  participantId: ParticipantId,
  externalUserId: TextOrNull("The speaker's id in your own system.", externalUser),
  language: TextOrNull('ISO 639 code; null if the engine did not say it.', 'en'),
  confidence: Nullable(
    Type.Number({ minimum: 0, maximum: 1 }),
    'From 0 to 1; null if the engine has none.',
    0.94,
  ),
  words: Type.Array(TranscriptWord, {
    description: 'As the engine heard them; empty if it has no times of words.',
    sample: [
      { word: 'A', start: 71.2, end: 71.3 },
      { word: 'quadratic', start: 71.3, end: 71.9 },
    ],
  }),
  originalText: Type.Optional(Text('Only if the text was corrected.')),
  originalSpeaker: Type.Optional(Text('Only if the speaker was corrected.')),
};
/** One item of the decoded `segmentsBufferString`. */
export const TranscriptSegment = Model('TranscriptSegment', segment);

export const SummarySection = Model('SummarySection', {
  title: Text('The topic, in a few words.', 'Roots of quadratic equations'),
  start: Sample(Seconds, 62),
});
export const SummaryLine = Model('SummaryLine', {
  text: Text('The sentence.', 'The discriminant tells how many roots there are.'),
  start: Sample(Seconds, 71.2),
});
export const SummaryTask = Model('SummaryTask', {
  text: Text('What is to be done.', 'Solve exercises 4 to 9'),
  owner: Type.Optional(Text('Who does it, if somebody was named.', student.name)),
  start: Sample(Seconds, 2600.4),
});

const details = {
  summaryKind: About(
    OneOf('highlights', 'model'),
    "highlights: the recording's own sentences; model: written by a language model.",
    'model',
  ),
  sections: Type.Array(SummarySection, { description: 'The topics in their order; none for highlights.' }),
  lines: Type.Array(SummaryLine, { description: 'The sentences of the summary with their times.' }),
  tasks: Type.Array(SummaryTask, { description: 'What people agreed to do; none for highlights.' }),
  revision: Type.Integer({ minimum: 1, description: 'It increases with each change.', sample: 2 }),
  language: TextOrNull('The language of most segments.', 'en'),
  engine: Text('The engine that made it.', 'whisper base'),
};

/** A transcript as one JSON file. */
export const Transcript = Model('Transcript', {
  recordId: About(Id, 'The recording.', ids.record),
  name: Sample(StoredName, roomName),
  ...details,
  summary: Text('Plain text.', 'The discriminant tells how many roots there are.'),
  segments: Type.Array(TranscriptSegment, { description: 'Ordered by start.' }),
});

const notReady = [
  'transcription_not_ready',
  'transcription_failed',
  'transcription_unavailable',
  'engine_unavailable',
] as const;

/** The operation that returns the transcript as the text of a file. */
const fileOf = <const P extends Path, const T extends 'text/plain' | 'text/vtt' | 'application/x-subrip'>(
  path: P,
  format: string,
  { type, example }: { type: T; example: string },
) =>
  route({
    path,
    permission: room('lead', people),
    summary: `Download a transcript as ${format}`,
    answer: Text('The file, in UTF-8.'),
    answerType: type,
    errors: [...notReady],
    example: { answer: example },
  });

const SearchItem = Model('SearchItem', {
  recordId: About(Id, 'The recording.', ids.record),
  recordName: Text('The name of the recording.', roomName),
  roomId: RoomId,
  roomName: Text('The name of the room.', roomName),
  recordedAt: About(Timestamp, 'When the recording began.', '2026-03-17T14:02:07.940Z'),
  segmentId: Nullable(Id, 'The segment that contains the words; null: a page that was shown.', ids.segment),
  page: Nullable(Type.Integer({ minimum: 1 }), 'The number of the page; null: the words were said.', null),
  start: Sample(Seconds, 71.2),
  end: Sample(Seconds, 74.9),
  speaker: Text('The name of the speaker; of a page: the name of its document.', student.name),
  text: Text('What was said, or a part of the page.', heard),
  matches: Type.Array(
    Type.Object({
      from: Count('Its beginning in text, in UTF-16 code units.', 2),
      to: Type.Integer({ minimum: 1, description: 'Its end in text, exclusive.', sample: 11 }),
    }),
    { description: 'The found words.' },
  ),
});

export const transcriptionRoutes = section('Transcripts', 'decisions 11', {
  getTranscription: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription',
    permission: room('lead', people),
    summary: 'Read the transcript of a recording and its summary',
    source: 'interface 2.15, 4.4 (GetRoomRecordTranscription), decisions 11',
    query: Type.Object({
      details: Type.Optional(Flag('Adds the parts of the summary, the revision and the language.')),
    }),
    answer: Type.Object({
      transcription: Type.Object(
        {
          segmentsBufferString: Text('Base64 of a JSON array in UTF-8: TranscriptSegment, ordered by start.'),
          segmentsCount: Count('How many segments there are.'),
          summary: Text('Plain text.'),
          ...Type.Partial(Type.Object(details)).properties,
        },
        { description: 'The transcript of the recording.' },
      ),
    }),
    errors: [...notReady],
    example: {
      answer: {
        transcription: {
          segmentsBufferString: btoa(JSON.stringify([sampleOf(TranscriptSegment)])),
          segmentsCount: 1,
          summary: sampleOf(Transcript).summary,
        },
      },
    },
  }),
  requestTranscription: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription',
    permission: room('lead', people),
    summary: 'Request the transcript of a recording; a finished one is made again',
    body: Type.Object({
      language: Type.Optional(TranscriptionLanguage),
    }),
    status: 202,
    answer: Type.Object({
      state: About(
        OneOf('waiting', 'running'),
        'waiting: for its turn; running: it is being made.',
        'waiting',
      ),
    }),
    errors: ['record_not_ready', 'transcription_unavailable', 'engine_unavailable'],
    example: { body: { language: 'en' } },
  }),
  deleteTranscription: route({
    path: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription',
    permission: room('lead', people),
    summary: 'Delete the transcript of a recording',
  }),
  updateTranscriptionSegment: route({
    path: 'PUT /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription/segments/:segmentId',
    permission: room('lead', people),
    summary: 'Correct the text or the speaker of a segment; the original text restores it',
    body: Type.Object({
      text: Type.Optional(VisibleText(5000, 'What was said.')),
      speaker: Type.Optional(About(Name, 'The name of the speaker.')),
    }),
    answer: Type.Object({ ...segment, revision: details.revision }),
    errors: [...notReady],
    example: {
      body: { text: heard, speaker: student.name },
      answer: {
        ...sampleOf(TranscriptSegment),
        originalText: 'A quadratic equation has two routes.',
        revision: 3,
      },
    },
  }),
  updateTranscriptionSpeaker: route({
    path: 'PUT /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription/speakers/:participantId',
    permission: room('lead', people),
    summary: 'Rename a speaker in the whole transcript, or restore the original names',
    body: Type.Object({
      speaker: Nullable(VisibleText(200), 'The new name; null: each segment gets its original one again.'),
      from: Type.Optional(
        Type.Array(VisibleText(200), {
          maxItems: 100,
          description:
            'Only segments with one of these names: those of the person, and others that were corrected to it. Default: all segments of the person.',
        }),
      ),
    }),
    answer: Type.Object({
      changedCount: Count('How many segments have another name now.', 12),
      revision: Sample(details.revision, 4),
    }),
    errors: [...notReady],
    example: { body: { speaker: student.name, from: ['iPhone (2)'] } },
  }),
  getTranscriptionVtt: fileOf(
    'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription.vtt',
    'WebVTT with the names of the speakers',
    {
      type: 'text/vtt',
      example: `WEBVTT\n\n00:01:11.200 --> 00:01:14.900\n<v ${student.name}>${heard}\n`,
    },
  ),
  getTranscriptionSrt: fileOf(
    'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription.srt',
    'SubRip',
    {
      type: 'application/x-subrip',
      example: `1\n00:01:11,200 --> 00:01:14,900\n${student.name}: ${heard}\n`,
    },
  ),
  getTranscriptionTxt: fileOf(
    'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription.txt',
    'plain text',
    {
      type: 'text/plain',
      example: `[0:01:11] ${student.name}: ${heard}\n`,
    },
  ),
  getTranscriptionJson: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription.json',
    permission: room('lead', people),
    summary: 'Download a transcript with everything as JSON',
    answer: Transcript,
    errors: [...notReady],
  }),
  searchSpace: route({
    path: 'GET /v1/spaces/:spaceId/search',
    permission: room('lead', people),
    summary: 'Find what was said and shown in the recordings of a group that the caller may see',
    query: Type.Object({
      text: VisibleText(
        200,
        'Words in any form, in Russian or English; "words in quotes" stand next to each other, -word excludes, or. The last word may be incomplete. Nothing is found if no word has to be said, as in -word.',
      ),
      roomId: Type.Optional(Id),
      ...pageOfList,
    }),
    answer: List(SearchItem),
    errors: ['transcription_unavailable'],
    example: { query: { text: 'equations' } },
  }),
});
