import { MediaEngineAway } from '../engines/media/media.ts';
import { now, seconds } from '../platform/clock.ts';
import { isDatabaseAway, isTooSlow } from '../platform/db/db.ts';
import type { CallParts } from './parts.ts';

const atOnce = 4;
/** A room that takes longer continues on the side: its place is free for the next room. */
const slowMs = 500;
/** A room that cannot be reached for so long, while the media server lists rooms, was on a node that is gone. */
const lostAfterSeconds = 30;
/** How often a room is asked for that seems well: the list alone does not show that its node is gone. */
const probeEverySeconds = 15;

interface Trouble {
  since: Date;
  isUnreachable: boolean;
  /** Of a lost room, which may never answer. */
  nextAt: number;
}

export interface RoomCheckSettings {
  log: CallParts['log'];
  lostAfterSeconds?: number;
  probeEverySeconds?: number;
}

type CheckRoom = (roomId: string) => Promise<void>;

/** Checks rooms, a few at a time. A room that fails or hangs keeps no other waiting, and is logged once. */
export class RoomChecks {
  readonly #log: CallParts['log'];
  readonly #lostAfterMs: number;
  readonly #probeEveryMs: number;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #troubles = new Map<string, Trouble>();
  readonly #probedAt = new Map<string, number>();
  #databaseError: unknown;

  constructor({ log, lostAfterSeconds: lost, probeEverySeconds: probe }: RoomCheckSettings) {
    this.#log = log;
    this.#lostAfterMs = seconds(lost ?? lostAfterSeconds);
    this.#probeEveryMs = seconds(probe ?? probeEverySeconds);
  }

  /** Resolves when each room was checked or takes its time. @throws when the database is away */
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

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values());
    if (this.#databaseError) throw this.#databaseError;
  }

  /** Since when the node of this room is gone, where it has been so for long enough. */
  lostSince(roomId: string): Date | undefined {
    const trouble = this.#troubles.get(roomId);
    const isLost = trouble?.isUnreachable && now().getTime() - trouble.since.getTime() >= this.#lostAfterMs;
    return isLost ? trouble.since : undefined;
  }

  /** Is it time to ask whether a node serves the room? */
  isProbeDue(roomId: string): boolean {
    const isDue =
      this.#troubles.has(roomId) || now().getTime() - (this.#probedAt.get(roomId) ?? 0) >= this.#probeEveryMs;
    if (isDue) this.#probedAt.set(roomId, now().getTime());
    return isDue;
  }

  /** What is known of rooms that are in no list any more is forgotten. */
  keepOnly(roomIds: string[]): void {
    const kept = new Set(roomIds);
    for (const map of [this.#troubles, this.#probedAt]) {
      for (const id of map.keys()) if (!kept.has(id)) map.delete(id);
    }
  }

  /** The media server itself is away: nothing is known of single nodes. */
  forgetTroubles(): void {
    this.#troubles.clear();
  }

  async #check(roomId: string, check: CheckRoom): Promise<void> {
    const running = check(roomId)
      .then(() => this.#well(roomId))
      .catch((error: unknown) => this.#failed(roomId, error))
      .finally(() => this.#underWay.delete(roomId));
    this.#underWay.set(roomId, running);
    let timer: NodeJS.Timeout | undefined;
    const slow = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, slowMs);
    });
    await Promise.race([running, slow]);
    clearTimeout(timer);
  }

  #well(roomId: string): void {
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
