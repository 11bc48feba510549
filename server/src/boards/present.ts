import { Board as BoardSchema } from '../../../contract/operations/boards.ts';
import type { Answer } from '../../../contract/routes.ts';
import { presentFields } from '../platform/present.ts';
import type { Board } from './parts.ts';
import type { BoardReader } from './store.ts';

export function presentBoard(board: Board, { userId, role, mayDraw }: BoardReader): Answer<'createBoard'> {
  const isOwn = board.ownerId !== null && board.ownerId === userId;
  const isDrawingAllowed = role === 'moderator' || (!board.isLocked && (isOwn || mayDraw));
  return presentFields(BoardSchema, { ...board, isDrawingAllowed });
}
