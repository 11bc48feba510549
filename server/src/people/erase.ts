import { eraseLinks } from '../access-links/access-links.ts';
import { type ChatParts, eraseFromChat } from '../chat/chat.ts';
import { eraseParticipants } from '../participants/participants.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { allowLongStatements, deletionSeconds } from '../platform/db/limits.ts';
import type { ErasedPerson, Erasing } from '../platform/erasing.ts';
import { refuse } from '../platform/errors.ts';
import { forgetAnswers } from '../platform/idempotency/store.ts';
import { newId } from '../platform/ids.ts';
import { eraseOriginalNames, eraseReminders } from '../playbacks/playbacks.ts';
import { eraseFromRecords } from '../records/records.ts';
import { eraseFromTranscripts } from '../transcription/transcription.ts';

export interface PeopleParts {
  socket: ChatParts['socket'];
  /** Runs in the transaction that revokes the links: ends the waiting of participants who came by them. */
  onLinksRevoking: (trx: Db, linkIds: string[]) => Promise<void>;
  /** Runs after the links were revoked: removes participants who entered by them from their calls. */
  onLinksRevoked: (db: Db, linkIds: string[]) => Promise<void>;
}

/** The erased rows of a person. */
interface Erased {
  linkIds: string[];
  participantIds: string[];
  /** Their chat users. */
  userIds: string[];
}

/** Erases a person from every feature. A random id replaces theirs in all rows, so that they still count as one person. */
export async function eraseEverywhere(
  parts: Pick<PeopleParts, 'socket'>,
  trx: Db,
  person: ErasedPerson,
): Promise<Erased> {
  const erasing: Erasing = { ...person, erasedId: `erased:${newId()}` };
  await allowLongStatements(trx, deletionSeconds);
  const linkIds = await eraseLinks(trx, erasing);
  const participantIds = await eraseParticipants(trx, erasing, linkIds);
  // Lock order: records before channels, as when a recording publishes to its room.
  await eraseFromRecords(trx, erasing, participantIds);
  await eraseFromTranscripts(trx, participantIds);
  const userIds = await eraseFromChat(parts, trx, { erasing, participantIds });
  await eraseOriginalNames(trx, userIds);
  await eraseReminders(trx, participantIds);
  await forgetAnswers(trx, [...participantIds, ...userIds]);
  return { linkIds, participantIds, userIds };
}

/**
 * Erases the person with this external id in the groups that this account owns.
 * @throws Refusal 404 if nobody in these groups has the id
 */
export async function erasePerson(
  parts: PeopleParts,
  db: Db,
  person: { ownerId: string; externalUserId: string },
): Promise<void> {
  const revoked = await inTransaction(db, async (trx) => {
    const { linkIds, participantIds, userIds } = await eraseEverywhere(parts, trx, person);
    if (linkIds.length + participantIds.length + userIds.length === 0) refuse('not_found');
    await parts.onLinksRevoking(trx, linkIds);
    return linkIds;
  });
  await parts.onLinksRevoked(db, revoked);
}
