import { type Db, inTransaction } from '../platform/db/db.ts';
import { deleteSpace, lockSpace, type SpaceRow } from './store.ts';

/** Reaction of another feature to the deletion of a group; runs in its transaction. */
export type OnSpaceDeleting = (trx: Db, space: SpaceRow) => Promise<void>;

/** Deletes a group with all its data. The second of two concurrent deletions finds nothing to delete. */
export function removeSpace(db: Db, spaceId: string, onSpaceDeleting: OnSpaceDeleting): Promise<void> {
  return inTransaction(db, async (trx) => {
    const space = await lockSpace(trx, spaceId);
    if (!space) return;
    await onSpaceDeleting(trx, space);
    await deleteSpace(trx, spaceId);
  });
}
