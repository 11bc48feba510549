import type { Db } from '../../platform/db/db.ts';
import { filterShown, type ModerationParts, tryInEngine } from './moderate.ts';
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
  await tryInEngine(parts, async () => {
    for (const person of await filterShown(parts.engine, people)) await applyStanding(db, parts, person);
  });
  return { changed, participantIds: people.map(({ id }) => id) };
}

/** Gives participants whose stored role changed their rights in the media server. */
export async function applyNewRoles(db: Db, parts: ModerationParts, changed: RoleChange[]): Promise<void> {
  for (const { participantId: id, roomId } of changed) await applyStanding(db, parts, { id, roomId });
}

/** Applies the present role and rights of a participant in a call, or removes one who may not be in it. */
async function applyStanding(
  db: Db,
  parts: ModerationParts,
  { id, roomId }: { id: string; roomId: string },
): Promise<void> {
  const standing = (await standingsIn(db, roomId, [id])).get(id);
  await tryInEngine(parts, async () => {
    if (!standing) return parts.engine.remove(roomId, id);
    await parts.engine.setPublishing(roomId, id, standing.publish);
    await parts.engine.setRole(roomId, id, standing.role);
  });
}
