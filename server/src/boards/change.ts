import type { Body } from '../../../contract/routes.ts';
import { publishWithoutNumber } from '../chat/chat.ts';
import { type Db, inTransaction, onCommit } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { Room } from '../rooms/rooms.ts';
import { leader } from './access.ts';
import { clearElements } from './elements.store.ts';
import type { Board, BoardParts } from './parts.ts';
import { publishToReaders } from './publish.ts';
import { changeBoard, deleteBoardRow, findBoard, findDrawer, mayDraw, saveGrant } from './store.ts';

interface OfBoard {
  roomId: string;
  /** The channel of the room's chat. */
  channelId: string;
  boardId: string;
}

/** Locks or renames a board, and tells its readers. */
export const updateBoard = (
  parts: BoardParts,
  db: Db,
  { channelId, ...change }: OfBoard & Body<'updateBoard'>,
): Promise<Board> =>
  inTransaction(db, async (trx) => {
    const board = (await changeBoard(trx, change)) ?? refuse('not_found');
    const { id: boardId, name, isLocked } = board;
    const event = { event: 'board-changed', payload: { boardId, name, isLocked } };
    await publishToReaders(parts, trx, { place: { ...board, channelId }, events: [event] });
    return board;
  });

export const deleteBoard = (parts: BoardParts, db: Db, { channelId, ...of }: OfBoard): Promise<void> =>
  inTransaction(db, async (trx) => {
    const board = (await findBoard(trx, { ...of, reader: leader })) ?? refuse('not_found');
    if (!(await deleteBoardRow(trx, of))) refuse('not_found');
    const event = { event: 'board-deleted', payload: { boardId: of.boardId } };
    await publishToReaders(parts, trx, { place: { ...board, channelId }, events: [event] });
  });

/** Removes everything from a board. Its readers read it as a whole. */
export const clearBoard = (parts: BoardParts, db: Db, { channelId, ...of }: OfBoard): Promise<void> =>
  inTransaction(db, async (trx) => {
    const seq = (await clearElements(trx, of)) ?? refuse('not_found');
    const board = (await findBoard(trx, { ...of, reader: leader })) ?? refuse('not_found');
    const event = { event: 'board-cleared', payload: { boardId: of.boardId, seq } };
    await publishToReaders(parts, trx, { place: { ...board, channelId }, events: [event] });
  });

/** In the transaction that changes a room: tells everybody in it whether people may draw. Pages list the boards again. */
export async function publishDrawingChange(
  parts: BoardParts,
  trx: Db,
  { before, after }: { before: Room; after: Room },
): Promise<void> {
  const { isRemoteDrawingAllowed } = after.flags;
  if (before.flags.isRemoteDrawingAllowed === isRemoteDrawingAllowed) return;
  const event = { event: 'drawing-changed', payload: { roomId: after.id, isRemoteDrawingAllowed } };
  onCommit(trx, () => publishWithoutNumber(parts, after.channelId, event));
}

/** Lets one person draw or not. They keep it when they return. @returns whether they may draw now */
export const updateDrawing = (
  parts: BoardParts,
  db: Db,
  { roomId, participantId, isAllowed }: { roomId: string; participantId: string; isAllowed: boolean | null },
): Promise<{ isAllowed: boolean }> =>
  inTransaction(db, async (trx) => {
    const { userId, role } = (await findDrawer(trx, { roomId, participantId })) ?? refuse('not_found');
    if (userId === null) return refuse('not_joined');
    await saveGrant(trx, { roomId, userId, isAllowed });
    const answer = { isAllowed: await mayDraw(trx, { role, roomId, userId }) };
    const payload = { roomId, ...answer };
    onCommit(trx, () => publishWithoutNumber(parts, { userId }, { event: 'drawing', payload }));
    return answer;
  });
