import {
  CallPermissions,
  callPermissionNames,
  mostCurrentRooms,
} from '../../../contract/operations/rooms.ts';
import { after } from '../platform/clock.ts';
import { requestedPage } from '../platform/db/page.ts';
import { runAll } from '../platform/effects.ts';
import { accountOf } from '../platform/http/access/caller.ts';
import { type Endpoint, endpoint, openToAll } from '../platform/http/endpoint.ts';
import { presentFields } from '../platform/present.ts';
import { spaceOf } from '../spaces/spaces.ts';
import { highestRoleIn, isRoomLeader, roomByAlias, roomInPath } from './access.ts';
import { createRoom, deleteRoom, type RoomParts, updateRoom } from './change.ts';
import { presentRoom } from './present.ts';
import { roleEndpoints } from './roles.routes.ts';
import { listCurrentRooms, listRooms } from './store.ts';

/** How far ahead `listCurrentRooms` looks. */
const weekMs = 7 * 24 * 60 * 60 * 1000;

export const roomEndpoints = (parts: RoomParts): Endpoint[] => [
  ...ownEndpoints(parts),
  ...roleEndpoints(parts),
];

const ownEndpoints = (parts: RoomParts): Endpoint[] => [
  endpoint('createRoom', {
    access: spaceOf,
    handle: async ({ db, caller, params, body }) => {
      const room = await createRoom(db, { ...params, userId: caller.userId, kind: 'room', body });
      return presentRoom(room, 'owner');
    },
  }),
  endpoint('listRooms', {
    access: spaceOf,
    handle: async ({ db, caller, params, query, access }) => {
      const { items, total } = await listRooms(db, params.spaceId, {
        kind: 'room',
        userId: accountOf(caller),
        leadsSpace: isRoomLeader(access.role),
        search: query.search,
        page: requestedPage(query),
      });
      return { items: items.map((seen) => presentRoom(seen.room, highestRoleIn(seen))), total };
    },
  }),
  endpoint('listCurrentRooms', {
    access: openToAll,
    handle: async ({ db, caller }) => {
      const { userId } = caller;
      const found = await listCurrentRooms(db, { userId, until: after(weekMs), limit: mostCurrentRooms });
      const items = found.map(({ seen, spaceName }) => ({
        spaceName,
        room: presentRoom(seen.room, highestRoleIn(seen)),
      }));
      return { items };
    },
  }),
  endpoint('getRoom', {
    access: roomInPath,
    handle: async ({ access }) => presentRoom(access.room, access.role),
  }),
  endpoint('updateRoom', {
    access: roomInPath,
    handle: async ({ db, access, body }) => {
      const room = await updateRoom(db, { room: access.room, body }, parts);
      await runAll(db, parts.onRoomChanged, room);
      return presentRoom(room, access.role);
    },
  }),
  endpoint('updateCallPermissions', {
    access: roomInPath,
    handle: async ({ db, access, body }) => {
      // The body may name other fields of the room, which this caller must not change.
      const permissions = Object.fromEntries(callPermissionNames.map((name) => [name, body[name]]));
      const room = await updateRoom(db, { room: access.room, body: permissions }, parts);
      // Rechecking the chat reads the rights of each person in it, which a switch for media changes for none.
      const concernsChat = body.isChatAllowed !== undefined;
      await runAll(db, concernsChat ? parts.onRoomChanged : parts.onMediaRightsChanged, room);
      return presentFields(CallPermissions, room.flags);
    },
  }),
  endpoint('deleteRoom', {
    access: roomInPath,
    handle: async ({ db, access }) => {
      await deleteRoom(db, access.room, parts);
    },
  }),
  endpoint('getRoomByAlias', {
    access: ({ db, caller, params }) => roomByAlias(db, caller, params.alias),
    handle: async ({ access }) => presentRoom(access.room, access.role),
  }),
];
