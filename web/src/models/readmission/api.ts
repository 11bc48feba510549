import { api, discard } from '../../api/api.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { CallEntry } from '../call/call-contract.ts';

/** Somebody who may not enter the running call any more. */
export type RemovedPerson = { id: string; name: string };

/** The operations of moderators for people who are not in the call. */
type ReadmissionApi = {
  removed: () => Promise<readonly RemovedPerson[]>;
  readmit: (participantId: string) => Promise<void>;
  /** The person may open their link in another browser. */
  releaseLink: (participantId: string) => Promise<void>;
};

export function readmissionApi({ spaceId, roomId, participantToken }: CallEntry): ReadmissionApi {
  const client = api(participantToken);
  return {
    removed: async () => {
      const query = { status: 'removed', limit: 200 } as const;
      const { items } = await client.listParticipants({ spaceId, roomId, query });
      return items.map(({ id, name }) => ({ id, name: plainName(name) || id }));
    },
    readmit: (participantId) => discard(client.readmitParticipant({ spaceId, participantId })),
    releaseLink: (participantId) => discard(client.releaseParticipantLink({ spaceId, participantId })),
  };
}
