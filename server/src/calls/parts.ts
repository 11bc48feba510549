import type { MediaEngine } from '../engines/media/media.ts';
import type { RoleChange } from '../participants/participants.ts';
import type { Db } from '../platform/db/db.ts';
import type { Logger } from '../platform/log.ts';
import type { RoomRow } from './store.ts';

/** What the facts about calls tell of a call. */
export interface CallFact {
  id: string;
  roomId: string;
  spaceId: string;
  startedAt: Date;
}

export interface Entry {
  /** Held until the transaction ends. */
  room: RoomRow;
  call: CallFact;
  participantId: string;
}

/** What others do with what happens here. Of a call's beginning and end they are told in the transaction of the fact. */
export interface CallListeners {
  onCallStarted: (trx: Db, call: CallFact) => Promise<void>;
  /** Somebody came into the call, and is there now; in the transaction of the fact. */
  onEntered: (trx: Db, entry: Entry) => Promise<void>;
  /** The call's data is complete from here on. */
  onCallFinished: (trx: Db, call: CallFact & { finishedAt: Date }) => Promise<void>;
  /** Found when the call was looked at: people with another role than before, and people who may not be in it. */
  onStandingChanged: (db: Db, found: { changed: RoleChange[]; gone: string[] }) => Promise<void>;
}

export interface CallParts {
  db: Db;
  engine: MediaEngine;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  graceSeconds: number;
  listeners: CallListeners;
}
