import { requestedPage } from '../platform/db/page.ts';
import { refuse } from '../platform/errors.ts';
import { ContentAnswer, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { roomInPath } from '../rooms/rooms.ts';
import { boardReader, leader, ledBoard, seenBoard } from './access.ts';
import { clearBoard, deleteBoard, updateBoard, updateDrawing } from './change.ts';
import { createBoard } from './create.ts';
import { readElements } from './elements.store.ts';
import type { BoardParts } from './parts.ts';
import { presentBoard } from './present.ts';
import { listBoards } from './store.ts';

export const boardEndpoints = (parts: BoardParts): Endpoint[] => [
  endpoint('listBoards', {
    access: boardReader,
    handle: async ({ db, params: { roomId }, query, access: reader }) => {
      const { items, total } = await listBoards(db, { roomId, reader }, requestedPage(query, 'asc'));
      return { items: items.map((board) => presentBoard(board, reader)), total };
    },
  }),
  endpoint('createBoard', {
    access: boardReader,
    handle: async ({ db, params: { roomId }, body, access: reader }) =>
      presentBoard(await createBoard(parts, db, { roomId, reader, body }), reader),
  }),
  endpoint('updateBoard', {
    access: ledBoard,
    handle: async ({ db, params: { boardId }, body, access: room }) => {
      const { id: roomId, channelId } = room;
      return presentBoard(await updateBoard(parts, db, { ...body, roomId, channelId, boardId }), leader);
    },
  }),
  endpoint('deleteBoard', {
    access: ledBoard,
    handle: ({ db, params: { boardId }, access: room }) =>
      deleteBoard(parts, db, { roomId: room.id, channelId: room.channelId, boardId }),
  }),
  endpoint('listBoardElements', {
    access: seenBoard,
    handle: async ({ db, params: { boardId }, query }) => {
      const { seq, isWhole, elements } =
        (await readElements(db, boardId, query.since)) ?? refuse('not_found');
      // The database writes the elements as JSON: a full board has 8 MB.
      const head = JSON.stringify({ boardId, seq, isWhole }).slice(0, -1);
      return new ContentAnswer(
        Buffer.from(`${head},"elements":${elements}}`),
        'application/json; charset=utf-8',
      );
    },
  }),
  endpoint('clearBoard', {
    access: ledBoard,
    handle: ({ db, params: { boardId }, access: room }) =>
      clearBoard(parts, db, { roomId: room.id, channelId: room.channelId, boardId }),
  }),
  endpoint('updateDrawing', {
    access: roomInPath,
    handle: ({ db, params: { roomId, participantId }, body }) =>
      updateDrawing(parts, db, { roomId, participantId, isAllowed: body.isAllowed }),
  }),
];
