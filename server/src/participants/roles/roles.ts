import type { Db } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import type { ParticipantEffects } from '../effects.ts';
import { reviewAdmissions } from '../waiting/waiting.ts';
import { filterShown, type ModerationParts, tryInEngine } from './moderate.ts';
import { standingsIn } from './standing.ts';
import { participantsOfAccount, type RoleChange, updateRoles } from './store.ts';

export interface RoleParts
  extends ModerationParts,
    Pick<ParticipantEffects, 'onPeopleChanged' | 'onRolesChanged'> {}

/**
 * Applies a changed role in the group or a room in running calls at once, and removes an account from the calls of
 * private rooms where it has no role left. If the media server is down, the next reconciliation does it. Permissions
 * in the chat may have changed for all participants of the account in the group's rooms.
 */
export async function applyRoleChange(
  db: Db,
  parts: ModerationParts & ParticipantEffects,
  whose: { spaceId: string; userId: string },
): Promise<void> {
  const changed = await updateRoles(db, whose);
  const people = await participantsOfAccount(db, whose);
  await tryInEngine(parts, async () => {
    for (const person of await filterShown(parts.engine, people)) await applyStanding(db, parts, person);
  });
  await reviewAdmissions(db, parts, whose);
  await runAll(
    db,
    parts.onPeopleChanged,
    people.map(({ id }) => id),
  );
  await runAll(db, parts.onRolesChanged, changed);
}

/** Gives participants whose stored role changed their rights in the media server and in the chat. */
export async function applyNewRoles(db: Db, parts: RoleParts, changed: RoleChange[]): Promise<void> {
  for (const { participantId: id, roomId } of changed) await applyStanding(db, parts, { id, roomId });
  await runAll(
    db,
    parts.onPeopleChanged,
    changed.map(({ participantId }) => participantId),
  );
  await runAll(db, parts.onRolesChanged, changed);
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
