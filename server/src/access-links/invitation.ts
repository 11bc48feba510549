import { after, seconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { CallerOf } from '../platform/http/access/caller.ts';
import type { Room } from '../rooms/rooms.ts';
import { generateAccess, type MadeLink } from './generate.ts';
import { leaderBehind, linkForEveryone } from './store.ts';

/** A link that ends sooner is no use to somebody who joins later. */
const shortestRest = seconds(60 * 60);
const lifeSeconds = 24 * 60 * 60;

type Inviting = {
  caller: CallerOf<['participant', 'personal', 'user', 'session']>;
  spaceId: string;
  room: Pick<Room, 'id' | 'name'>;
};

/**
 * The room's newest link for everyone, or a new one for a day. A moderator by a link makes it in the name of the account
 * that created their own link, while that account may.
 * @throws Refusal 403 for a moderator without such an account
 */
export async function inviteToRoom(db: Db, { caller, spaceId, room }: Inviting): Promise<MadeLink> {
  const createdBy =
    caller.kind === 'participant' ? await leaderBehind(db, caller.participantId) : caller.userId;
  if (!createdBy) return refuse('forbidden');
  const known = await linkForEveryone(db, room.id, after(shortestRest));
  if (known) return known;
  const body = {
    username: [...room.name].slice(0, 100).join(''),
    role: 'user',
    ttl: lifeSeconds,
    isPermanent: true,
    isNameAsked: true,
  } as const;
  const made = await generateAccess(db, { spaceId, roomId: room.id, createdBy, body }, undefined);
  return made ?? refuse('forbidden');
}
