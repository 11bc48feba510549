import type { Answer } from '../../../../contract/routes.ts';
import { api } from '../../api/api.ts';
import type { CallEntry } from '../call/call-contract.ts';

/** The item that everybody in the room sees in the large tile. */
export type StageItem = Answer<'getStage'>;

/** The server operations that the stage uses. The page passes the SDK's client, tests a fake. */
export type StageApi = {
  read: () => Promise<StageItem>;
};

/** Uses the participant's own token. */
export function stageApi({ spaceId, roomId, participantToken }: CallEntry): StageApi {
  const client = api(participantToken);
  return { read: () => client.getStage({ spaceId, roomId }) };
}
