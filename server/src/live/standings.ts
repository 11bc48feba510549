import { ticks } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { LivePerson } from './person.ts';
import { findLivePerson } from './store.ts';

/** How long a standing is remembered, in ms: a right that is withdrawn ends within this time. */
const rememberedMs = 1_000;
/** Above this number, outdated standings are forgotten. */
const mostRemembered = 2_000;

interface Remembered {
  person: Promise<LivePerson | undefined>;
  until: number;
}

/**
 * The standings of people who send many messages per second, each read at most once a second. A message that is stored
 * asks again in its own statement.
 */
export class LiveStandings {
  readonly #db: Db;
  readonly #remembered = new Map<string, Remembered>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** The participant, if it is this chat user and in the call now. */
  of(userId: string, participantId: string): Promise<LivePerson | undefined> {
    const key = `${userId} ${participantId}`;
    const moment = ticks();
    const known = this.#remembered.get(key);
    if (known && known.until > moment) return known.person;
    if (this.#remembered.size >= mostRemembered) this.#clean(moment);
    const person = findLivePerson(this.#db, { userId, participantId });
    person.catch(() => this.#remembered.delete(key));
    this.#remembered.set(key, { person, until: moment + rememberedMs });
    return person;
  }

  #clean(moment: number): void {
    for (const [key, { until }] of this.#remembered) if (until <= moment) this.#remembered.delete(key);
  }
}

/** The sender, if they are in the call. @throws Refusal */
export const withPerson = async (
  standings: LiveStandings,
  { userId, data: { participantId } }: { userId: string; data: { participantId: string } },
): Promise<LivePerson> => (await standings.of(userId, participantId)) ?? refuse('forbidden');
