import type { FileStore } from '../engines/files/files.ts';
import { runAll } from '../platform/effects.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { cacheAddresses } from '../records/records.ts';
import { deleteRoom, listRooms, type RoomEffects } from '../rooms/rooms.ts';
import { spaceOf } from '../spaces/spaces.ts';
import { playbackInPath } from './access.ts';
import { createPlayback, updatePlayback } from './change.ts';
import { type Pictures, presentPlayback, presentPlaybacks } from './present.ts';
import { playbacksByRooms } from './store.ts';
import { timelineEndpoints } from './timeline/routes.ts';

export interface PlaybackParts
  extends Pick<RoomEffects, 'onRoomChanging' | 'onRoomChanged' | 'onRoomDeleting'> {
  files: Pick<FileStore, 'addressOf'>;
}

export function playbackEndpoints(parts: PlaybackParts): Endpoint[] {
  const pictures = cacheAddresses(parts.files);
  return [...lists(pictures), ...single(pictures, parts)];
}

const lists = (pictures: Pictures): Endpoint[] => [
  endpoint('createPlayback', {
    access: spaceOf,
    handle: async ({ db, caller, params, body }) =>
      presentPlayback({ db, pictures }, await createPlayback(db, { ...params, userId: caller.userId, body })),
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
      const found = rooms.items.flatMap(({ room }) => {
        const playback = playbacks.get(room.id);
        // Deleted since the rooms were read.
        return playback ? [{ room, playback }] : [];
      });
      return { items: await presentPlaybacks({ db, pictures }, found), total: rooms.total };
    },
  }),
];

const single = (pictures: Pictures, parts: PlaybackParts): Endpoint[] => [
  endpoint('getPlayback', {
    access: playbackInPath,
    handle: ({ db, access }) => presentPlayback({ db, pictures }, access),
  }),
  endpoint('updatePlayback', {
    access: playbackInPath,
    handle: async ({ db, access, body }) => {
      const changed = await updatePlayback(db, { room: access.room, body }, parts);
      await runAll(db, parts.onRoomChanged, changed.room);
      return presentPlayback({ db, pictures }, changed);
    },
  }),
  endpoint('deletePlayback', {
    access: playbackInPath,
    handle: async ({ db, access }) => {
      await deleteRoom(db, access.room, parts);
      return undefined;
    },
  }),
  ...timelineEndpoints(),
];
