import type { Db } from '../platform/db/db.ts';
import { execute } from '../platform/db/rows.ts';

/** Deletes everything that was drawn in a room. */
export const deleteBoardsOfRoom = (trx: Db, roomId: string) =>
  execute(trx)`DELETE FROM boards WHERE room_id = ${roomId}`;

/** Erases what these people of the chat drew, and their personal boards. Pages read such boards as a whole again. */
export async function eraseFromBoards(trx: Db, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  await execute(trx)`DELETE FROM boards WHERE owner_user_id = ANY (${userIds}::bigint[])`;
  // As everybody who draws: the board is locked before its elements.
  await execute(trx)`
    SELECT id FROM boards WHERE id IN (
      SELECT board_id FROM board_elements WHERE author_user_id = ANY (${userIds}::bigint[])
    ) ORDER BY id FOR UPDATE`;
  await execute(trx)`
    WITH erased AS (
      DELETE FROM board_elements WHERE author_user_id = ANY (${userIds}::bigint[])
      RETURNING board_id, bytes, is_deleted
    ), sums AS (
      SELECT board_id, count(*) FILTER (WHERE NOT is_deleted) AS count, sum(bytes) AS bytes FROM erased GROUP BY board_id
    )
    UPDATE boards b SET top = b.top + 1, whole_since = b.top + 1, element_count = b.element_count - sums.count,
      bytes = b.bytes - sums.bytes
    FROM sums WHERE b.id = sums.board_id`;
  await execute(trx)`DELETE FROM drawing_grants WHERE user_id = ANY (${userIds}::bigint[])`;
}
