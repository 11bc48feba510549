import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { deleteRoom, listRooms, type RoomListeners } from '../rooms/rooms.ts';
import { spaceOf } from '../spaces/spaces.ts';
import { playbackInPath } from './access.ts';
import { createPlayback, updatePlayback } from './change.ts';
import { presentPlayback } from './present.ts';
import { playbacksByRooms } from './store.ts';

export const playbackEndpoints = (listeners: RoomListeners): Endpoint[] => [
  endpoint('createPlayback', {
    access: spaceOf,
    handle: async ({ db, caller, params, body }) =>
      presentPlayback(await createPlayback(db, { ...params, userId: caller.userId, body })),
  }),
  endpoint('listPlaybacks', {
    access: spaceOf,
    handle: async ({ db, caller, params, query }) => {
      const { limit = 1000, offset = 0, order = 'desc', search } = query;
      const of = { kind: 'playback', userId: caller.userId, leadsSpace: true, search } as const;
      const rooms = await listRooms(db, params.spaceId, { ...of, page: { limit, offset, order } });
      const playbacks = await playbacksByRooms(
        db,
        rooms.items.map(({ room }) => room.id),
      );
      const items = rooms.items.flatMap(({ room }) => {
        const playback = playbacks.get(room.id);
        // Deleted since the rooms were read.
        return playback ? [presentPlayback({ room, playback })] : [];
      });
      return { items, total: rooms.total };
    },
  }),
  endpoint('getPlayback', {
    access: playbackInPath,
    handle: async ({ access }) => presentPlayback(access),
  }),
  endpoint('updatePlayback', {
    access: playbackInPath,
    handle: async ({ db, access, body }) => {
      const changed = await updatePlayback(db, { room: access.room, body }, listeners);
      await listeners.onRoomChanged(db, changed.room);
      return presentPlayback(changed);
    },
  }),
  endpoint('deletePlayback', {
    access: playbackInPath,
    handle: async ({ db, access }) => {
      await deleteRoom(db, access.room, listeners);
      return undefined;
    },
  }),
];
