import type { MediaEngine, PublishRights } from '../engines/media/media.ts';
import type { Db } from '../platform/db/db.ts';
import type { Logger } from '../platform/log.ts';

/** A person's place in a room, as the database has it now. */
export interface Standing {
  /** May this person be in the room now? */
  mayBePresent: boolean;
  /** When a moderator put this person out; what was before it still counts. */
  removedAt: Date | null;
  rights: PublishRights;
}

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
  /** Somebody's media session was seen in a call. */
  onPersonSeen: (trx: Db, seen: { participantId: string; callId: string }) => Promise<void>;
}

export interface CallParts {
  db: Db;
  engine: MediaEngine;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  graceSeconds: number;
  listeners: CallListeners;
  /** Where each of these people of the room stands; who is missing in the answer is nobody of this room. */
  standings: (db: Db, roomId: string, participantIds: string[]) => Promise<Map<string, Standing>>;
}
