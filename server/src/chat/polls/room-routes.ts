import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { roomInPath } from '../../rooms/rooms.ts';
import { ensureRoomChannel } from '../channels/store.ts';
import type { ChatParts } from '../parts.ts';
import { createPoll, updatePoll } from './create.ts';
import { deletePoll, type PollPlace } from './polls.ts';
import { presentPoll } from './present.ts';
import { channelOfPoll, countPollsOf, pollById, pollsOfRoom } from './store.ts';

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
    handle: async ({ db, access: { room }, query: { limit = 1000, offset = 0, order = 'desc' } }) => ({
      items: (await pollsOfRoom(db, room.channelId, { limit, offset, order })).map((poll) =>
        presentPoll(poll, forModerators),
      ),
      total: await countPollsOf(db, room.channelId),
    }),
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
    handle: async ({ db, access }) => {
      await deletePoll(parts, db, access);
      return undefined;
    },
  }),
];
