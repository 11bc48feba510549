import { type Db, inTransaction, isDatabaseAway } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { followReports, type LastReport, type MissedReport } from './follow.ts';
import type { ViewingClock, WatchReport } from './intervals.ts';
import { lockLastReports, type StoredReport, storeReports } from './reports.store.ts';

export const timings = {
  /** How long reports are gathered, in ms. */
  gatherMs: 250,
};

/** A report of one viewing, waiting to be stored. */
interface Pending {
  report: WatchReport;
  /** Earlier ones that got no response. */
  missed: readonly MissedReport[];
  clock: ViewingClock;
  isClosing: boolean;
}

/** A page that sends more at once has its latest ones joined. */
const mostPending = 4;

function stored(viewingId: string, last: LastReport, pending: Pending): StoredReport {
  const followed = followReports(last, pending);
  return { viewingId, ...followed, closedAt: pending.isClosing ? followed.report.at : null };
}

/**
 * Stores what players report. The reports of all viewers are gathered for a quarter of a second and stored together:
 * five thousand viewers send a thousand reports a second.
 */
export class WatchReports {
  readonly #db: Db;
  readonly #log: Logger;
  #pending = new Map<string, Pending[]>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(db: Db, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  add(viewingId: string, pending: Pending): void {
    const queue = this.#pending.get(viewingId) ?? [];
    if (queue.length >= mostPending) queue.pop();
    queue.push(pending);
    this.#pending.set(viewingId, queue);
    this.#schedule();
  }

  /** Stores what waits, before the server stops. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#storing;
    // One report of each viewing at a time.
    for (let turn = 0; turn < mostPending && this.#pending.size > 0; turn += 1) await this.#store();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#storing = this.#store().finally(() => {
        this.#timer = undefined;
        if (this.#pending.size > 0) this.#schedule();
      });
    }, timings.gatherMs).unref();
  }

  async #store(): Promise<void> {
    const taken = this.#take();
    try {
      await inTransaction(this.#db, async (trx) => {
        const last = await lockLastReports(trx, [...taken.keys()]);
        const reports = [...taken].flatMap(([viewingId, pending]) => {
          const before = last.get(viewingId);
          // Without a row: its session was deleted.
          return before ? [stored(viewingId, before, pending)] : [];
        });
        if (reports.length > 0) await storeReports(trx, reports);
      });
    } catch (error) {
      if (isDatabaseAway(error)) return this.#putBack(taken);
      this.#log.error({ err: error, reports: taken.size }, 'could not store reports of viewers');
    }
  }

  /** The oldest report of each viewing. */
  #take(): Map<string, Pending> {
    const taken = new Map<string, Pending>();
    for (const [viewingId, queue] of this.#pending) {
      const [first, ...rest] = queue;
      if (first) taken.set(viewingId, first);
      if (rest.length > 0) this.#pending.set(viewingId, rest);
      else this.#pending.delete(viewingId);
    }
    return taken;
  }

  /** The database is away: they are stored when it is back. */
  #putBack(taken: Map<string, Pending>): void {
    for (const [viewingId, first] of taken) {
      const queue = [first, ...(this.#pending.get(viewingId) ?? [])];
      this.#pending.set(viewingId, queue.slice(0, mostPending));
    }
  }
}
