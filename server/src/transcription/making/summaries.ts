import type pg from 'pg';
import type { LanguageModel } from '../../engines/language/language.ts';
import { LanguageAway } from '../../engines/language/language.ts';
import { seconds } from '../../platform/clock.ts';
import { repeat } from '../../platform/concurrency/repeat.ts';
import type { Db } from '../../platform/db/db.ts';
import { listen } from '../../platform/db/listen.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { segmentsOf, type TranscriptRow, transcriptsChannel } from '../store.ts';
import { type SummarySegment, summarize } from '../summary/summary.ts';
import { logOfRecording } from './recording-log.ts';
import { claimSummary, endSummary, postponeSummary, saveSummary } from './summaries.store.ts';

export interface SummarizingParts {
  db: Db;
  pool: pg.Pool;
  /** Undefined: summaries are highlights. */
  model: LanguageModel | undefined;
  log: Logger;
}

export const timings = {
  everyMs: 5_000,
  /** After this time another node may make the summary of a dead one. */
  holdSeconds: 60,
  renewMs: 10_000,
  /** The pause after the first failed attempt; each further one is twice as long. */
  retryMs: seconds(30),
  longestRetryMs: seconds(3600),
};

/** With their pauses they take a day. */
const mostSummaryAttempts = 30;

const summarySegmentsOf = async (db: Db, recordId: string): Promise<SummarySegment[]> =>
  (await segmentsOf(db, recordId)).map(({ startSeconds: start, endSeconds: end, text, speaker }) => ({
    ...{ start, end, text, speaker },
  }));

/** Makes the highlights if there is no summary, and then the summary of the model, if there is one. */
async function makeSummary(
  { db, model, log }: SummarizingParts,
  transcript: TranscriptRow,
  signal: AbortSignal,
): Promise<void> {
  const segments = await summarySegmentsOf(db, transcript.recordId);
  const language = transcript.spokenLanguage ?? undefined;
  if (!model || !transcript.summary) {
    const summary = await summarize(segments, { language, model: undefined, signal, log });
    await saveSummary(db, transcript, { summary, isLast: !model });
  }
  if (!model) return;
  const summary = await summarize(segments, { language, model, signal, log });
  await saveSummary(db, transcript, { summary, isLast: true });
}

async function attempt(parts: SummarizingParts, transcript: TranscriptRow, stop: AbortSignal): Promise<void> {
  const { db } = parts;
  const { recordId, summaryAttempts: attempts } = transcript;
  const log = await logOfRecording(parts, recordId);
  const outdated = new AbortController();
  const renewing = setInterval(() => {
    postponeSummary(db, transcript, seconds(timings.holdSeconds))
      .then((isCurrent) => isCurrent || outdated.abort(new Error('the segments changed')))
      .catch(() => undefined);
  }, timings.renewMs);
  try {
    await makeSummary({ ...parts, log }, transcript, AbortSignal.any([stop, outdated.signal]));
  } catch (error) {
    if (outdated.signal.aborted) return;
    if (stop.aborted) return void (await postponeSummary(db, transcript, 0));
    const reason = (error as Error).message;
    if (attempts >= mostSummaryAttempts) {
      log.warn({ attempts, reason }, 'gave up on a summary: its highlights stay');
      return endSummary(db, transcript);
    }
    const asked = error instanceof LanguageAway ? (error.retryAfterMs ?? 0) : 0;
    const pauseMs = Math.min(Math.max(timings.retryMs * 2 ** (attempts - 1), asked), timings.longestRetryMs);
    log.warn({ attempts, reason, pauseMs }, 'a summary could not be made; will retry');
    await postponeSummary(db, transcript, pauseMs);
  } finally {
    clearInterval(renewing);
  }
}

/** Starts to make summaries that are due, one at a time on this node. @returns a function that stops it */
export function startSummarizing(parts: SummarizingParts): () => Promise<void> {
  const { db, pool, log } = parts;
  const making = repeat({ what: 'making summaries', everyMs: timings.everyMs, log }, async (stop) => {
    while (!stop.aborted) {
      const transcript = await claimSummary(db, timings.holdSeconds);
      if (!transcript) return;
      await attempt(parts, transcript, stop);
    }
  });
  const stopListening = listen({ pool, channel: transcriptsChannel, log, onNotice: () => making.wake() });
  return async () => {
    await Promise.all([making.stop(), stopListening()]);
  };
}
