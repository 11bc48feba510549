import { MediaEngineAway } from '../engines/media/media.ts';
import { now, seconds } from '../platform/clock.ts';
import { withDeadline } from '../platform/concurrency/deadline.ts';
import { isDatabaseAway, isTooSlow } from '../platform/db/db.ts';
import type { CallParts } from './parts.ts';

const atOnce = 4;
/** A check that takes longer continues in the background and frees its slot. */
const slowMs = 500;
interface Trouble {
  since: Date;
  isUnreachable: boolean;
  /** The time of the next check: a lost room may never respond. */
  nextAt: number;
}

export interface RoomCheckSettings {
  log: CallParts['log'];
  /** A room that cannot be reached for this long while the media server lists rooms was on a lost node. */
  lostAfterSeconds?: number;
  /** How often a room without trouble is probed: the list alone does not show that its node is lost. */
  probeEverySeconds?: number;
}

type CheckRoom = (roomId: string) => Promise<void>;

/** Checks several rooms at once. A room that fails or hangs does not delay the others and is logged once. */
export class RoomChecks {
  readonly #log: CallParts['log'];
  readonly #lostAfterMs: number;
  readonly #probeEveryMs: number;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #troubles = new Map<string, Trouble>();
  readonly #probedAt = new Map<string, number>();
  #databaseError: unknown;

  constructor({ log, lostAfterSeconds = 30, probeEverySeconds = 15 }: RoomCheckSettings) {
    this.#log = log;
    this.#lostAfterMs = seconds(lostAfterSeconds);
    this.#probeEveryMs = seconds(probeEverySeconds);
  }

  /** Resolves when each room was checked or continues in the background. @throws if the database is down */
  async all(roomIds: string[], check: CheckRoom): Promise<void> {
    this.#databaseError = undefined;
    const waiting = roomIds.filter(
      (id) => !this.#underWay.has(id) && (this.#troubles.get(id)?.nextAt ?? 0) <= now().getTime(),
    );
    const work = async () => {
      for (let id = waiting.pop(); id !== undefined && !this.#databaseError; id = waiting.pop()) {
        await this.#check(id, check);
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, work));
    if (this.#databaseError) throw this.#databaseError;
  }

  /** Resolves when no check is running. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values());
    if (this.#databaseError) throw this.#databaseError;
  }

  /** @returns since when the node of this room is lost; undefined if it is not, or not for long enough */
  lostSince(roomId: string): Date | undefined {
    const trouble = this.#troubles.get(roomId);
    const isLost = trouble?.isUnreachable && now().getTime() - trouble.since.getTime() >= this.#lostAfterMs;
    return isLost ? trouble.since : undefined;
  }

  /** Whether to probe now that a node serves the room. */
  isProbeDue(roomId: string): boolean {
    const isDue =
      this.#troubles.has(roomId) || now().getTime() - (this.#probedAt.get(roomId) ?? 0) >= this.#probeEveryMs;
    if (isDue) this.#probedAt.set(roomId, now().getTime());
    return isDue;
  }

  /** Drops the state of rooms that are in no list any more. */
  keepOnly(roomIds: string[]): void {
    const kept = new Set(roomIds);
    for (const map of [this.#troubles, this.#probedAt]) {
      for (const id of map.keys()) if (!kept.has(id)) map.delete(id);
    }
  }

  /** Drops all troubles: the media server itself is down, so they say nothing about single nodes. */
  forgetTroubles(): void {
    this.#troubles.clear();
  }

  async #check(roomId: string, check: CheckRoom): Promise<void> {
    const running = check(roomId)
      .then(() => this.#succeeded(roomId))
      .catch((error: unknown) => this.#failed(roomId, error))
      .finally(() => this.#underWay.delete(roomId));
    this.#underWay.set(roomId, running);
    await withDeadline(running, slowMs, 'the check of a room').catch(() => undefined);
  }

  #succeeded(roomId: string): void {
    if (this.#troubles.delete(roomId)) this.#log.info({ roomId }, 'the room is reconciled again');
  }

  #failed(roomId: string, error: unknown): void {
    if (isDatabaseAway(error) && !isTooSlow(error)) {
      this.#databaseError = error;
      return;
    }
    const isUnreachable = error instanceof MediaEngineAway;
    const before = this.#troubles.get(roomId);
    const since = before?.isUnreachable === isUnreachable ? before.since : now();
    const isLost = this.lostSince(roomId) !== undefined;
    this.#troubles.set(roomId, {
      since,
      isUnreachable,
      nextAt: now().getTime() + (isLost ? this.#probeEveryMs : 0),
    });
    if (before) return;
    const what = 'a room cannot be reconciled with the media server; the other rooms are';
    if (isUnreachable) this.#log.warn({ roomId, reason: error.message }, what);
    else this.#log.error({ roomId, err: error }, what);
  }
}
