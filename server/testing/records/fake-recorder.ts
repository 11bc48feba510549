import type { RecordFailure } from '../../../contract/operations/records.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { failRecord, markPictureArrived, stopRecord } from '../../src/records/lifecycle.ts';
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

  async fails(recordId: string, failure: RecordFailure): Promise<void> {
    await failRecord(silentParts, this.#db, { recordId, failure });
  }
}
