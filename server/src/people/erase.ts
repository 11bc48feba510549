import { eraseLinks } from '../access-links/access-links.ts';
import { type ChatParts, eraseFromChat } from '../chat/chat.ts';
import { eraseParticipants } from '../participants/participants.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { allowLongStatements, deletionSeconds } from '../platform/db/limits.ts';
import type { Erasing } from '../platform/erasing.ts';
import { refuse } from '../platform/errors.ts';
import { forgetAnswers } from '../platform/idempotency/store.ts';
import { newId } from '../platform/ids.ts';
import { eraseFromRecords } from '../records/records.ts';

export interface PeopleParts {
  socket: ChatParts['socket'];
  /** In the transaction that revokes links: nobody waits by them any more. */
  onLinksRevoking: (trx: Db, linkIds: string[]) => Promise<void>;
  /** After links were revoked: whoever entered by them is removed. */
  onLinksRevoked: (db: Db, linkIds: string[]) => Promise<void>;
}

/**
 * Erases the person that an integrator knows by this id, in the groups that this account owns. They stay one person
 * under an id that means nothing, so that what is counted stays true; 404 where nobody there has the id.
 */
export async function erasePerson(
  parts: PeopleParts,
  db: Db,
  person: Pick<Erasing, 'ownerId' | 'externalUserId'>,
): Promise<void> {
  const erasing: Erasing = { ...person, erasedId: `erased:${newId()}` };
  const revoked = await inTransaction(db, async (trx) => {
    await allowLongStatements(trx, deletionSeconds);
    const linkIds = await eraseLinks(trx, erasing);
    const participantIds = await eraseParticipants(trx, erasing, linkIds);
    // Before the chat, as a recording that tells its room: records are held before channels.
    await eraseFromRecords(trx, erasing, participantIds);
    const userIds = await eraseFromChat(parts, trx, { erasing, participantIds });
    if (linkIds.length + participantIds.length + userIds.length === 0) refuse('not_found');
    await parts.onLinksRevoking(trx, linkIds);
    await forgetAnswers(trx, [...participantIds, ...userIds]);
    return linkIds;
  });
  await parts.onLinksRevoked(db, revoked);
}
