import { mkdir, rm } from 'node:fs/promises';
import type { SpeechCheck } from '../../engines/speech/speech.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { inTurn, timings as queueTimings, workOff } from '../../platform/jobs/queue.ts';
import { transcriptsChannel } from '../store.ts';
import { type TranscribingParts, TranscriptAttempt } from './attempt.ts';
import { claimTranscript } from './making.store.ts';
import { logOfRecording } from './recording.ts';

export const timings = {
  /** Finds retries that are due, and what a lost notification missed. */
  everyMs: 5_000,
};

export interface TranscribeJobParts extends TranscribingParts {
  speechCheck: Pick<SpeechCheck, 'works'>;
  /** How many transcripts this node makes at once. */
  places: number;
}

/** Transcribes recordings on this node. */
export function transcribeJob(parts: TranscribeJobParts): JobDefinition {
  const { db, node, places, speech, speechCheck, folder, log } = parts;
  const underWay = new Set<string>();
  // Files that the last run of this node left are of no use: voices are cut again.
  const cleared = rm(folder, { recursive: true, force: true }).then(() => mkdir(folder, { recursive: true }));
  cleared.catch(() => undefined);

  const claimNext = inTurn(async () => {
    const { holdSeconds } = queueTimings;
    const claiming = { node, claim: newId(), engine: speech.name, underWay: [...underWay], holdSeconds };
    const transcript = await inTransaction(db, (trx) => claimTranscript(trx, claiming));
    if (!transcript) return undefined;
    const { recordId } = transcript;
    const log = await logOfRecording(parts, recordId);
    underWay.add(recordId);
    return new TranscriptAttempt({ ...parts, log }, transcript, () => underWay.delete(recordId));
  });
  return {
    everyMs: timings.everyMs,
    wokenBy: [transcriptsChannel],
    places,
    run: async (stop) => {
      await cleared;
      if (await speechCheck.works(log, stop)) await workOff(claimNext, stop);
    },
  };
}
