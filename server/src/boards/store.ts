import { type RawBuilder, sql } from 'kysely';
import { mostBoards } from '../../../contract/operations/board-limits.ts';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../platform/db/page.ts';
import { countChanged, execute, hasRows, selectAll, selectFirst, selectValue } from '../platform/db/rows.ts';
import { newId } from '../platform/ids.ts';
import type { Board } from './parts.ts';

const columns = sql`b.id, b.room_id AS "roomId", b.kind, b.name, b.owner_user_id::text AS "ownerId",
  b.document_id AS "documentId", b.page, b.is_locked AS "isLocked", b.element_count AS "elementCount",
  b.created_at AS "createdAt"`;

/** A person who reads the boards of a room. */
export interface BoardReader {
  /** The chat user; null for an account that did not enter. */
  userId: string | null;
  role: 'user' | 'moderator';
  /** Whether they may draw on boards of the room that are not locked. */
  mayDraw: boolean;
}

/** The participant as a reader, if they may be in the call. */
export const findReader = (db: Db, { roomId, participantId }: { roomId: string; participantId: string }) =>
  selectFirst<BoardReader>(db)`
    SELECT up.user_id::text AS "userId", s.call_role AS role, may_draw(s.call_role, p.room_id, up.user_id) AS "mayDraw"
    FROM participants p
    LEFT JOIN chat_user_participants up ON up.participant_id = p.id
    CROSS JOIN LATERAL standing_of(p) s
    WHERE p.id = ${participantId} AND p.room_id = ${roomId} AND s.is_admitted`;

const isSeenBy = ({ userId, role }: BoardReader): RawBuilder<boolean> =>
  sql`(${role === 'moderator'} OR b.kind <> 'personal' OR b.owner_user_id = ${userId}::bigint)`;

export async function listBoards(
  db: Db,
  { roomId, reader }: { roomId: string; reader: BoardReader },
  page: Page,
) {
  const all = sql`FROM boards b WHERE b.room_id = ${roomId} AND ${isSeenBy(reader)}`;
  const direction = sqlDirectionOf(page);
  const rows = await selectAll<Board>(db)`
    SELECT ${columns} ${all} ORDER BY b.created_at ${direction}, b.id ${direction} ${sqlLimitOf(page)}`;
  return withTotal(db, rows, { page, all });
}

export const findBoard = (
  db: Db,
  { roomId, boardId, reader }: { roomId: string; boardId: string; reader: BoardReader },
) => selectFirst<Board>(db)`
    SELECT ${columns} FROM boards b WHERE b.id = ${boardId} AND b.room_id = ${roomId} AND ${isSeenBy(reader)}`;

export interface NewBoard {
  roomId: string;
  kind: Board['kind'];
  name: string;
  ownerId: string | null;
  documentId: string | null;
  page: number | null;
}

/** The board of this person or page, if it exists. */
export const findSameBoard = (trx: Db, { roomId, kind, ownerId, documentId, page }: NewBoard) =>
  selectFirst<Board>(trx)`
    SELECT ${columns} FROM boards b
    WHERE b.room_id = ${roomId} AND b.kind = ${kind} AND kind <> 'shared'
      AND (b.owner_user_id = ${ownerId}::bigint OR b.document_id = ${documentId}::text AND b.page = ${page}::integer)`;

/** Boards of a room are created one after another, so that their number is limited. @returns the channel of its chat */
export const lockRoomOfBoards = (trx: Db, roomId: string) => selectValue<string>(trx)`
    SELECT channel_id::text FROM rooms WHERE id = ${roomId} FOR NO KEY UPDATE`;

/** Whether a document of the room has this page. */
export const hasPage = (db: Db, { roomId, documentId, page }: NewBoard) => hasRows(db)`
    SELECT FROM documents d JOIN document_pages n ON n.document_id = d.id AND n.number = ${page}
    WHERE d.id = ${documentId} AND d.room_id = ${roomId} AND d.deleted_at IS NULL`;

/** @returns undefined if the room has as many as it may have */
export const insertBoard = (trx: Db, { roomId, kind, name, ownerId, documentId, page }: NewBoard) =>
  selectFirst<Board>(trx)`
    INSERT INTO boards AS b (id, room_id, kind, name, owner_user_id, document_id, page, created_at)
    SELECT ${newId()}, ${roomId}, ${kind}, ${name}, ${ownerId}::bigint, ${documentId}::text, ${page}::integer,
      ${now()}::timestamptz
    WHERE (SELECT count(*) FROM boards o WHERE o.room_id = ${roomId} AND o.kind = ${kind}) < ${mostBoards[kind]}
    RETURNING ${columns}`;

export const changeBoard = (
  trx: Db,
  { roomId, boardId, name, isLocked }: { roomId: string; boardId: string; name?: string; isLocked?: boolean },
) => selectFirst<Board>(trx)`
    UPDATE boards b SET name = coalesce(${name ?? null}, b.name), is_locked = coalesce(${isLocked ?? null}, b.is_locked)
    WHERE b.id = ${boardId} AND b.room_id = ${roomId}
    RETURNING ${columns}`;

export const deleteBoardRow = async (trx: Db, { roomId, boardId }: { roomId: string; boardId: string }) =>
  (await countChanged(trx)`DELETE FROM boards WHERE id = ${boardId} AND room_id = ${roomId}`) > 0;

/** The person of the chat who this participant is, and their role. */
export const findDrawer = (db: Db, { roomId, participantId }: { roomId: string; participantId: string }) =>
  selectFirst<{ userId: string | null; role: string }>(db)`
    SELECT up.user_id::text AS "userId", s.call_role AS role
    FROM participants p
    LEFT JOIN chat_user_participants up ON up.participant_id = p.id
    CROSS JOIN LATERAL standing_of(p) s
    WHERE p.id = ${participantId} AND p.room_id = ${roomId}`;

/** @param isAllowed null: as the room says */
export async function saveGrant(
  trx: Db,
  { roomId, userId, isAllowed }: { roomId: string; userId: string; isAllowed: boolean | null },
): Promise<void> {
  if (isAllowed === null) {
    await execute(trx)`DELETE FROM drawing_grants WHERE room_id = ${roomId} AND user_id = ${userId}::bigint`;
    return;
  }
  await execute(trx)`
    INSERT INTO drawing_grants (room_id, user_id, is_allowed) VALUES (${roomId}, ${userId}::bigint, ${isAllowed})
    ON CONFLICT (room_id, user_id) DO UPDATE SET is_allowed = excluded.is_allowed`;
}

export const mayDraw = async (
  db: Db,
  { role, roomId, userId }: { role: string; roomId: string; userId: string },
): Promise<boolean> =>
  (await selectValue<boolean>(db)`SELECT may_draw(${role}, ${roomId}, ${userId}::bigint) AS may`) ?? false;

/** The chat users of moderators who are in the call of a room now. */
export const moderatorsIn = (db: Db, roomId: string) => selectAll<{ userId: string }>(db)`
    SELECT DISTINCT up.user_id::text AS "userId"
    FROM calls c
    JOIN visits v ON v.call_id = c.id AND v.exited_at IS NULL
    JOIN participants p ON p.id = v.participant_id
    JOIN chat_user_participants up ON up.participant_id = p.id
    CROSS JOIN LATERAL standing_of(p) s
    WHERE c.room_id = ${roomId} AND c.finished_at IS NULL AND s.role = 'moderator' AND s.is_admitted`;
