import type { MediaEngine } from '../engines/media/media.ts';
import type { Db } from '../platform/db/db.ts';
import type { Logger } from '../platform/log.ts';

/** What the facts about calls tell of a call. */
export interface CallFact {
  id: string;
  roomId: string;
  spaceId: string;
  startedAt: Date;
}

/** What others do with what happens here; each runs in the transaction of the fact. */
export interface CallListeners {
  onCallStarted: (trx: Db, call: CallFact) => Promise<void>;
  /** The call's data is complete from here on. */
  onCallFinished: (trx: Db, call: CallFact & { finishedAt: Date }) => Promise<void>;
}

export interface CallParts {
  db: Db;
  engine: MediaEngine;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  graceSeconds: number;
  listeners: CallListeners;
}
