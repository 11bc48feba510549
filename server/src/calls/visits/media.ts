import type { EngineParticipant, EngineTrack } from '../../engines/media/media.ts';
import type { Db } from '../../platform/db/db.ts';
import { earlier, later } from '../times.ts';
import {
  type IntervalRow,
  insertInterval,
  intervalsOf,
  saveInterval,
  type VisitSource,
} from './media.store.ts';
import type { VisitRow } from './store.ts';

export const sources: readonly VisitSource[] = ['microphone', 'camera', 'screen'];

/** The sound of a shared screen belongs to the screen. */
export const sourceOf = (track: EngineTrack): VisitSource | undefined =>
  track.source === 'screen_audio' ? undefined : track.source;

/** A start within the visit and not before the known intervals of the same source. */
function startWithin(visit: VisitRow, at: Date, before: IntervalRow[]): Date {
  const start = before.reduce((moment, { endedAt }) => later(moment, endedAt), later(at, visit.enteredAt));
  return visit.exitedAt ? earlier(start, visit.exitedAt) : start;
}

interface TrackFact {
  source: VisitSource;
  trackSid: string;
  at: Date;
}

/** Starts an interval when a track was published. The event may come after the track's end or replacement. */
export async function beginInterval(
  trx: Db,
  visit: VisitRow,
  { source, trackSid, at }: TrackFact,
): Promise<void> {
  const rows = await intervalsOf(trx, visit.id, source);
  const first = rows.find((row) => row.trackSid === trackSid);
  if (first && first.startedAt <= at) return;
  const before = rows.filter((row) => row !== first && row.startedAt <= at);
  // The new track replaced the one that was on.
  const open = before.find((row) => row.endedAt === null);
  if (open) {
    open.endedAt = later(at, open.startedAt);
    await saveInterval(trx, open);
  }
  const startedAt = startWithin(visit, at, before);
  if (first) {
    if (startedAt < first.startedAt) await saveInterval(trx, { ...first, startedAt });
    return;
  }
  const next = rows[before.length];
  const endedAt = next ? later(next.startedAt, startedAt) : visit.exitedAt;
  await insertInterval(trx, { visitId: visit.id, source, trackSid, startedAt, endedAt });
}

/** Ends an interval when a track was unpublished. If its start is not known yet, an empty interval stores the end. */
export async function endInterval(
  trx: Db,
  visit: VisitRow,
  { source, trackSid, at }: TrackFact,
): Promise<void> {
  const rows = await intervalsOf(trx, visit.id, source);
  const last = rows.filter((row) => row.trackSid === trackSid).at(-1);
  if (!last) {
    const moment = startWithin(visit, at, []);
    await insertInterval(trx, { visitId: visit.id, source, trackSid, startedAt: moment, endedAt: moment });
    return;
  }
  const endedAt = later(at, last.startedAt);
  if (!last.endedAt || endedAt < last.endedAt) await saveInterval(trx, { ...last, endedAt });
}

/**
 * Corrects the newest interval of a source by what the media server reported at a moment. A muted track is off.
 * @returns whether it was wrong
 */
export async function correctNewestInterval(
  trx: Db,
  visit: VisitRow,
  seen: { source: VisitSource; newest: IntervalRow | undefined; person: EngineParticipant; at: Date },
): Promise<boolean> {
  const { source, newest, person, at } = seen;
  const on = person.tracks.filter((track) => sourceOf(track) === source && !track.muted);
  const open = newest && newest.endedAt === null ? newest : undefined;
  if (open && on.some(({ sid }) => sid === open.trackSid)) return false;
  if (open) await saveInterval(trx, { ...open, endedAt: later(at, open.startedAt) });
  const [track] = on;
  if (!track) return open !== undefined;
  const startedAt = startWithin(visit, at, newest ? [newest] : []);
  await insertInterval(trx, { visitId: visit.id, source, trackSid: track.sid, startedAt, endedAt: null });
  return true;
}
