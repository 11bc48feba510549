import type { MediaEngine } from '../engines/media/media.ts';
import type { RoleChange } from '../participants/participants.ts';
import type { Db } from '../platform/db/db.ts';
import type { Logger } from '../platform/logging/log.ts';
import type { RoomRow } from './store.ts';

/** A call as its events describe it. */
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

/** Reactions of other features to a call. Those to its start and end run in the transaction of the change. */
export interface CallListeners {
  onCallStarted: (trx: Db, call: CallFact) => Promise<void>;
  /** Somebody entered the call and is still there. Runs in the transaction of the entry. */
  onEntered: (trx: Db, entry: Entry) => Promise<void>;
  /** A visit of somebody ended. Another one of theirs may go on. Runs in the transaction of the departure. */
  onLeft: (trx: Db, participantId: string) => Promise<void>;
  /** The call's data does not change after this. */
  onCallFinished: (trx: Db, call: CallFact & { finishedAt: Date }) => Promise<void>;
  /** Reconciling found participants whose role changed, or who may no longer be in the call. */
  onStandingChanged: (db: Db, found: { changed: RoleChange[]; gone: string[] }) => Promise<void>;
}

export interface CallParts {
  db: Db;
  engine: MediaEngine;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  graceSeconds: number;
  listeners: CallListeners;
}
