import { ticks } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { saveProgress } from './running.store.ts';

const atMostEveryMs = 1000;

/** Stores the progress of an upload at most once a second. A failed write is ignored. */
export function createProgressWriter(
  db: Db,
  recordId: string,
): { note: (share: number) => void; done: () => Promise<void> } {
  let noted = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | undefined;
  return {
    note: (share) => {
      if (writing || ticks() - noted < atMostEveryMs) return;
      noted = ticks();
      writing = saveProgress(db, recordId, share)
        .catch(() => undefined)
        .finally(() => {
          writing = undefined;
        });
    },
    done: async () => writing,
  };
}
