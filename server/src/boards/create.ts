import type { Body } from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { Refusal, refuse, refuseField } from '../platform/errors.ts';
import type { Board, BoardParts } from './parts.ts';
import { publishToReaders } from './publish.ts';
import {
  type BoardReader,
  findSameBoard,
  hasPage,
  insertBoard,
  lockRoomOfBoards,
  type NewBoard,
} from './store.ts';

interface Creating {
  roomId: string;
  reader: BoardReader;
  body: Body<'createBoard'>;
}

function newBoardOf({ roomId, reader, body }: Creating): NewBoard {
  const { kind, name = '', documentId = null, page = null } = body;
  const isOfPage = kind === 'page';
  if (kind !== 'personal' && reader.role !== 'moderator') refuse('forbidden');
  if (kind === 'personal' && reader.userId === null) refuse('not_joined');
  const given = { documentId, page };
  const details = Object.entries(given).flatMap(([path, value]) => {
    if (isOfPage === (value !== null)) return [];
    return [{ path, message: isOfPage ? 'is required for a page' : 'is only for a page' }];
  });
  if (details.length > 0) throw new Refusal('validation_failed', { details });
  return { roomId, kind, name, ...given, ownerId: kind === 'personal' ? reader.userId : null };
}

/**
 * Creates a board, and tells its readers; the one of a person or a page that exists stays as it is.
 * @throws Refusal 409 above the limit
 */
export async function createBoard(parts: BoardParts, db: Db, creating: Creating): Promise<Board> {
  const board = newBoardOf(creating);
  return inTransaction(db, async (trx) => {
    const channelId = (await lockRoomOfBoards(trx, board.roomId)) ?? refuse('not_found');
    if (board.kind === 'page' && !(await hasPage(trx, board)))
      refuseField('page', 'is no page of a document of this room');
    const known = await findSameBoard(trx, board);
    if (known) return known;
    const made = (await insertBoard(trx, board)) ?? refuse('too_many_boards');
    const event = { event: 'board-created', payload: { boardId: made.id, kind: made.kind } };
    await publishToReaders(parts, trx, { place: { ...made, channelId }, events: [event] });
    return made;
  });
}
