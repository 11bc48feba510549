import type { MediaEngine } from '../engines/media/media.ts';
import type { ParticipantEffects } from '../participants/participants.ts';
import type { Db } from '../platform/db/db.ts';
import type { Effects } from '../platform/effects.ts';
import type { Logger } from '../platform/logging/log.ts';
import type { RoomRow } from './store.ts';
import type { VisitSource } from './visits/media.store.ts';
import type { VisitRow } from './visits/store.ts';

/** A call as its events describe it. */
export interface CallFact {
  id: string;
  roomId: string;
  spaceId: string;
  startedAt: Date;
  /** Whether it is one that nobody made (docs/decisions/0202). */
  isSample: boolean;
}

export interface Entry {
  /** Held until the transaction ends. */
  room: RoomRow;
  call: CallFact;
  participantId: string;
}

export type FinishedCall = CallFact & { finishedAt: Date };

/** The timer of a running call; without times, none runs. */
export interface CallTimer {
  startedAt: Date | null;
  endsAt: Date | null;
}

export type ChangedTimer = CallTimer & { roomId: string };

/** A source of a session whose track was seen. */
export interface SeenTrack {
  roomId: string;
  visit: Pick<VisitRow, 'id' | 'participantId' | 'exitedAt'>;
  source: VisitSource;
  /** The track is there and muted. */
  isMuted: boolean;
}

/** The events of calls, in the transaction of the change. Reconciling finds some of participants, too. */
export interface CallEffects extends Pick<ParticipantEffects, 'onPeopleChanged' | 'onRolesChanged'> {
  onCallStarted: Effects<CallFact>;
  /** Somebody entered the call and is still there. */
  onEntered: Effects<Entry>;
  /** A visit of this participant ended. Another one of theirs may go on. */
  onLeft: Effects<string>;
  /** A track of a session came or went, or is found muted. It may be repeated: its intervals state whether it is on. */
  onTrackSeen: Effects<SeenTrack>;
  /** The message to the people who wait in this room changed. */
  onWaitingMessageChanged: Effects<string>;
  /** A moderator set, extended or stopped the timer of a running call. */
  onTimerChanged: Effects<ChangedTimer>;
  /** The call was ended for all, after `onCallFinished`. */
  onEndedForAll: Effects<Pick<CallFact, 'roomId'>>;
  /** The call's data does not change after this. */
  onCallFinished: Effects<FinishedCall>;
}

export interface CallParts extends CallEffects {
  db: Db;
  engine: MediaEngine;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  graceSeconds: number;
}
