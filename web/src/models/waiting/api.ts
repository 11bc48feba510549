import { api } from '../../api/api.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { CallEntry } from '../call/call-contract.ts';

export type WaitingStatus = 'waiting' | 'admitted' | 'refused' | 'removed';

/** What somebody who waits asks of the server. The SDK's client is behind it in the page, a fake in tests. */
export type OwnWaitingApi = {
  /** Also tells the server that the person is still there: at least every 20 s. */
  standing: () => Promise<WaitingStatus>;
  socketToken: () => Promise<string>;
};

/** Somebody who asks to be let in; `since` in milliseconds. */
export type WaitingPerson = { id: string; name: string; since: number };

/** What moderators ask of the server about those who wait. */
export type WaitingRoomApi = {
  /** Who waits, those who came first at the top. */
  list: () => Promise<WaitingPerson[]>;
  admit: (participantId: string) => Promise<void>;
  refuse: (participantId: string) => Promise<void>;
  admitAll: () => Promise<void>;
};

/** With the participant's own session. */
export function ownWaitingApi({ spaceId, participantId, participantToken }: CallEntry): OwnWaitingApi {
  const client = api(participantToken);
  return {
    standing: async () => (await client.getParticipant({ spaceId, participantId })).status,
    socketToken: async () => (await client.getSocketToken()).token,
  };
}

export function waitingRoomApi({ spaceId, roomId, participantToken }: CallEntry): WaitingRoomApi {
  const client = api(participantToken);
  const discard = async (answer: Promise<unknown>): Promise<void> => void (await answer);
  return {
    list: async () => {
      const query = { status: 'waiting', order: 'asc' } as const;
      const { items } = await client.listParticipants({ spaceId, roomId, query });
      return items.map(({ id, name, createdAt }) => ({
        id,
        name: plainName(name) || id,
        since: Date.parse(createdAt),
      }));
    },
    admit: (participantId) => discard(client.admitParticipant({ spaceId, participantId })),
    refuse: (participantId) => discard(client.refuseParticipant({ spaceId, participantId })),
    admitAll: () => discard(client.admitEverybody({ spaceId, roomId })),
  };
}
