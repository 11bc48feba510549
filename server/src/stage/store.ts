import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { execute, hasRows, selectFirst, selectValue } from '../platform/db/rows.ts';
import type { StageState } from './item.ts';

/** The item that people see. */
export interface StageItem {
  kind: 'none' | 'page' | 'screen';
  participantId: string | null;
  /** The page that is shown, or that returns after the screens. */
  documentId: string | null;
  page: number | null;
  version: number;
  changedAt: Date;
}

export const itemOnStage = async (db: Db, roomId: string): Promise<StageItem> =>
  (await selectFirst<StageItem>(db)`
    SELECT CASE WHEN screen_of IS NULL THEN base ELSE 'screen' END AS kind, screen_of AS "participantId",
      document_id AS "documentId", page, version, changed_at AS "changedAt"
    FROM room_stages WHERE room_id = ${roomId}`) ?? {
    ...{ kind: 'none', participantId: null, documentId: null, page: null, version: 0, changedAt: now() },
  };

/** The stage of a room whose channel is locked. */
export const findState = (trx: Db, roomId: string) => selectFirst<StageState>(trx)`
    SELECT base, document_id AS "documentId", page, screens, screen_of AS "screenOf" FROM room_stages WHERE room_id = ${roomId}`;

/** A page that is ready. Nobody deletes its document until the transaction ends. */
export const lockReadyPage = (
  trx: Db,
  { roomId, documentId, number }: { roomId: string; documentId: string; number: number },
) => selectFirst<{ number: number }>(trx)`
    SELECT p.number FROM documents d JOIN document_pages p ON p.document_id = d.id
    WHERE d.id = ${documentId} AND d.room_id = ${roomId} AND d.deleted_at IS NULL
      AND p.number = ${number} AND p.number <= d.ready_pages
    FOR SHARE OF d`;

/** The caller who acts: an account, or a participant of the room. */
export interface Acting {
  userId: string | null;
  participantId: string | null;
}

/**
 * Stores the next item of a room whose channel is locked.
 * @param by the moderator who puts it; undefined if a screen began or ended
 * @returns undefined if the moderator does not lead the room any more, or it is gone
 */
export const saveItem = (
  trx: Db,
  { roomId, base, documentId, page, screens, screenOf }: StageState & { roomId: string },
  by?: Acting,
) => selectFirst<StageItem>(trx)`
    INSERT INTO room_stages AS s (room_id, base, document_id, page, screens, screen_of, version, changed_at)
    SELECT r.id, ${base}, ${documentId}::text, ${page}::integer, ${screens}::text[], ${screenOf}::text, 1, ${now()}::timestamptz
    FROM rooms r
    WHERE r.id = ${roomId} AND (${by === undefined}
      OR (SELECT a.leads FROM room_standing(r.id, ${by?.userId ?? null}) a)
      OR EXISTS (
        SELECT FROM participant_standing p
        WHERE p.participant_id = ${by?.participantId ?? null} AND p.room_id = r.id AND p.call_role = 'moderator'
          AND NOT p.is_excluded
      ))
    ON CONFLICT (room_id) DO UPDATE
      SET base = excluded.base, document_id = excluded.document_id, page = excluded.page, screens = excluded.screens, screen_of = excluded.screen_of, version = s.version + 1,
        changed_at = excluded.changed_at
    RETURNING CASE WHEN screen_of IS NULL THEN base ELSE 'screen' END AS kind, screen_of AS "participantId",
      document_id AS "documentId", page, version, changed_at AS "changedAt"`;

/** Stores the screens of a stage whose item stays the same. */
export const saveScreens = (trx: Db, roomId: string, screens: readonly string[]) => execute(trx)`
    UPDATE room_stages SET screens = ${screens} WHERE room_id = ${roomId}`;

/** Whether a visit sends a screen that is not paused, and whether the stage knows that its participant shares one. */
export const findScreen = (
  trx: Db,
  { roomId, visitId, participantId }: { roomId: string; visitId: string; participantId: string },
) => selectFirst<{ isSent: boolean; isKnown: boolean }>(trx)`
    SELECT EXISTS (
        SELECT FROM media_intervals WHERE visit_id = ${visitId} AND source = 'screen' AND ended_at IS NULL
      ) AS "isSent",
      EXISTS (
        SELECT FROM room_stages WHERE room_id = ${roomId} AND ${participantId} = ANY (screens)
      ) AS "isKnown"`;

export const hasScreens = (trx: Db, roomId: string) =>
  hasRows(trx)`SELECT FROM room_stages WHERE room_id = ${roomId} AND screens <> '{}'`;

/** The room in which a person who left shared a screen, unless another visit of theirs sends one. */
export const findRoomOfLostScreen = (trx: Db, participantId: string) => selectValue(trx)`
    SELECT s.room_id AS "roomId"
    FROM participants p JOIN room_stages s ON s.room_id = p.room_id AND p.id = ANY (s.screens)
    WHERE p.id = ${participantId} AND NOT EXISTS (
      SELECT FROM visits v JOIN media_intervals m ON m.visit_id = v.id
      WHERE v.participant_id = p.id AND v.exited_at IS NULL AND m.source = 'screen' AND m.ended_at IS NULL
    )`;
