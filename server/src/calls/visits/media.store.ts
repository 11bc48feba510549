import type { EngineTrack } from '../../engines/media/media.ts';
import type { Db } from '../../platform/db/db.ts';
import { execute, hasRows, selectAll } from '../../platform/db/rows.ts';
import { columnsOf, type RowOf, snakeCased } from '../../platform/db/tables.ts';
import { newId } from '../../platform/ids.ts';

/** A time during which a source was on; without an end while it is on. */
export type IntervalRow = RowOf<'media_intervals'>;
export type VisitSource = IntervalRow['source'];

/** The intervals of one source of a visit, in order. */
export const intervalsOf = (db: Db, visitId: string, source: VisitSource) => selectAll<IntervalRow>(db)`
    SELECT ${columnsOf('media_intervals', 'm')} FROM media_intervals m
    WHERE m.visit_id = ${visitId} AND m.source = ${source} ORDER BY m.started_at, m.id`;

/** For each source of each open visit of a call its open interval, or else its newest. */
export const newestIntervalsIn = (db: Db, callId: string) => selectAll<IntervalRow>(db)`
    SELECT DISTINCT ON (m.visit_id, m.source) ${columnsOf('media_intervals', 'm')}
    FROM visits v JOIN media_intervals m ON m.visit_id = v.id
    WHERE v.call_id = ${callId} AND v.exited_at IS NULL
    ORDER BY m.visit_id, m.source, m.ended_at IS NULL DESC, m.started_at DESC, m.id DESC`;

/**
 * Whether another track of the same source may be published, as far as events have told. Muted tracks and the sound of a
 * screen have no intervals: these may always have another.
 */
export async function mayHaveOtherTrack(
  trx: Db,
  { participantSid, track }: { participantSid: string; track: EngineTrack },
): Promise<boolean> {
  if (track.muted || track.source === 'screen_audio') return true;
  return hasRows(trx)`
    SELECT FROM visits v JOIN media_intervals m ON m.visit_id = v.id
    WHERE v.engine_sid = ${participantSid} AND m.source = ${track.source} AND m.track_sid <> ${track.sid}
      AND m.ended_at IS NULL LIMIT 1`;
}

export async function insertInterval(trx: Db, interval: Omit<IntervalRow, 'id'>): Promise<void> {
  await trx
    .insertInto('media_intervals')
    .values(snakeCased({ id: newId(), ...interval }))
    .execute();
}

export const saveInterval = (
  trx: Db,
  { id, startedAt, endedAt }: Pick<IntervalRow, 'id' | 'startedAt' | 'endedAt'>,
) =>
  execute(trx)`UPDATE media_intervals SET started_at = ${startedAt}, ended_at = ${endedAt} WHERE id = ${id}`;

/** Ends a visit's intervals no later than the visit. */
export const endIntervals = (trx: Db, visitId: string, exitedAt: Date) => execute(trx)`
    UPDATE media_intervals
    SET started_at = least(started_at, ${exitedAt}), ended_at = least(coalesce(ended_at, ${exitedAt}), ${exitedAt})
    WHERE visit_id = ${visitId} AND (ended_at IS NULL OR ended_at > ${exitedAt})`;
