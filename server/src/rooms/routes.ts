import { refuse } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { spaceFor } from '../spaces/spaces.ts';
import { roleIn, roomByAlias, roomFor, viewerOf } from './access.ts';
import { createRoom, deleteRoom, type RoomListeners, updateRoom } from './change.ts';
import { presentRoom } from './present.ts';
import { listRooms } from './store.ts';

const accounts = ['user', 'personal'] as const;
const everybody = ['nobody', 'client', 'user', 'personal', 'link', 'participant'] as const;

export const roomEndpoints = (listeners: RoomListeners): Endpoint[] => [
  endpoint('createRoom', {
    callers: accounts,
    access: ({ db, caller, params }) => spaceFor(db, caller, { ...params, least: 'moderator' }),
    handle: async ({ db, caller, params, body }) => {
      const room = await createRoom(db, { ...params, userId: caller.userId, body });
      return presentRoom(room, 'owner');
    },
  }),
  endpoint('listRooms', {
    callers: ['client', 'user', 'personal'],
    access: ({ db, caller, params }) => spaceFor(db, caller, { ...params, least: 'see' }),
    handle: async ({ db, caller, params, query }) => {
      const { limit = 1000, offset = 0, order = 'desc' } = query;
      const page = { limit, offset, order };
      const { items, total } = await listRooms(db, params.spaceId, { viewer: viewerOf(caller), page });
      return { items: items.map((seen) => presentRoom(seen.room, roleIn(seen))), total };
    },
  }),
  endpoint('getRoom', {
    callers: ['client', 'user', 'personal', 'link', 'participant'],
    access: ({ db, caller, params }) => roomFor(db, caller, { ...params, least: 'see' }),
    handle: async ({ access }) => presentRoom(access.room, access.role),
  }),
  endpoint('updateRoom', {
    callers: accounts,
    access: ({ db, caller, params }) => roomFor(db, caller, { ...params, least: 'moderate' }),
    handle: async ({ db, access, body }) => {
      const room = await updateRoom(db, access.room, body);
      await listeners.onRoomChanged(db, room);
      return presentRoom(room, access.role);
    },
  }),
  endpoint('deleteRoom', {
    callers: accounts,
    access: async ({ db, caller, params }) => {
      const access = await roomFor(db, caller, { ...params, least: 'moderate' });
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
    callers: everybody,
    access: ({ db, caller, params }) => roomByAlias(db, caller, params.alias),
    handle: async ({ access }) => presentRoom(access.room, access.role),
  }),
];
