import type { Db } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { type UnfinishedWork, unfinishedWorkOf } from './store.ts';

interface DrainingParts {
  db: Db;
  id: string;
  hasOwnMedia: boolean;
  /** Called once, when a draining node has nothing left to do. */
  onDrained: () => void;
  log: Logger;
}

/** Says what a node still does, such as `1 recording, 2 transcripts`; undefined if nothing. */
export function describeWork(work: UnfinishedWork): string | undefined {
  const left = Object.entries(work).filter(([, count]) => count > 0);
  if (left.length === 0) return undefined;
  return left.map(([what, count]) => `${count} ${count === 1 ? what.slice(0, -1) : what}`).join(', ');
}

/** A node that an operator drains takes no new work, and exits when its own is done (docs/decisions/0091). */
export class NodeDrain {
  /** Since when; null while the node works as usual. */
  since: Date | null = null;
  readonly #parts: DrainingParts;
  #logged: string | undefined;

  constructor(parts: DrainingParts) {
    this.#parts = parts;
  }

  /** Looks whether the work is done. Called with each heartbeat. */
  async look(since: Date | null): Promise<void> {
    const { db, log, onDrained } = this.#parts;
    const wasDraining = this.since !== null;
    this.since = since;
    if (since === null) {
      if (wasDraining) log.info('draining was cancelled: this node takes new work again');
      this.#logged = undefined;
      return;
    }
    const left = describeWork(await unfinishedWorkOf(db, this.#parts)) ?? 'nothing';
    if (left !== this.#logged) log.info({ left }, 'draining: this node takes no new work');
    const isFirstDrained = left === 'nothing' && this.#logged !== left;
    this.#logged = left;
    if (isFirstDrained) onDrained();
  }
}
