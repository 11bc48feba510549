import type { CallFact, Entry } from '../calls/calls.ts';
import type { Db } from '../platform/db/db.ts';
import type { RecordParts } from './parts.ts';
import { startAutomatically } from './start.ts';
import { failRecordsOfRooms, stopRecordOfCall } from './stop.ts';

/** Reactions of recordings to changes in other features, in their transaction; called from `app.ts`. */
export interface RecordListeners {
  onEntered: (trx: Db, entry: Entry) => Promise<void>;
  onCallFinished: (trx: Db, call: CallFact & { finishedAt: Date }) => Promise<void>;
  /** Runs before the calls of the rooms are ended. */
  onRoomsDeleting: (trx: Db, roomIds: readonly string[]) => Promise<void>;
}

export const recordListeners = (parts: RecordParts): RecordListeners => ({
  onEntered: (trx, entry) => startAutomatically(parts, trx, entry),
  onCallFinished: (trx, call) => stopRecordOfCall(parts, trx, call),
  onRoomsDeleting: (trx, roomIds) => failRecordsOfRooms(parts, trx, roomIds),
});
