import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { LivePerson, LiveSender } from './person.ts';
import { ShortMemory } from './short-memory.ts';
import { findLivePerson } from './store.ts';

export type LiveStandings = ShortMemory<LiveSender, LivePerson | undefined>;

export const liveStandingsOf = (db: Db): LiveStandings =>
  new ShortMemory((sender) => findLivePerson(db, sender));

/** The sender, if they are in the call. @throws Refusal */
export const withPerson = async (
  standings: LiveStandings,
  { userId, data: { participantId } }: { userId: string; data: { participantId: string } },
): Promise<LivePerson> => (await standings.of({ userId, participantId })) ?? refuse('forbidden');
