import type { Db } from '../platform/db/db.ts';
import { prepared } from '../platform/db/prepared.ts';
import { selectAll } from '../platform/db/rows.ts';

/** Somebody who has the address of a file of a document. */
export interface DocumentReading {
  documentId: string;
  participantId: string | null;
  userId: string | null;
}

export interface ReadableDocument extends DocumentReading {
  /** Whether they may read the file itself, and not only its pages. */
  mayDownload: boolean;
}

/** Selects those who may be in the call of the document's room now, or have a role in the room. */
export const filterReadings = (db: Db, readings: DocumentReading[]) => selectAll<ReadableDocument>(
  db,
)`${prepared}
    SELECT w.document_id AS "documentId", w.participant_id AS "participantId", w.user_id AS "userId",
      d.is_downloadable OR coalesce(ps.role = 'moderator', false) OR coalesce(rs.leads, false) AS "mayDownload"
    FROM unnest(
      ${readings.map(({ documentId }) => documentId)}::text[],
      ${readings.map(({ participantId }) => participantId)}::text[],
      ${readings.map(({ userId }) => userId)}::text[]
    ) AS w (document_id, participant_id, user_id)
    JOIN documents d ON d.id = w.document_id AND d.deleted_at IS NULL
    LEFT JOIN LATERAL (
      SELECT s.call_role AS role, s.is_admitted FROM participants p CROSS JOIN LATERAL standing_of(p) s
      WHERE p.id = w.participant_id AND p.room_id = d.room_id
    ) ps ON true
    LEFT JOIN LATERAL (
      SELECT a.role, a.leads FROM users u CROSS JOIN LATERAL room_standing(d.room_id, u.id) a
      WHERE u.id = w.user_id AND u.disabled_at IS NULL
    ) rs ON true
    WHERE ps.is_admitted OR rs.role IS NOT NULL`;
