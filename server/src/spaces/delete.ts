import { type Db, inTransaction } from '../platform/db/db.ts';
import { deleteSpace, lockSpace, type SpaceRow } from './store.ts';

/** What others do before a group goes; runs in its transaction. */
export type OnSpaceDeleting = (trx: Db, space: SpaceRow) => Promise<void>;

/** Deletes a group with all that is in it. Twice at once: the second finds nothing left to do. */
export function removeSpace(db: Db, spaceId: string, onSpaceDeleting: OnSpaceDeleting): Promise<void> {
  return inTransaction(db, async (trx) => {
    const space = await lockSpace(trx, spaceId);
    if (!space) return;
    await onSpaceDeleting(trx, space);
    await deleteSpace(trx, spaceId);
  });
}
