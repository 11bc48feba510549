import type { Database } from '../../../server/testing/database.ts';

type Line = {
  /** Seconds of the recording. */
  start: number;
  end?: number;
  speaker: string;
  text: string;
};

/** A transcript as a test describes it; by default it is ready. */
export type WrittenTranscript = {
  state?: 'waiting' | 'running' | 'ready' | 'failed';
  failure?: 'no_audio' | 'too_long' | 'corrupted' | 'language_unsupported' | 'engine_unavailable' | 'unknown';
  progress?: number;
  lines?: Line[];
  summary?: {
    kind: 'highlights' | 'model';
    sections?: { title: string; start: number }[];
    lines?: { text: string; start: number }[];
    tasks?: { text: string; owner?: string; start: number }[];
  };
};

/** A word of a line, spoken at an even pace. */
function wordsOf({ text, start }: Line, end: number) {
  const words = text.split(' ');
  const pace = (end - start) / words.length;
  return words.map((word, index) => ({ word, start: start + index * pace, end: start + (index + 1) * pace }));
}

const idOf = (recordId: string, index: number): string =>
  `${recordId.slice(0, 8)}${index.toString(16).padStart(16, '0')}`;

/** The participant of a speaker: the same one for the same name. */
const participantOf = (speaker: string): string =>
  Buffer.from(speaker).toString('hex').slice(0, 24).padEnd(24, '0');

function rowOf(recordId: string, line: Line, index: number) {
  const end = line.end ?? line.start + 2;
  return {
    ...{ id: idOf(recordId, index), record_id: recordId, start_seconds: line.start, end_seconds: end },
    ...{ text: line.text, speaker: line.speaker, participant_id: participantOf(line.speaker) },
    ...{ external_user_id: null, language: 'en', confidence: 0.9 },
    words: JSON.stringify(wordsOf(line, end)),
  };
}

/** Rows of one statement, so that it has fewer than 65,535 values. */
const most = 1_000;

async function writeLines(db: Database['db'], recordId: string, lines: readonly Line[]): Promise<void> {
  const rows = lines.map((line, index) => rowOf(recordId, line, index));
  for (let from = 0; from < rows.length; from += most) {
    await db
      .insertInto('transcript_segments')
      .values(rows.slice(from, from + most))
      .execute();
  }
}

/** Stores a transcript as the job does; one that was written before is replaced. */
export async function writeTranscript(
  { db }: Database,
  recordId: string,
  { state = 'ready', failure, progress, lines = [], summary }: WrittenTranscript,
): Promise<void> {
  await db.deleteFrom('transcripts').where('record_id', '=', recordId).execute();
  const isOver = state === 'ready' || state === 'failed';
  const { kind = 'highlights', sections = [], lines: said = [], tasks = [] } = summary ?? {};
  const stored = { kind, sections, lines: said, tasks, text: said.map(({ text }) => text).join('\n') };
  await db
    .insertInto('transcripts')
    .values({
      ...{ record_id: recordId, state, language: 'auto', spoken_language: 'en', engine: 'whisper base' },
      ...{ revision: 1, progress: progress ?? null, failure: failure ?? null },
      ...{ requested_at: new Date(), finished_at: isOver ? new Date() : null },
      summary: JSON.stringify(stored),
    })
    .execute();
  await writeLines(db, recordId, lines);
}
