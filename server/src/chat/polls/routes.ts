import { checkedByHandler, type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { findChannelFor } from '../access.ts';
import type { ChatParts } from '../parts.ts';
import { createPoll } from './create.ts';
import { deletePoll, listPolls, pollInPath, pollPlaceOf, readPoll, startPoll, stopPoll } from './polls.ts';
import { vote } from './vote.ts';

/** Endpoints for polls: moderators create and run them, people who joined vote. */
export const pollEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('listPolls', {
    access: checkedByHandler,
    handle: async ({ query, least, ...by }) => {
      const access = await findChannelFor(parts, by, { channelId: query.channelId, least });
      return listPolls(by.db, access);
    },
  }),
  endpoint('getPoll', {
    access: async (request) => {
      const access = await pollInPath(parts)(request);
      return readPoll(request.db, access);
    },
    handle: async ({ access }) => access,
  }),
  endpoint('createPoll', {
    access: checkedByHandler,
    handle: async ({ body, least, ...by }) => {
      const access = await findChannelFor(parts, by, { channelId: String(body.channelId), least });
      const pollId = await createPoll(parts, by.db, { ...body, channelId: access.channel.id });
      return readPoll(by.db, { ...access, pollId });
    },
  }),
  endpoint('startPoll', {
    access: pollInPath(parts),
    handle: ({ db, access }) => startPoll(parts, db, access),
  }),
  endpoint('stopPoll', {
    access: pollInPath(parts),
    handle: ({ db, access }) => stopPoll(parts, db, access),
  }),
  endpoint('votePoll', {
    access: checkedByHandler,
    handle: ({ body, ...by }) => vote(parts, by, body),
  }),
  endpoint('deletePoll', {
    access: pollInPath(parts),
    handle: async ({ db, access }) => {
      await deletePoll(parts, db, pollPlaceOf(access));
      return undefined;
    },
  }),
];
