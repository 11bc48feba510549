import type { Db } from '../../platform/db/db.ts';
import { requestedPage } from '../../platform/db/page.ts';
import { refuse } from '../../platform/errors.ts';
import { checkedByHandler, type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { roomInPath } from '../../rooms/rooms.ts';
import { findChannelFor } from '../access.ts';
import { ensureRoomChannel } from '../channels/store.ts';
import type { ChatParts } from '../parts.ts';
import { createPoll, updatePoll } from './create.ts';
import {
  checkPollsAllowed,
  deletePoll,
  listPolls,
  moveToStatus,
  type PollPlace,
  pollInPath,
  readPoll,
} from './polls.ts';
import { presentPoll } from './present.ts';
import { channelOfPoll, pollById, pollsOfRoom } from './store.ts';
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
      const channelId = access.channel.id;
      const pollId = await createPoll(parts, by.db, { ...body, channelId, check: checkPollsAllowed });
      return readPoll(by.db, { ...access, channelId, pollId });
    },
  }),
  endpoint('startPoll', {
    access: pollInPath(parts),
    handle: ({ db, access }) => moveToStatus(parts, db, { ...access, to: 'in_progress' }),
  }),
  endpoint('stopPoll', {
    access: pollInPath(parts),
    handle: ({ db, access }) => moveToStatus(parts, db, { ...access, to: 'done' }),
  }),
  endpoint('votePoll', {
    access: checkedByHandler,
    handle: ({ body, ...by }) => vote(parts, by, body),
  }),
  endpoint('deletePoll', {
    access: pollInPath(parts),
    handle: ({ db, access }) => deletePoll(parts, db, access),
  }),
];

const forModerators = { isModerator: true };

/** Finds the poll in the path in the channel of the room in the path. */
async function roomPollInPath(
  request: Parameters<typeof roomInPath>[0] & { params: { pollId: string } },
): Promise<PollPlace> {
  const { channelId } = (await roomInPath(request)).room;
  const { pollId } = request.params;
  if ((await channelOfPoll(request.db, pollId)) !== channelId) refuse('not_found');
  return { channelId, pollId };
}

const readForModerators = async (db: Db, pollId: string) =>
  presentPoll((await pollById(db, pollId, null)) ?? refuse('not_found'), forModerators);

/**
 * Endpoints for the polls of a room on its page: prepared before a call, and changed until they start
 * (docs/decisions/0105).
 */
export const roomPollEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('listRoomPolls', {
    access: roomInPath,
    handle: async ({ db, access: { room }, query }) => {
      const { items, total } = await pollsOfRoom(db, room.channelId, requestedPage(query));
      return { items: items.map((poll) => presentPoll(poll, forModerators)), total };
    },
  }),
  endpoint('createRoomPoll', {
    access: roomInPath,
    handle: async ({ db, access: { room }, body }) => {
      const channelId = await ensureRoomChannel(db, room.id);
      return readForModerators(db, await createPoll(parts, db, { ...body, channelId }));
    },
  }),
  endpoint('updateRoomPoll', {
    access: roomPollInPath,
    handle: async ({ db, access, body }) => {
      await updatePoll(parts, db, { place: access, body });
      return readForModerators(db, access.pollId);
    },
  }),
  endpoint('deleteRoomPoll', {
    access: roomPollInPath,
    handle: ({ db, access }) => deletePoll(parts, db, access),
  }),
];
