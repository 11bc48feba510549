import type { Muting, RoleChange } from '../../participants/participants.ts';
import type { Db } from '../../platform/db/db.ts';
import { publishToUser } from '../changes.ts';
import type { ChatParts } from '../parts.ts';
import { usersOfParticipants } from './store.ts';

/** Notifies the pages of people in a call that they became moderators there, or are not any more. */
export async function publishRoleChanges(
  parts: Pick<ChatParts, 'socket'>,
  db: Db,
  changes: RoleChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const users = await usersOfParticipants(
    db,
    changes.map(({ participantId }) => participantId),
  );
  for (const { participantId, roomId, role } of changes) {
    const userId = users.get(participantId);
    if (userId === undefined) continue;
    publishToUser(parts, userId, { event: 'role-changed', payload: { participantId, roomId, role } });
  }
}

/** Notifies the pages of people in a call that a moderator turns a source of theirs off. */
export async function publishMuting(
  parts: Pick<ChatParts, 'socket'>,
  db: Db,
  { participantIds, ...muting }: Muting,
): Promise<void> {
  if (participantIds.length === 0) return;
  for (const [participantId, userId] of await usersOfParticipants(db, participantIds)) {
    publishToUser(parts, userId, { event: 'muted-in-call', payload: { participantId, ...muting } });
  }
}
