import { after, now, seconds } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { CallParts } from '../parts.ts';
import {
  type ActivityReport,
  endSilentActivity,
  lockOpenVisit,
  renewActivity,
  startActivity,
  stopActivity,
} from './activity.store.ts';

/**
 * An interval that is not renewed for this long ended at its last renewal. Pages renew every 20 s, so an interval
 * survives a lost report, and a server that is away for up to 40 s.
 */
const silentSeconds = 60;

/** Intervals that were not renewed since the returned moment were silent for too long at the moment `at`. */
export const silentBefore = (at: Date = now()): Date => after(-seconds(silentSeconds), at);

/**
 * The same for now. The time before this server listened does not count, because no page could report then. That is
 * why `kill -9` loses nothing of an interval: the row stays open, and the page renews it after the restart, however
 * long that took. If no page renews it within 60 s of the restart, it ends at its last renewal.
 */
const silentBeforeNow = (listeningSince: Date): Date => {
  const limit = silentBefore();
  return limit < listeningSince ? new Date(0) : limit;
};

type ActivityParts = Pick<CallParts, 'listeningSince'>;

/**
 * Stores what a page reports about its visit, with the time of the report.
 * @returns the visit; undefined if the participant has no such visit
 */
export async function recordActivity(
  { listeningSince }: ActivityParts,
  db: Db,
  report: ActivityReport,
): Promise<string | undefined> {
  const found = await renewActivity(db, report, silentBeforeNow(listeningSince));
  if (!found || found.isDone) return found?.visitId;
  return (await changeActivity({ listeningSince }, db, { ...report, ...found })) ? found.visitId : undefined;
}

/**
 * Stores a report about a visit that is known to be the participant's.
 * @returns false if the visit is over
 */
export function changeActivity(
  { listeningSince }: ActivityParts,
  db: Db,
  { visitId, on, off }: Pick<ActivityReport, 'on' | 'off'> & { visitId: string },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    if (!(await lockOpenVisit(trx, visitId))) return false;
    const limits = { silentBefore: silentBeforeNow(listeningSince), lateBefore: silentBefore() };
    await stopActivity(trx, visitId, { kinds: off, ...limits });
    if (on.length > 0) await startActivity(trx, visitId, on);
    return true;
  });
}

/** Ends the intervals of pages that went silent while their visits go on. */
export const endSilentPages = ({
  db,
  listeningSince,
}: Pick<CallParts, 'db' | 'listeningSince'>): Promise<void> =>
  endSilentActivity(db, silentBeforeNow(listeningSince));
