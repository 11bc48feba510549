import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { queueReadyCallbacks } from '../callbacks/queue.ts';
import { noteEvent } from '../hooks/events.store.ts';
import { endedRecordings, forgetRecording, publishReady } from './ready.store.ts';

export const timings = { everyMs: 2000 };

const together = 50;

/**
 * Publishes recordings of ended meetings when their last part is ready. It looks for them, so that no failure, deletion
 * or death of a node between the parts can be missed (docs/decisions/0211).
 */
async function publishEnded(db: Db, stop: AbortSignal): Promise<void> {
  for (const meetingId of await endedRecordings(db, together)) {
    if (stop.aborted) return;
    await inTransaction(db, async (trx) => {
      const meeting = await publishReady(trx, meetingId);
      const isSuccess = meeting !== undefined;
      if (!meeting && !(await forgetRecording(trx, meetingId))) return;
      await noteEvent(trx, meetingId, { name: 'rap-process-ended', content: { isSuccess } });
      if (!meeting?.isPublished) return;
      await queueReadyCallbacks(trx, meeting);
      await noteEvent(trx, meetingId, { name: 'rap-publish-ended', content: { isSuccess } });
    });
  }
}

export const readyRecordingsJob = ({ db }: { db: Db }): JobDefinition => ({
  everyMs: timings.everyMs,
  run: (stop) => publishEnded(db, stop),
});
