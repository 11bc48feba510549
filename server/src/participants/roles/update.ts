import type { Body } from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import { refuse } from '../../platform/errors.ts';
import { lockRoom } from '../../rooms/rooms.ts';
import type { ParticipantEffects } from '../effects.ts';
import type { Participant } from '../participant.ts';
import { participantById } from '../store.ts';
import { tryInEngine } from './moderate.ts';
import { applyNewRoles, type RoleParts } from './roles.ts';
import { giveName, giveRole, isLeaderByAccount } from './store.ts';

const reread = async (db: Db, id: string): Promise<Participant> =>
  (await participantById(db, id)) ?? refuse('not_found');

/**
 * Gives a person in the call another name, or another role until the end of the call (docs/decisions/0096).
 */
export async function updateParticipant(
  db: Db,
  parts: RoleParts & Pick<ParticipantEffects, 'onRenamed'>,
  { id, roomId, body }: { id: string; roomId: string; body: Body<'updateParticipant'> },
): Promise<Participant> {
  const { isRenamed, hasNewRole } = await inTransaction(db, async (trx) => {
    // The end of the call locks the room, and ends given roles.
    if (!(await lockRoom(trx, roomId))) refuse('not_found');
    return writeChanges(trx, await reread(trx, id), body);
  });
  const after = await reread(db, id);
  const { name, role } = after;
  if (isRenamed) {
    await tryInEngine(parts, () => parts.engine.setName(roomId, id, name));
    await runAll(db, parts.onRenamed, id);
  }
  if (hasNewRole) await applyNewRoles(db, parts, [{ participantId: id, roomId, role }]);
  return after;
}

async function writeChanges(trx: Db, before: Participant, { name, role }: Body<'updateParticipant'>) {
  const isRenamed = name !== undefined && name.trim() !== before.name;
  const isRoleNew = role !== undefined && role !== before.role;
  if (!isRenamed && !isRoleNew) return { isRenamed: false, hasNewRole: false };
  if (!before.isInCall || before.removedAt) refuse('participant_not_in_call');
  if (isRenamed) await giveName(trx, before.id, name.trim());
  if (!isRoleNew) return { isRenamed, hasNewRole: false };
  if (await isLeaderByAccount(trx, before.id)) refuse('leads_room');
  return { isRenamed, hasNewRole: await giveRole(trx, before.id, role) };
}
