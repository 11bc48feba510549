import type { Body } from '../../../contract/routes.ts';
import type { FileStore } from '../engines/files/files.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { runAll } from '../platform/effects.ts';
import { refuse } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { newId } from '../platform/ids.ts';
import { cacheAddresses } from '../records/records.ts';
import {
  createRoom,
  deleteRoom,
  listRooms,
  type Room,
  type RoomChanges,
  type RoomEffects,
  updateRoom,
} from '../rooms/rooms.ts';
import { spaceOf } from '../spaces/spaces.ts';
import { playbackInPath } from './access.ts';
import { changeContent } from './content.ts';
import { type Pictures, presentPlayback, presentPlaybacks, type WithRoom } from './present.ts';
import {
  insertPlayback,
  type PlaybackSettings,
  playbackByRoom,
  playbacksByRooms,
  savePlaybackSettings,
} from './store.ts';
import { originalChatEndpoints } from './timeline/original-chat.ts';
import { timelineEndpoints } from './timeline/timeline.ts';

export interface PlaybackParts
  extends Pick<RoomEffects, 'onRoomChanging' | 'onRoomChanged' | 'onRoomDeleting'> {
  files: Pick<FileStore, 'addressOf'>;
}

export const playbackEndpoints = (parts: PlaybackParts): Endpoint[] => [
  ...ownEndpoints(cacheAddresses(parts.files), parts),
  ...timelineEndpoints,
  ...originalChatEndpoints,
];

type Given = Body<'updatePlayback'>;

/** The fields of the request that belong to the room. Rooms have more, which a webinar does not. */
const roomChanges = (body: Given): RoomChanges => ({
  name: body.name,
  type: body.type,
  isPublic: body.isPublic,
  redirectUrl: body.redirectUrl,
  joinSettings: body.joinSettings,
  joinSettingsFields: body.joinSettingsFields,
  joinSettingsCustomFields: body.joinSettingsCustomFields,
});

const ownSettings = ({ isChatReplayed, isReplayAllowed, replayDays }: Given): PlaybackSettings => ({
  ...(isChatReplayed !== undefined && { isChatReplayed }),
  ...(isReplayAllowed !== undefined && { isReplayAllowed }),
  ...(replayDays !== undefined && { replayDays }),
});

const reread = async (db: Db, room: Room): Promise<WithRoom> => ({
  room,
  playback: (await playbackByRoom(db, room.id)) ?? refuse('not_found'),
});

const ownEndpoints = (pictures: Pictures, parts: PlaybackParts): Endpoint[] => [
  endpoint('createPlayback', {
    access: spaceOf,
    handle: async ({ db, caller: { userId }, params: { spaceId }, body }) => {
      const settings = { ...roomChanges(body), name: body.name };
      const room = await createRoom(
        db,
        { spaceId, userId, kind: 'playback', body: settings },
        (trx, { id }) => insertPlayback(trx, { roomId: id, timelineId: newId(), ...ownSettings(body) }),
      );
      return presentPlayback({ db, pictures }, await reread(db, room));
    },
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
  endpoint('getPlayback', {
    access: playbackInPath,
    handle: ({ db, access }) => presentPlayback({ db, pictures }, access),
  }),
  endpoint('updatePlayback', {
    access: playbackInPath,
    handle: async ({ db, access, body }) => {
      const changed = await inTransaction(db, async (trx) => {
        const room = await updateRoom(trx, { room: access.room, body: roomChanges(body) }, parts);
        await savePlaybackSettings(trx, room.id, ownSettings(body));
        await changeContent(trx, room, body);
        return reread(trx, room);
      });
      await runAll(db, parts.onRoomChanged, changed.room);
      return presentPlayback({ db, pictures }, changed);
    },
  }),
  endpoint('deletePlayback', {
    access: playbackInPath,
    handle: ({ db, access }) => deleteRoom(db, access.room, parts),
  }),
];
