import type { LanguageModel } from '../../engines/language/language.ts';
import { LanguageAway } from '../../engines/language/language.ts';
import { seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { type ClaimedWork, pauseAfter, timings as queueTimings, workOff } from '../../platform/jobs/queue.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { segmentsOf, type TranscriptRow, transcriptsChannel } from '../store.ts';
import { summarySegmentsOf } from '../summary/sentences.ts';
import { summarize } from '../summary/summary.ts';
import { logOfRecording } from './recording.ts';
import { claimSummary, endSummary, postponeSummary, saveSummary } from './summaries.store.ts';

export interface SummarizingParts {
  db: Db;
  /** Undefined: summaries are highlights. */
  model: LanguageModel | undefined;
  log: Logger;
}

export const timings = {
  everyMs: 5_000,
  /** The pause after the first failed attempt; each further one is twice as long. */
  retryMs: seconds(30),
  longestRetryMs: seconds(3600),
};

/** With their pauses they take a day. */
const mostSummaryAttempts = 30;

/** Makes the highlights if there is no summary, and then the summary of the model, if there is one. */
async function makeSummary(
  { db, model, log }: SummarizingParts,
  transcript: TranscriptRow,
  signal: AbortSignal,
): Promise<void> {
  const segments = summarySegmentsOf(await segmentsOf(db, transcript.recordId));
  const language = transcript.spokenLanguage ?? undefined;
  if (!model || !transcript.summary) {
    const summary = await summarize(segments, { language, model: undefined, signal, log });
    await saveSummary(db, transcript, { summary, isLast: !model });
  }
  if (!model) return;
  const summary = await summarize(segments, { language, model, signal, log });
  await saveSummary(db, transcript, { summary, isLast: true });
}

/** Claims a summary that is due. The claim is lost when the segments change. */
async function claimNext(parts: SummarizingParts): Promise<ClaimedWork | undefined> {
  const { db } = parts;
  const transcript = await claimSummary(db, queueTimings.holdSeconds);
  if (!transcript) return undefined;
  const { recordId, summaryAttempts: attempts } = transcript;
  const log = await logOfRecording(parts, recordId);
  return {
    renew: () => postponeSummary(db, transcript, seconds(queueTimings.holdSeconds)),
    work: (signal) => makeSummary({ ...parts, log }, transcript, signal),
    release: async () => void (await postponeSummary(db, transcript, 0)),
    drop: () => undefined,
    fail: async (error) => {
      const reason = (error as Error).message;
      if (attempts >= mostSummaryAttempts) {
        log.warn({ attempts, reason }, 'gave up on a summary: its highlights stay');
        return endSummary(db, transcript);
      }
      const asked = error instanceof LanguageAway ? (error.retryAfterMs ?? 0) : 0;
      const pauseMs = Math.min(Math.max(pauseAfter(attempts, timings), asked), timings.longestRetryMs);
      log.warn({ attempts, reason, pauseMs }, 'a summary could not be made; will retry');
      await postponeSummary(db, transcript, pauseMs);
    },
  };
}

/** Makes summaries that are due, one at a time on this node. */
export const summarizeJob = (parts: SummarizingParts): JobDefinition => ({
  everyMs: timings.everyMs,
  wokenBy: [transcriptsChannel],
  run: (stop) => workOff(() => claimNext(parts), stop),
});
