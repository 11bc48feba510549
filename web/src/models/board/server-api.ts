import type { Answer, Body } from '../../../../contract/routes.ts';
import { api } from '../../api/api.ts';
import type { CallEntry } from '../call/call-contract.ts';
import type { BoardApi } from './board.ts';

export type Board = Answer<'createBoard'>;

/** The server operations that the boards of a room use. The page passes the SDK's client, tests a fake. */
export type BoardsApi = BoardApi & {
  list: () => Promise<readonly Board[]>;
  create: (body: Body<'createBoard'>) => Promise<Board>;
  update: (boardId: string, body: Body<'updateBoard'>) => Promise<Board>;
  clear: (boardId: string) => Promise<unknown>;
  remove: (boardId: string) => Promise<unknown>;
};

/** Uses the participant's own token. */
export function boardsApi({ spaceId, roomId, participantToken }: CallEntry): BoardsApi {
  const client = api(participantToken);
  const room = { spaceId, roomId };
  return {
    read: (boardId, since) =>
      client.listBoardElements({ ...room, boardId, query: since === undefined ? {} : { since } }),
    // At most 540 boards are in a room, and an answer has up to 1,000.
    list: async () => (await client.listBoards(room)).items,
    create: (body) => client.createBoard({ ...room, body }),
    update: (boardId, body) => client.updateBoard({ ...room, boardId, body }),
    clear: (boardId) => client.clearBoard({ ...room, boardId }),
    remove: (boardId) => client.deleteBoard({ ...room, boardId }),
  };
}
