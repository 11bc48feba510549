import type { Db } from '../../platform/db/db.ts';
import { type ModerationParts, tryInEngine } from './moderate.ts';
import { standingsIn } from './standing.ts';
import { participantsOfAccount, type RoleChange, updateRoles } from './store.ts';

/** What followed from somebody's other role in the group or a room. */
export interface RoleChangeResult {
  changed: RoleChange[];
  /** Everybody whom the account is in the group's rooms, and who may hear or do other things than before. */
  participantIds: string[];
}

/**
 * Somebody's role was written: in running calls they are at once what they are now, and whoever lost every part in a
 * private room is out of its call. Where the engine is away the next reconciliation does it.
 */
export async function applyRoleChange(
  db: Db,
  parts: ModerationParts,
  whose: { spaceId: string; userId: string },
): Promise<RoleChangeResult> {
  const changed = await updateRoles(db, whose);
  const people = await participantsOfAccount(db, whose);
  for (const { id, roomId, isPresent } of people) {
    if (!isPresent) continue;
    const standing = (await standingsIn(db, roomId, [id])).get(id);
    await tryInEngine(parts, async () => {
      if (!standing) return parts.engine.remove(roomId, id);
      await parts.engine.setPublishing(roomId, id, standing.publish);
      await parts.engine.setRole(roomId, id, standing.role);
    });
  }
  return { changed, participantIds: people.map(({ id }) => id) };
}
