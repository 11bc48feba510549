import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { GatheredReads } from './gathered-reads.ts';
import { type SeenViewing, viewingsByIds } from './viewings.store.ts';

/** In ms. */
export const waits = {
  /** A viewing is used as it was read for at most so long: a removed person loses it in this time. */
  staleMs: 4000,
  /** An older one is read again while it is still used. */
  refreshMs: 2000,
  gatherMs: 20,
};
const forgetMs = 30_000;

interface Known {
  viewing: SeenViewing;
  readAt: number;
  usedAt: number;
}

/**
 * The viewings whose players ask this node, in memory: thousands ask every few seconds. The rights of
 * their people are read again at least every four seconds.
 */
export class Watchers {
  readonly #known = new Map<string, Known>();
  readonly #reads: GatheredReads<Known>;
  #sweptAt = now().getTime();

  constructor(db: Db) {
    this.#reads = new GatheredReads(async (ids) => {
      // Before the statement, which sees no later change.
      const readAt = now().getTime();
      const found = await viewingsByIds(db, ids);
      return this.#keep(ids, found, readAt);
    }, waits.gatherMs);
  }

  /** @returns undefined if there is no such viewing */
  async get(viewingId: string): Promise<SeenViewing | undefined> {
    const time = now().getTime();
    const known = this.#known.get(viewingId);
    // A clock that was set back makes what is known look younger than it is.
    const age = known && time >= known.readAt ? time - known.readAt : Number.POSITIVE_INFINITY;
    if (!known || age > waits.staleMs) return (await this.#reads.read(viewingId))?.viewing;
    known.usedAt = time;
    if (age > waits.refreshMs) void this.#reads.read(viewingId).catch(() => undefined);
    return known.viewing;
  }

  #keep(ids: string[], found: Map<string, SeenViewing>, readAt: number): Map<string, Known> {
    const time = now().getTime();
    const kept = new Map<string, Known>();
    for (const id of ids) {
      const viewing = found.get(id);
      if (!viewing) {
        this.#known.delete(id);
        continue;
      }
      const before = this.#known.get(id)?.viewing;
      // A report that is not stored yet is newer than the row.
      if (before && before.seenAt > viewing.seenAt) {
        const { seenAt, position, isPlaying, isTabVisible } = before;
        Object.assign(viewing, { seenAt, position, isPlaying, isTabVisible });
      }
      const known = { viewing, readAt, usedAt: time };
      this.#known.set(id, known);
      kept.set(id, known);
    }
    this.#sweep(time);
    return kept;
  }

  #sweep(time: number): void {
    if (time - this.#sweptAt < forgetMs) return;
    this.#sweptAt = time;
    for (const [id, { usedAt }] of this.#known) if (time - usedAt > forgetMs) this.#known.delete(id);
  }
}
