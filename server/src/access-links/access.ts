import { refuse } from '../platform/errors.ts';
import type { Asking } from '../platform/http/endpoint.ts';
import { anyRoomInPath } from '../rooms/rooms.ts';
import { type AccessLink, linkById } from './store.ts';

/** Finds a link of a room that the caller leads. @throws Refusal 404 for a link of another room */
export async function ledLink(
  of: Asking<{ spaceId: string; roomId: string; linkId: string }, 'lead'>,
): Promise<AccessLink> {
  await anyRoomInPath(of);
  const link = await linkById(of.db, of.params.linkId);
  return link?.roomId === of.params.roomId ? link : refuse('not_found');
}
