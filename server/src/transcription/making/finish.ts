import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { recordById, voicesOf } from '../../records/records.ts';
import { TranscribingFailed } from '../failure.ts';
import type { TranscriptRow } from '../store.ts';
import { summarySegmentsOf } from '../summary/sentences.ts';
import { summarize } from '../summary/summary.ts';
import {
  insertSegments,
  lockClaimed,
  markTranscriptReady,
  readChunks,
  type StoredChunk,
} from './making.store.ts';
import { mergeVoices, spokenLanguageOf } from './merge.ts';
import { announceOutcome } from './recording.ts';

/** @throws TranscribingFailed if the engine refused most chunks */
function checkRefused(chunks: readonly StoredChunk[]): void {
  const refused = chunks.filter(({ isRefused }) => isRefused).length;
  if (refused <= chunks.length / 2) return;
  const message = `the engine refused ${refused} of ${chunks.length} chunks`;
  throw new TranscribingFailed('never', 'corrupted', message);
}

/**
 * Merges the chunks, adds the highlights, and makes the transcript ready. An erasure meanwhile takes the claim away.
 * @returns false if the claim is lost
 */
export async function finishTranscript(
  { db, hasLanguageModel, log }: { db: Db; hasLanguageModel: boolean; log: Logger },
  transcript: TranscriptRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { recordId, language: requested } = transcript;
  const chunks = await readChunks(db, recordId);
  checkRefused(chunks);
  const segments = mergeVoices(await voicesOf(db, recordId), chunks, {
    language: requested === 'auto' ? null : requested,
    duration: (await recordById(db, recordId))?.duration ?? null,
  });
  const language = spokenLanguageOf(segments);
  const options = { language: language ?? undefined, model: undefined, signal, log };
  const summary = await summarize(summarySegmentsOf(segments), options);
  const isReady = await inTransaction(db, async (trx) => {
    if (!(await lockClaimed(trx, transcript))) return false;
    await insertSegments(trx, recordId, segments);
    const isSummaryDue = hasLanguageModel && segments.length > 0;
    await markTranscriptReady(trx, transcript, { language, summary, isSummaryDue });
    await announceOutcome(trx, recordId, 'transcription_ready');
    return true;
  });
  if (isReady) log.info({ segments: segments.length }, 'transcribed a recording');
  return isReady;
}
