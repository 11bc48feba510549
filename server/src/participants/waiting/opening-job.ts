import type { TaskLease } from '../../platform/concurrency/lease.ts';
import { repeat } from '../../platform/concurrency/repeat.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { reviewAdmissions, type WaitingEffects } from './waiting.ts';

/** People are admitted this much after their room opened at most. */
const everyMs = 500;

/**
 * Admits people whose room has opened: its time came, or a moderator is in the call by now. The entry of a moderator
 * admits them at once; this also covers a role that changed during the call. Runs on one node at a time.
 * @returns a function that stops it
 */
export function startOpeningRooms(
  { db, log, onChat }: { db: Db; log: Logger; onChat: WaitingEffects },
  lease: TaskLease,
): () => Promise<void> {
  const running = repeat({ what: 'admitting people to rooms that opened', everyMs, lease, log }, () =>
    reviewAdmissions(db, onChat, { openedIn: 'everywhere' }),
  );
  return () => running.stop();
}
