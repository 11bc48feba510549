import type { Db } from '../../platform/db/db.ts';
import { afterwards, type ModerationParts } from './moderate.ts';
import { standingIn } from './standing.ts';
import { participantsOfAccount, type RoleChange, settleRoles } from './store.ts';

/** What followed from somebody's other role in the group or a room. */
export interface Followed {
  changed: RoleChange[];
  /** Everybody whom the account is in the group's rooms, and who may hear or do other things than before. */
  participantIds: string[];
}

/**
 * Somebody's role was written: in running calls they are at once what they are now, and whoever lost every part in a
 * private room is out of its call. Where the engine is away the next look at it makes up for it.
 */
export async function followRoles(
  db: Db,
  parts: ModerationParts,
  whose: { spaceId: string; userId: string },
): Promise<Followed> {
  const changed = await settleRoles(db, whose);
  const people = await participantsOfAccount(db, whose);
  for (const { id, roomId, isPresent } of people) {
    if (!isPresent) continue;
    const standing = (await standingIn(db, roomId, [id])).get(id);
    await afterwards(parts, async () => {
      if (!standing) return parts.engine.remove(roomId, id);
      await parts.engine.setPublishing(roomId, id, standing.publish);
      await parts.engine.setRole(roomId, id, standing.role);
    });
  }
  return { changed, participantIds: people.map(({ id }) => id) };
}
