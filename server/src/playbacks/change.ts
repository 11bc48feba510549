import type { Body } from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { createRoom, type Room, type RoomChanges, type RoomEffects, updateRoom } from '../rooms/rooms.ts';
import { changeContent } from './content.ts';
import type { WithRoom } from './present.ts';
import { insertPlayback, type PlaybackSettings, playbackByRoom, savePlaybackSettings } from './store.ts';

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

export async function createPlayback(
  db: Db,
  { spaceId, userId, body }: { spaceId: string; userId: string; body: Body<'createPlayback'> },
): Promise<WithRoom> {
  const settings = { ...roomChanges(body), name: body.name };
  const room = await createRoom(db, { spaceId, userId, kind: 'playback', body: settings }, (trx, { id }) =>
    insertPlayback(trx, { roomId: id, timelineId: newId(), ...ownSettings(body) }),
  );
  return reread(db, room);
}

export async function updatePlayback(
  db: Db,
  { room, body }: { room: Room; body: Given },
  effects: Pick<RoomEffects, 'onRoomChanging'>,
): Promise<WithRoom> {
  return inTransaction(db, async (trx) => {
    const changed = await updateRoom(trx, { room, body: roomChanges(body) }, effects);
    await savePlaybackSettings(trx, room.id, ownSettings(body));
    await changeContent(trx, room, body);
    return reread(trx, changed);
  });
}
