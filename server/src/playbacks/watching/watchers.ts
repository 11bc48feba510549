import { now } from '../../platform/clock.ts';
import { gatherReads } from '../../platform/concurrency/gather-reads.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { listen } from '../../platform/db/listen.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { type SeenViewing, viewingsByIds, viewingsChannel } from './viewings.store.ts';

/** In ms. */
export const timings = {
  /**
   * A viewing is used as it was read for at most so long. A removed person loses it in this time also if the
   * notification of their removal is lost.
   */
  staleMs: 4000,
  /** An older one is read again while it is still used. */
  refreshMs: 3000,
  gatherMs: 20,
};
const forgetMs = 30_000;

interface Known {
  viewing: SeenViewing;
  readAt: number;
  usedAt: number;
  /** The last notification of a change; an earlier reading is outdated. */
  changedAt: number;
}

/**
 * The viewings whose players ask this node, in memory: thousands ask every few seconds. The rights of
 * their people are read again at least every four seconds, and when a notification says that they changed
 * (docs/decisions/0055).
 */
export class Watchers {
  readonly #known = new Map<string, Known>();
  readonly #read: (viewingId: string) => Promise<Known | undefined>;
  #sweptAt = now().getTime();
  #lastChangeAt = 0;

  constructor(db: Db) {
    const readMany = async (ids: string[]) => {
      // Before the statement, which sees no later change.
      const readAt = now().getTime();
      return this.#keep(ids, await viewingsByIds(db, ids), readAt);
    };
    // A thousand requests in a second would cost a thousand statements.
    this.#read = gatherReads(readMany, { readings: 2, keys: 500, gatherMs: timings.gatherMs });
  }

  /** @returns undefined if there is no such viewing */
  async get(viewingId: string): Promise<SeenViewing | undefined> {
    const time = now().getTime();
    const known = this.#known.get(viewingId);
    // A clock that was set back makes what is known look younger than it is.
    const isUsable = known && time >= known.readAt && known.readAt > known.changedAt;
    const age = isUsable ? time - known.readAt : Number.POSITIVE_INFINITY;
    if (!known || age > timings.staleMs) return (await this.#read(viewingId))?.viewing;
    known.usedAt = time;
    if (age > timings.refreshMs) void this.#read(viewingId).catch(() => undefined);
    return known.viewing;
  }

  /** Reads the viewings of these people and sessions again before they are used; without ids, all. */
  refresh(ids?: ReadonlySet<string>): void {
    const changedAt = now().getTime();
    this.#lastChangeAt = changedAt;
    for (const known of this.#known.values()) {
      const { participantId, sessionId } = known.viewing;
      if (!ids || ids.has(participantId) || ids.has(sessionId)) known.changedAt = changedAt;
    }
  }

  /** Adds a viewing that was just opened: its player asks at once. `readAt` is the time before its rights were read. */
  add(viewing: SeenViewing, readAt: Date): void {
    // The change may concern it: it is read when its player asks.
    if (readAt.getTime() <= this.#lastChangeAt) return;
    const time = now().getTime();
    this.#known.set(viewing.id, { viewing, readAt: readAt.getTime(), usedAt: time, changedAt: 0 });
    this.#sweep(time);
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
      const { viewing: before, changedAt = 0 } = this.#known.get(id) ?? {};
      // A report that is not stored yet is newer than the row.
      if (before && before.seenAt > viewing.seenAt) {
        const { seenAt, position, isPlaying, isTabVisible } = before;
        Object.assign(viewing, { seenAt, position, isPlaying, isTabVisible });
      }
      const known = { viewing, readAt, usedAt: time, changedAt };
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

interface Following extends Pick<Database, 'pool'> {
  watching: { watchers: Watchers };
  log: Logger;
}

/** Follows removals and early ends on all nodes, so that they take effect at once. @returns the function that stops it */
export const startFollowingViewers = ({ pool, log, watching }: Following): (() => Promise<void>) =>
  listen({
    pool,
    channels: [viewingsChannel],
    log,
    onNotice: (_, ids) => watching.watchers.refresh(ids === undefined ? undefined : new Set(ids.split(','))),
  });
