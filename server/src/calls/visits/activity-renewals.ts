import { now } from '../../platform/clock.ts';
import { type Db, isDatabaseAway } from '../../platform/db/db.ts';
import type { CallParts } from '../parts.ts';
import { type ActivityReport, renewVisits } from './activity.store.ts';
import { changeActivity, recordActivity, silentBefore } from './activity.ts';

/** In ms. After a kill of this server `seen_at` is this much older, which ends no interval. */
const gatherMs = 2_000;

type RenewalParts = Pick<CallParts, 'db' | 'listeningSince' | 'log'>;

interface KnownReport {
  report: ActivityReport;
  visitId: string;
  at: Date;
}

const keyOf = ({ participantId, spaceId, entryId }: ActivityReport) =>
  `${spaceId} ${participantId} ${entryId}`;

const sameStates = (a: ActivityReport, b: ActivityReport): boolean =>
  a.on.join() === b.on.join() && a.off.join() === b.off.join();

/**
 * Stores reports of pages. Reports that repeat the last one of their page are gathered for 2 s and stored by one
 * statement, because 2,000 pages send a hundred of them per second.
 */
export class ActivityRenewals {
  readonly #parts: RenewalParts;
  readonly #known = new Map<string, KnownReport>();
  readonly #gathered = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: RenewalParts) {
    this.#parts = parts;
  }

  /** @returns false if the participant has no such visit */
  async record(db: Db, report: ActivityReport): Promise<boolean> {
    const key = keyOf(report);
    const known = this.#known.get(key);
    if (known && known.at >= silentBefore() && report.on.length > 0 && sameStates(known.report, report)) {
      known.at = now();
      this.#gathered.add(key);
      this.#timer ??= setTimeout(() => void this.storeGathered(), gatherMs).unref();
      return true;
    }
    this.#known.delete(key);
    const isStored =
      known !== undefined && (await changeActivity(this.#parts, db, { ...report, visitId: known.visitId }));
    const visitId = isStored ? known.visitId : await recordActivity(this.#parts, db, report);
    if (visitId !== undefined) this.#known.set(key, { report, visitId, at: now() });
    return visitId !== undefined;
  }

  /** Stores what was gathered so far, before the server stops. */
  stop(): Promise<void> {
    clearTimeout(this.#timer);
    return this.storeGathered();
  }

  /** Stores what was gathered so far. */
  async storeGathered(): Promise<void> {
    this.#timer = undefined;
    this.#dropSilent();
    const keys = [...this.#gathered];
    this.#gathered.clear();
    const due = keys.flatMap((key) => this.#known.get(key) ?? []);
    if (due.length === 0) return;
    try {
      const renewed = await renewVisits(this.#parts.db, due, silentBefore());
      // The visit ended, or another node stored another report meanwhile.
      const others = due.filter(({ visitId, report }) => renewed.get(visitId) !== report.on.length);
      for (const { report } of others) {
        this.#known.delete(keyOf(report));
        await this.record(this.#parts.db, report);
      }
    } catch (error) {
      // The next report of each page is stored by itself.
      for (const key of keys) this.#known.delete(key);
      if (!isDatabaseAway(error))
        this.#parts.log.error({ err: error }, 'could not store reports of activity');
    }
  }

  #dropSilent(): void {
    const before = silentBefore();
    for (const [key, { at }] of this.#known) if (at < before) this.#known.delete(key);
  }
}
