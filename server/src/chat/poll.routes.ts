import { type Endpoint, endpoint, open } from '../platform/http/endpoint.ts';
import { channelFor, chatters } from './access.ts';
import { createPoll } from './create-poll.ts';
import type { ChatParts } from './parts.ts';
import { deletePoll, listPolls, ofPoll, readPoll, startPoll, stopPoll } from './polls.ts';
import { vote } from './vote.ts';

/** Polls: made and led by moderators, answered by everybody who joined. */
export const pollEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('listPolls', {
    callers: chatters,
    access: open,
    handle: async ({ query, ...by }) => {
      const access = await channelFor(parts, by, { channelId: query.channelId, least: 'join' });
      return listPolls(by.db, access);
    },
  }),
  endpoint('getPoll', {
    callers: chatters,
    access: async (request) => {
      const access = await ofPoll(parts, 'join')(request);
      return readPoll(request.db, access);
    },
    handle: async ({ access }) => access,
  }),
  endpoint('createPoll', {
    callers: chatters,
    access: open,
    handle: async ({ body, ...by }) => {
      const place = { channelId: String(body.channelId), least: 'moderate' } as const;
      return createPoll(by.db, await channelFor(parts, by, place), body);
    },
  }),
  endpoint('startPoll', {
    callers: chatters,
    access: ofPoll(parts, 'moderate'),
    handle: ({ db, access }) => startPoll(parts, db, access),
  }),
  endpoint('stopPoll', {
    callers: chatters,
    access: ofPoll(parts, 'moderate'),
    handle: ({ db, access }) => stopPoll(parts, db, access),
  }),
  endpoint('votePoll', {
    callers: chatters,
    access: open,
    handle: ({ body, ...by }) => vote(parts, by, body),
  }),
  endpoint('deletePoll', {
    callers: chatters,
    access: ofPoll(parts, 'moderate'),
    handle: async ({ db, access }) => {
      await deletePoll(parts, db, access);
      return undefined;
    },
  }),
];
