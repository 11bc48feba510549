import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { deleteExpiredUploads } from './store.ts';

/** Deletes uploads that nobody continued for a day. */
export const removeExpiredUploads = (db: Db): Promise<number> => deleteExpiredUploads(db, now());
