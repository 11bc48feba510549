import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { deletionsChannel } from '../store.ts';
import { findLeftoverFiles, markFilesRemoved } from './leftovers.store.ts';

/** The files of deleted recordings and of erased voices, whichever node made them. */
export const recordLeftovers = {
  owners: 'deleted recordings or erased people',
  wokenBy: deletionsChannel,
  find: async (db: Db, page: { after: string; limit: number }) =>
    (await findLeftoverFiles(db, page)).map((one) => ({
      id: one.id,
      keys: () => [...Object.values(one.files ?? {}), ...one.voiceKeys],
      markRemoved: () => markFilesRemoved(db, one, now()),
    })),
};
