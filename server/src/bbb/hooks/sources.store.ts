import type { Db } from '../../platform/db/db.ts';
import { execute, selectAll, selectFirst } from '../../platform/db/rows.ts';
import type { RowOf } from '../../platform/db/tables.ts';

export type HookSource = RowOf<'bbb_sources'>['source'];

interface Named {
  meetingId: string;
  participantId: string;
  source: HookSource;
}

/** Whether a source is on by its intervals, and as hooks were told; `null`: they were told nothing. */
export const readSource = async (
  trx: Db,
  { visitId, ...named }: Named & { visitId: string },
): Promise<{ isOn: boolean; toldMuted: boolean | null }> =>
  (await selectFirst<{ isOn: boolean; toldMuted: boolean | null }>(trx)`
    SELECT EXISTS (
        SELECT FROM media_intervals WHERE visit_id = ${visitId} AND source = ${named.source} AND ended_at IS NULL
      ) AS "isOn",
      (
        SELECT is_muted FROM bbb_sources
        WHERE meeting_id = ${named.meetingId} AND participant_id = ${named.participantId} AND source = ${named.source}
      ) AS "toldMuted"`) ?? { isOn: false, toldMuted: null };

export const saveSource = (
  trx: Db,
  { meetingId, participantId, source, isMuted }: Named & { isMuted: boolean },
): Promise<void> => execute(trx)`
    INSERT INTO bbb_sources (meeting_id, participant_id, source, is_muted)
    VALUES (${meetingId}, ${participantId}, ${source}, ${isMuted})
    ON CONFLICT (meeting_id, participant_id, source) DO UPDATE SET is_muted = excluded.is_muted`;

export const deleteSource = (trx: Db, { meetingId, participantId, source }: Named): Promise<void> =>
  execute(trx)`
    DELETE FROM bbb_sources
    WHERE meeting_id = ${meetingId} AND participant_id = ${participantId} AND source = ${source}`;

/** Forgets the sources of a person whose session ended. @returns those that were on */
export const deleteSources = (trx: Db, participantId: string) => selectAll<{ source: HookSource }>(trx)`
    DELETE FROM bbb_sources WHERE participant_id = ${participantId} RETURNING source`;
