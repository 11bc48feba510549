import { api } from '../../api/api.ts';
import type { CallEntry } from '../call/call-contract.ts';
import type { BoardApi } from './board.ts';

/** Uses the participant's own token. */
export function boardApi({ spaceId, roomId, participantToken }: CallEntry): BoardApi {
  const client = api(participantToken);
  return {
    read: (boardId, since) =>
      client.listBoardElements({ spaceId, roomId, boardId, query: since === undefined ? {} : { since } }),
  };
}
