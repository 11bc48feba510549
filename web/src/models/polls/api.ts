import type { Answer, Body } from '../../../../contract/routes.ts';
import { api, discard } from '../../api/api.ts';
import type { CallEntry } from '../call/call-contract.ts';

export type Poll = Answer<'getPoll'>;
export type PollOption = Poll['options'][number];
export type PollAnswer = NonNullable<Poll['answers']>[number];
export type NewPoll = Omit<Body<'createPoll'>, 'channelId'>;
/** The answer of one person. */
export type PersonAnswer = Answer<'listRoomPollAnswers'>['items'][number]['answers'][number];

/** The server operations that polls use. The page passes the SDK's client, tests a fake. */
export type PollApi = {
  list: (channelId: string) => Promise<readonly Poll[]>;
  get: (pollId: string) => Promise<Poll>;
  create: (channelId: string, poll: NewPoll) => Promise<Poll>;
  start: (pollId: string) => Promise<Poll>;
  stop: (pollId: string) => Promise<Poll>;
  remove: (pollId: string) => Promise<void>;
  vote: (optionIds: readonly string[]) => Promise<readonly PollOption[]>;
  answer: (pollId: string, answer: string) => Promise<void>;
  /** For moderators of a room: changes a poll that has not started, and lists who answered what. */
  ofRoom?: {
    update: (pollId: string, poll: NewPoll) => Promise<Poll>;
    answers: (pollId: string) => Promise<readonly PersonAnswer[]>;
  };
};

/** Uses the participant's own token. */
export function pollApi({ participantToken, spaceId, roomId }: CallEntry, isRoom: boolean): PollApi {
  const client = api(participantToken);
  return {
    list: (channelId) => client.listPolls({ query: { channelId } }),
    get: (pollId) => client.getPoll({ pollId }),
    create: (channelId, poll) => client.createPoll({ body: { ...poll, channelId } }),
    start: (pollId) => client.startPoll({ pollId }),
    stop: (pollId) => client.stopPoll({ pollId }),
    remove: (pollId) => discard(client.deletePoll({ pollId })),
    vote: (ids) => client.votePoll({ body: { ids: [...ids] } }),
    answer: (pollId, answer) => discard(client.votePoll({ body: { poll_id: pollId, answer } })),
    ...(isRoom && {
      ofRoom: {
        update: (pollId, body) => client.updateRoomPoll({ spaceId, roomId, pollId, body }),
        answers: async (pollId) => {
          const { items } = await client.listRoomPollAnswers({ spaceId, roomId, query: { pollId } });
          return items[0]?.answers ?? [];
        },
      },
    }),
  };
}
