import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { anybody, anybodyKnown, type Caller } from '../platform/http/caller.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { spaceFor } from '../spaces/spaces.ts';
import { accountOf } from '../users/users.ts';
import { roleIn, roomByAlias, roomFor, viewerOf } from './access.ts';
import { createRoom, deleteRoom, type RoomListeners, updateRoom } from './change.ts';
import { presentRoom } from './present.ts';
import { roleEndpoints } from './roles.routes.ts';
import { listRooms } from './store.ts';

/** The account that makes a room, where it leads the group. */
async function makerIn({ db, caller, params }: OfSpace): Promise<{ userId: string }> {
  await spaceFor(db, caller, { spaceId: params.spaceId, least: 'moderator' });
  return { userId: accountOf(caller) ?? refuse('forbidden') };
}

/** A group is listed to programs and accounts; who came by a link knows their own room. */
async function readerOf({ db, caller, params }: OfSpace): Promise<void> {
  await spaceFor(db, caller, { spaceId: params.spaceId, least: 'see' });
  if (caller.kind === 'link' || caller.kind === 'participant') refuse('forbidden');
}

interface OfSpace {
  db: Db;
  caller: Caller;
  params: { spaceId: string };
}

export const roomEndpoints = (listeners: RoomListeners): Endpoint[] => [
  ...ownEndpoints(listeners),
  ...roleEndpoints(listeners),
];

const ownEndpoints = (listeners: RoomListeners): Endpoint[] => [
  endpoint('createRoom', {
    callers: anybodyKnown,
    access: makerIn,
    handle: async ({ db, params, body, access }) => {
      const room = await createRoom(db, { ...params, userId: access.userId, body });
      return presentRoom(room, 'owner');
    },
  }),
  endpoint('listRooms', {
    callers: anybodyKnown,
    access: readerOf,
    handle: async ({ db, caller, params, query }) => {
      const { limit = 1000, offset = 0, order = 'desc' } = query;
      const page = { limit, offset, order };
      const { items, total } = await listRooms(db, params.spaceId, { viewer: viewerOf(caller), page });
      return { items: items.map((seen) => presentRoom(seen.room, roleIn(seen))), total };
    },
  }),
  endpoint('getRoom', {
    callers: anybodyKnown,
    access: ({ db, caller, params }) => roomFor(db, caller, { ...params, least: 'see' }),
    handle: async ({ access }) => presentRoom(access.room, access.role),
  }),
  endpoint('updateRoom', {
    callers: anybodyKnown,
    access: ({ db, caller, params }) => roomFor(db, caller, { ...params, least: 'lead' }),
    handle: async ({ db, access, body }) => {
      const room = await updateRoom(db, { room: access.room, body }, listeners);
      await listeners.onRoomChanged(db, room);
      return presentRoom(room, access.role);
    },
  }),
  endpoint('deleteRoom', {
    callers: anybodyKnown,
    access: async ({ db, caller, params }) => {
      const access = await roomFor(db, caller, { ...params, least: 'lead' });
      // A moderator of the room alone changes it; its end is for its owner and for who leads the group.
      if (access.role !== 'owner' && !access.leadsSpace) refuse('forbidden');
      return access;
    },
    handle: async ({ db, access }) => {
      await deleteRoom(db, access.room, listeners);
      return undefined;
    },
  }),
  endpoint('getRoomByAlias', {
    callers: anybody,
    access: ({ db, caller, params }) => roomByAlias(db, caller, params.alias),
    handle: async ({ access }) => presentRoom(access.room, access.role),
  }),
];
