import type { Permission } from '../../../contract/permissions/permission.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { Asking } from '../platform/http/endpoint.ts';
import { findRoomFor, type RoomAccess, roomById } from '../rooms/rooms.ts';
import { type PlaybackWithVideo, playbackByRoom } from './store.ts';

/** An automatic webinar with its room, and what the caller may do there. */
export interface PlaybackAccess extends RoomAccess {
  playback: PlaybackWithVideo;
}

export type OfPlayback = Asking<{ spaceId: string; playbackId: string }> & {
  least: Permission<'playback'>['least'];
};

/**
 * Finds the playback in the path and checks the permission that the operation requires.
 * @throws Refusal 404 if the caller may not see it or the id is that of a room, 403 if their role is too low
 */
export async function playbackInPath({ db, caller, params, least }: OfPlayback): Promise<PlaybackAccess> {
  const { spaceId, playbackId: roomId } = params;
  const access = await findRoomFor(db, caller, { spaceId, roomId, least, kind: 'playback' });
  return { ...access, playback: (await playbackByRoom(db, roomId)) ?? refuse('not_found') };
}

/** Finds the playback without a permission check. */
export async function playbackById(
  db: Db,
  playbackId: string,
): Promise<Pick<PlaybackAccess, 'room' | 'playback'> | undefined> {
  const [room, playback] = [await roomById(db, playbackId), await playbackByRoom(db, playbackId)];
  return room && playback && { room, playback };
}
