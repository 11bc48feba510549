import type { Db } from '../../platform/db/db.ts';
import { type ModerationParts, tryInEngine } from './moderate.ts';
import { standingsIn } from './standing.ts';
import { participantsOfAccount, type RoleChange, updateRoles } from './store.ts';

/** The result of a changed role in the group or a room. */
export interface RoleChangeResult {
  changed: RoleChange[];
  /** All participants of the account in the group's rooms, whose permissions in the chat may have changed. */
  participantIds: string[];
}

/**
 * Applies a changed role in running calls at once, and removes an account from the calls of private rooms where it
 * has no role left. If the media server is down, the next reconciliation does it.
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
