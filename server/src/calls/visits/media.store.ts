import { sql } from 'kysely';
import type { EngineTrack } from '../../engines/media/media.ts';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';

export type VisitSource = 'microphone' | 'camera' | 'screen';

/** A time during which a source was on; without an end while it is on. */
export interface IntervalRow {
  id: string;
  visitId: string;
  source: VisitSource;
  trackSid: string;
  startedAt: Date;
  endedAt: Date | null;
}

const columns = [
  'id',
  'visit_id as visitId',
  'source',
  'track_sid as trackSid',
  'started_at as startedAt',
  'ended_at as endedAt',
] as const;

/** The intervals of one source of a visit, in order. */
export const intervalsOf = (db: Db, visitId: string, source: VisitSource): Promise<IntervalRow[]> =>
  db
    .selectFrom('media_intervals')
    .select(columns)
    .where('visit_id', '=', visitId)
    .where('source', '=', source)
    .orderBy('started_at')
    .orderBy('id')
    .execute();

/** For each source of each open visit of a call its open interval, or else its newest. */
export async function newestIntervalsIn(db: Db, callId: string): Promise<IntervalRow[]> {
  const { rows } = await sql<IntervalRow>`
    SELECT DISTINCT ON (m.visit_id, m.source) m.id, m.visit_id AS "visitId", m.source, m.track_sid AS "trackSid",
      m.started_at AS "startedAt", m.ended_at AS "endedAt"
    FROM visits v JOIN media_intervals m ON m.visit_id = v.id
    WHERE v.call_id = ${callId} AND v.exited_at IS NULL
    ORDER BY m.visit_id, m.source, m.ended_at IS NULL DESC, m.started_at DESC, m.id DESC`.execute(db);
  return rows;
}

/**
 * Whether another track of the same source may be published, as far as events have told. Muted tracks and the sound of a
 * screen have no intervals: these may always have another.
 */
export async function mayHaveOtherTrack(
  trx: Db,
  { participantSid, track }: { participantSid: string; track: EngineTrack },
): Promise<boolean> {
  if (track.muted || track.source === 'screen_audio') return true;
  const { rows } = await sql`
    SELECT FROM visits v JOIN media_intervals m ON m.visit_id = v.id
    WHERE v.engine_sid = ${participantSid} AND m.source = ${track.source} AND m.track_sid <> ${track.sid}
      AND m.ended_at IS NULL LIMIT 1`.execute(trx);
  return rows.length > 0;
}

export async function insertInterval(trx: Db, interval: Omit<IntervalRow, 'id'>): Promise<void> {
  await trx
    .insertInto('media_intervals')
    .values({
      id: newId(),
      visit_id: interval.visitId,
      source: interval.source,
      track_sid: interval.trackSid,
      started_at: interval.startedAt,
      ended_at: interval.endedAt,
    })
    .execute();
}

export async function saveInterval(
  trx: Db,
  { id, startedAt, endedAt }: Pick<IntervalRow, 'id' | 'startedAt' | 'endedAt'>,
): Promise<void> {
  await trx
    .updateTable('media_intervals')
    .set({ started_at: startedAt, ended_at: endedAt })
    .where('id', '=', id)
    .execute();
}

/** Ends a visit's intervals no later than the visit. */
export async function endIntervals(trx: Db, visitId: string, exitedAt: Date): Promise<void> {
  await sql`
    UPDATE media_intervals
    SET started_at = least(started_at, ${exitedAt}), ended_at = least(coalesce(ended_at, ${exitedAt}), ${exitedAt})
    WHERE visit_id = ${visitId} AND (ended_at IS NULL OR ended_at > ${exitedAt})`.execute(trx);
}
