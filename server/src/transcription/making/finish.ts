import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { TranscriptRow } from '../store.ts';
import { summarize } from '../summary/summary.ts';
import { announceOutcome } from './announce.ts';
import {
  insertSegments,
  lockHeld,
  markTranscriptReady,
  readChunks,
  type Speaker,
  speakersOf,
} from './making.store.ts';
import { mergeVoices, spokenLanguageOf } from './merge.ts';

interface FinishingParts {
  db: Db;
  hasLanguageModel: boolean;
  log: Logger;
}

const isSame = (one: readonly Speaker[], other: readonly Speaker[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Merges the chunks, adds the highlights, and makes the transcript ready. */
export async function finishTranscript(
  { db, hasLanguageModel, log }: FinishingParts,
  transcript: TranscriptRow,
  signal: AbortSignal,
): Promise<void> {
  const { recordId, language: requested } = transcript;
  for (;;) {
    const speakers = await speakersOf(db, recordId);
    const chunks = await readChunks(db, recordId);
    const segments = mergeVoices(speakers, chunks, requested === 'auto' ? null : requested);
    const language = spokenLanguageOf(segments);
    const summary = await summarize(
      segments.map(({ startSeconds: start, endSeconds: end, text, speaker }) => ({
        start,
        end,
        text,
        speaker,
      })),
      { language: language ?? undefined, model: undefined, signal, log },
    );
    const isDone = await inTransaction(db, async (trx) => {
      if (!(await lockHeld(trx, transcript))) return true;
      // A person who was erased meanwhile is left out.
      if (!isSame(await speakersOf(trx, recordId), speakers)) return false;
      await insertSegments(trx, recordId, segments);
      const isSummaryDue = hasLanguageModel && segments.length > 0;
      await markTranscriptReady(trx, transcript, { language, summary, isSummaryDue });
      await announceOutcome(trx, recordId, 'transcription_ready');
      return true;
    });
    if (isDone) {
      log.info({ recordId, segments: segments.length }, 'transcribed a recording');
      return;
    }
  }
}
