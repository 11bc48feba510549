import { after, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { deleteRemovedHooks, removeEndedHooks, removeUnusedHooks } from './hooks.store.ts';

/** How long a hook waits for its meeting to be created. */
const unusedSeconds = 24 * 3600;

/** Removes hooks of ended meetings after their last delivery. */
export const endedHooksJob = ({ db }: { db: Db }): JobDefinition => ({
  everyMs: 5000,
  run: () => removeEndedHooks(db),
});

/** Removes hooks that nothing needs any more. */
export async function deleteHooks(db: Db): Promise<void> {
  await removeUnusedHooks(db, after(-seconds(unusedSeconds)));
  await deleteRemovedHooks(db);
}
