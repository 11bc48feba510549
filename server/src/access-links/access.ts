import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import { anyRoomInPath } from '../rooms/rooms.ts';
import { type AccessLink, linkById } from './store.ts';

interface OfLink {
  db: Db;
  caller: Caller;
  params: { spaceId: string; roomId: string; linkId: string };
  least: 'lead';
}

/** Finds a link of a room that the caller leads. @throws Refusal 404 for a link of another room */
export async function ledLink({ db, params, ...by }: OfLink): Promise<AccessLink> {
  await anyRoomInPath({ db, params, ...by });
  const link = await linkById(db, params.linkId);
  return link?.roomId === params.roomId ? link : refuse('not_found');
}
