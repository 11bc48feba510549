import { eraseLinks, type LinkEffects } from '../access-links/access-links.ts';
import { eraseJoins } from '../bbb/bbb.ts';
import { eraseFromBoards } from '../boards/boards.ts';
import { type ChatParts, eraseFromChat } from '../chat/chat.ts';
import { eraseParticipants } from '../participants/participants.ts';
import { eraseFromAudit } from '../platform/audit/audit.store.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { allowLongStatements, deletionSeconds } from '../platform/db/limits.ts';
import { runAll } from '../platform/effects.ts';
import type { ErasedPerson, Erasing } from '../platform/erasing.ts';
import { refuse } from '../platform/errors.ts';
import { forgetAnswers } from '../platform/idempotency/store.ts';
import { newId } from '../platform/ids.ts';
import { eraseOriginalNames, eraseQuestions, eraseReminders } from '../playbacks/playbacks.ts';
import { eraseFromRecords } from '../records/records.ts';
import { eraseFromTranscripts } from '../transcription/transcription.ts';

export interface PeopleParts extends Pick<LinkEffects, 'onLinksRevoking' | 'onLinksRevoked'> {
  socket: ChatParts['socket'];
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
  await eraseJoins(trx, linkIds);
  const participantIds = await eraseParticipants(trx, erasing, linkIds);
  // Lock order: records before channels, as when a recording publishes to its room.
  await eraseFromRecords(trx, erasing, participantIds);
  await eraseFromTranscripts(trx, participantIds);
  const userIds = await eraseFromChat(parts, trx, { erasing, participantIds });
  await eraseFromBoards(trx, userIds);
  await eraseOriginalNames(trx, userIds);
  await eraseQuestions(trx, participantIds);
  await eraseReminders(trx, participantIds);
  if ('userId' in erasing) await eraseFromAudit(trx, erasing);
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
    await runAll(trx, parts.onLinksRevoking, linkIds);
    return linkIds;
  });
  await runAll(db, parts.onLinksRevoked, revoked);
}
