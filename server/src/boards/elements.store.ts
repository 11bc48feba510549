import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { prepared } from '../platform/db/prepared.ts';
import { execute, hasRows, selectAll, selectFirst, selectValue } from '../platform/db/rows.ts';
import type { Board } from './parts.ts';

/** A board whose row is locked, with the rights of the person who draws. */
export interface DrawingOnBoard
  extends Pick<Board, 'id' | 'roomId' | 'kind' | 'ownerId' | 'isLocked' | 'elementCount'> {
  channelId: string;
  top: number;
  bytes: number;
  userId: string;
  role: 'user' | 'moderator';
  maySee: boolean;
  mayDrawOn: boolean;
}

/** Changes of a board happen one after another. @returns whether it exists */
export const lockBoard = (trx: Db, boardId: string) =>
  hasRows(trx)`SELECT FROM boards WHERE id = ${boardId} FOR UPDATE`;

/** The person who acts: a chat user by a participant of theirs in the call. */
export interface Acting {
  boardId: string;
  participantId: string;
  userId: string;
}

/** @returns undefined if they are not in the call of the board's room */
export const findDrawing = (db: Db, { boardId, participantId, userId }: Acting) =>
  selectFirst<DrawingOnBoard>(db)`${prepared}
    SELECT b.id, b.room_id AS "roomId", r.channel_id AS "channelId", b.kind, b.owner_user_id::text AS "ownerId",
      b.is_locked AS "isLocked", b.top::float8 AS top, b.element_count AS "elementCount", b.bytes,
      s.user_id::text AS "userId", s.role, s.may_see AS "maySee", s.may_draw_on AS "mayDrawOn"
    FROM boards b
    JOIN rooms r ON r.id = b.room_id
    CROSS JOIN LATERAL board_standing(b.id, ${participantId}, ${userId}::bigint) s
    WHERE b.id = ${boardId}`;

/** The state of an element, as it is stored. */
export interface ElementRow {
  id: string;
  seq: number;
  version: number;
  nonce: number;
  authorId: string | null;
  isDeleted: boolean;
  bytes: number;
  /** JSON text. */
  data: string;
}

export const findElements = (trx: Db, boardId: string, elementIds: readonly string[]) =>
  selectAll<ElementRow>(trx)`
    SELECT id, seq::float8 AS seq, version, nonce::float8 AS nonce, author_user_id::text AS "authorId",
      is_deleted AS "isDeleted", bytes, data::text AS data
    FROM board_elements WHERE board_id = ${boardId} AND id = ANY (${elementIds}::text[])`;

/** Stores elements of a locked board, and the board's new figures. */
export async function saveElements(
  trx: Db,
  boardId: string,
  {
    rows,
    top,
    elementCount,
    bytes,
  }: { rows: ElementRow[]; top: number; elementCount: number; bytes: number },
): Promise<void> {
  const values = rows.map(
    (row) => sql`(${boardId}, ${row.id}, ${row.seq}::bigint, ${row.version}::integer, ${row.nonce}::bigint,
      ${row.authorId}::bigint, ${row.isDeleted}::boolean, ${row.bytes}::integer, ${row.data}::jsonb)`,
  );
  await execute(trx)`
    INSERT INTO board_elements (board_id, id, seq, version, nonce, author_user_id, is_deleted, bytes, data)
    VALUES ${sql.join(values)}
    ON CONFLICT (board_id, id) DO UPDATE SET seq = excluded.seq, version = excluded.version, nonce = excluded.nonce,
      is_deleted = excluded.is_deleted, bytes = excluded.bytes, data = excluded.data`;
  await execute(trx)`
    UPDATE boards SET top = ${top}, element_count = ${elementCount}, bytes = ${bytes} WHERE id = ${boardId}`;
}

/** Forgets the oldest deleted elements, if there are more than `most`: readers who know them read the whole board. */
export const forgetDeleted = (trx: Db, boardId: string, most: number) => execute(trx)`
    WITH forgotten AS (
      DELETE FROM board_elements WHERE board_id = ${boardId} AND id IN (
        SELECT id FROM board_elements WHERE board_id = ${boardId} AND is_deleted ORDER BY seq DESC OFFSET ${most}
      )
      RETURNING seq
    )
    UPDATE boards SET whole_since = greatest(whole_since, (SELECT max(seq) FROM forgotten))
    WHERE id = ${boardId} AND EXISTS (SELECT FROM forgotten)`;

/** Removes everything from a board of a room. @returns the number of this change; undefined if there is no such board */
export async function clearElements(
  trx: Db,
  { roomId, boardId }: { roomId: string; boardId: string },
): Promise<number | undefined> {
  const top = await selectValue<number>(trx)`
    UPDATE boards SET top = top + 1, whole_since = top + 1, element_count = 0, bytes = 0
    WHERE id = ${boardId} AND room_id = ${roomId} RETURNING top::float8 AS top`;
  if (top !== undefined) await execute(trx)`DELETE FROM board_elements WHERE board_id = ${boardId}`;
  return top;
}

/** The elements of a board that changed since a number, in one text, as they are at one moment. */
export const readElements = (db: Db, boardId: string, since: number | undefined) =>
  selectFirst<{ seq: number; isWhole: boolean; elements: string }>(db)`
    SELECT b.top::float8 AS seq, k.is_whole AS "isWhole", coalesce((
        SELECT '[' || string_agg((e.data || jsonb_build_object('authorId', e.author_user_id::text))::text, ',' ORDER BY e.seq) || ']'
        FROM board_elements e
        WHERE e.board_id = b.id AND (k.is_whole AND NOT e.is_deleted OR NOT k.is_whole AND e.seq > ${since ?? 0})
      ), '[]') AS elements
    FROM boards b
    CROSS JOIN LATERAL (
      SELECT ${since === undefined} OR ${since ?? 0} < b.whole_since OR ${since ?? 0} > b.top AS is_whole
    ) k
    WHERE b.id = ${boardId}`;
