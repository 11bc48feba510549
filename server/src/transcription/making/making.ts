import { mkdir, rm } from 'node:fs/promises';
import type pg from 'pg';
import type { SpeechCheck } from '../../engines/speech/speech.ts';
import { type Repeating, repeat } from '../../platform/concurrency/repeat.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { listen } from '../../platform/db/listen.ts';
import { newId } from '../../platform/ids.ts';
import { type TranscriptRow, transcriptsChannel } from '../store.ts';
import { timings as attemptTimings, type TranscribingParts, TranscriptAttempt } from './attempt.ts';
import { claimTranscript } from './making.store.ts';
import { logOfRecording } from './recording-log.ts';

export const timings = {
  /** Finds retries that are due, and what a lost notification missed. */
  everyMs: 5_000,
};

export interface StartTranscribingParts extends TranscribingParts {
  pool: pg.Pool;
  speechCheck: Pick<SpeechCheck, 'works'>;
  /** How many transcripts this node makes at once. */
  places: number;
}

/** Starts to transcribe recordings on this node. @returns a function that stops it */
export function startTranscribing(parts: StartTranscribingParts): () => Promise<void> {
  const { db, node, pool, places, speech, speechCheck, folder, log } = parts;
  const underWay = new Set<string>();
  // Files that the last run of this node left are of no use: voices are cut again.
  const cleared = rm(folder, { recursive: true, force: true }).then(() => mkdir(folder, { recursive: true }));
  cleared.catch(() => undefined);

  // One claim at a time: the next one has to know the transcripts of this node.
  let claimed: Promise<unknown> = cleared;
  const claimNext = (): Promise<TranscriptRow | undefined> => {
    const next = claimed
      .catch(() => undefined)
      .then(async () => {
        const { holdSeconds } = attemptTimings;
        const claiming = { node, claim: newId(), engine: speech.name, underWay: [...underWay], holdSeconds };
        const transcript = await inTransaction(db, (trx) => claimTranscript(trx, claiming));
        if (transcript) underWay.add(transcript.recordId);
        return transcript;
      });
    claimed = next;
    return next;
  };
  const transcribe = async (stop: AbortSignal): Promise<void> => {
    await cleared;
    if (!(await speechCheck.works(log, stop))) return;
    while (!stop.aborted) {
      const transcript = await claimNext();
      if (!transcript) return;
      try {
        const attemptLog = await logOfRecording(parts, transcript.recordId);
        await new TranscriptAttempt({ ...parts, log: attemptLog }, transcript, stop).run();
      } finally {
        underWay.delete(transcript.recordId);
      }
    }
  };
  const loops: Repeating[] = Array.from({ length: places }, () =>
    repeat({ what: 'transcribing recordings', everyMs: timings.everyMs, log }, transcribe),
  );
  const wake = () => {
    for (const loop of loops) loop.wake();
  };
  const stopListening = listen({ pool, channel: transcriptsChannel, log, onNotice: wake });
  return async () => {
    await Promise.all([...loops.map((loop) => loop.stop()), stopListening()]);
  };
}
