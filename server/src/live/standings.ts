import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { ShortMemory } from './short-memory.ts';
import { findLivePerson } from './store.ts';

/** The sender of a message: a participant who is in a call now. */
export interface LivePerson {
  participantId: string;
  roomId: string;
  /** The channel of the room's chat, to which everybody in the call listens. */
  channelId: string;
  role: 'user' | 'moderator';
}

/** A chat user, as one participant. */
export interface Sender {
  userId: string;
  participantId: string;
}

export type LiveStandings = ShortMemory<Sender, LivePerson | undefined>;

export const liveStandingsOf = (db: Db): LiveStandings =>
  new ShortMemory((sender) => findLivePerson(db, sender));

/** The sender, if they are in the call. @throws Refusal */
export const withPerson = async (
  standings: LiveStandings,
  { userId, data: { participantId } }: { userId: string; data: { participantId: string } },
): Promise<LivePerson> => (await standings.of({ userId, participantId })) ?? refuse('forbidden');
