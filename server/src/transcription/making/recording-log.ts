import type { Db } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { placeOf } from './making.store.ts';

/** A log for work on a recording: each line has the ids of the recording, its call, room and group. */
export async function logOfRecording(
  { db, log }: { db: Db; log: Logger },
  recordId: string,
): Promise<Logger> {
  return log.child({ recordId, ...(await placeOf(db, recordId)) });
}
