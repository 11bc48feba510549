import type { RecordFailure } from '../../../contract/operations/records.ts';
import type { Db } from '../../src/platform/db/db.ts';
import type { RecordFiles } from '../../src/platform/db/tables.ts';
import { failRecord, finishRecord, markPictureArrived, stopRecord } from '../../src/records/lifecycle.ts';
import { silentParts } from './records.ts';

/** Does what a recorder and its node do to the table; the server notices within two seconds. */
export class FakeRecorder {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The first picture is in the file. */
  async begins(recordId: string, secondsAgo = 0): Promise<void> {
    await markPictureArrived(silentParts, this.#db, {
      recordId,
      at: new Date(Date.now() - secondsAgo * 1_000),
    });
  }

  async ends(recordId: string): Promise<void> {
    await stopRecord(silentParts, this.#db, { recordId, at: new Date(), reason: 'call_ended' });
  }

  /** The video is in the storage. The file has to be there. */
  async finishes(recordId: string, files: RecordFiles): Promise<void> {
    const made = { files, duration: 30, width: 640, height: 360, bytes: 1_000, isPartial: false };
    await finishRecord(silentParts, this.#db, { recordId, made, voices: [] });
  }

  async fails(recordId: string, failure: RecordFailure): Promise<void> {
    await failRecord(silentParts, this.#db, { recordId, failure });
  }
}
