import { api, type Client, discard } from '../../api/api.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { CallEntry } from '../call/call-contract.ts';

type Participant = Awaited<ReturnType<Client['getParticipant']>>;

/** The own place, as the server reports it. */
export type WaitingStanding = Pick<Participant, 'status' | 'waitsFor' | 'opensAt' | 'waitingMessage'>;

/** The server operations of a waiting person. The page passes the SDK's client, tests a fake. */
export type OwnWaitingApi = {
  /** Also tells the server that the person is still there: at least every 20 s. */
  standing: () => Promise<WaitingStanding>;
  socketToken: () => Promise<string>;
};

/** A person who asks to join; `since` is in milliseconds. */
export type WaitingPerson = {
  id: string;
  name: string;
  since: number;
  waitsFor: Participant['waitsFor'];
  /** The message to everybody who waits. */
  message: string | null;
  /** The answers to the entry form. `title`: of a field that the room added. */
  answers: { field: string; title: string | null; value: string }[];
};

/** The server operations of moderators on waiting people. */
export type WaitingRoomApi = {
  /** The waiting people, the longest wait first. */
  list: () => Promise<WaitingPerson[]>;
  admit: (participantId: string) => Promise<void>;
  refuse: (participantId: string) => Promise<void>;
  admitAll: () => Promise<void>;
  refuseAll: () => Promise<void>;
  /** Replaces the message to everybody who waits; null removes it. Returns it as it is now. */
  setMessage: (text: string | null) => Promise<string | null>;
};

/** One paragraph, in which nothing changes the direction of the text around it. */
const plainMessage = (text: string | null): string | null => text && plainName(text);

/** Uses the participant's own session. */
export function ownWaitingApi({ spaceId, participantId, participantToken }: CallEntry): OwnWaitingApi {
  const client = api(participantToken);
  return {
    standing: async () => {
      const participant = await client.getParticipant({ spaceId, participantId });
      return { ...participant, waitingMessage: plainMessage(participant.waitingMessage) };
    },
    socketToken: async () => (await client.getSocketToken()).token,
  };
}

export function waitingRoomApi({ spaceId, roomId, participantToken }: CallEntry): WaitingRoomApi {
  const client = api(participantToken);
  return {
    list: async () => {
      const query = { status: 'waiting', order: 'asc' } as const;
      const { items } = await client.listParticipants({ spaceId, roomId, query });
      return items.map(({ id, name, createdAt, waitsFor, waitingMessage, answers }) => ({
        id,
        name: plainName(name) || id,
        since: Date.parse(createdAt),
        waitsFor,
        message: plainMessage(waitingMessage),
        answers: answers.map(({ field, title, value }) => ({
          field,
          title: title && plainName(title),
          value: plainName(value),
        })),
      }));
    },
    admit: (participantId) => discard(client.admitParticipant({ spaceId, participantId })),
    refuse: (participantId) => discard(client.refuseParticipant({ spaceId, participantId })),
    admitAll: () => discard(client.admitEverybody({ spaceId, roomId })),
    refuseAll: () => discard(client.refuseEverybody({ spaceId, roomId })),
    setMessage: async (text) => {
      const answer = await client.updateWaitingMessage({ spaceId, roomId, body: { text } });
      return plainMessage(answer.text);
    },
  };
}
