import { revokeLinksBy } from '../../access-links/access-links.ts';
import { credentialIdsOf, type Notify, readerOf } from '../../auth/auth.ts';
import type { ParticipantEffects } from '../../participants/participants.ts';
import type { Db } from '../../platform/db/db.ts';
import { allowLongStatements, deletionSeconds } from '../../platform/db/limits.ts';
import { runAll } from '../../platform/effects.ts';
import { refuse } from '../../platform/errors.ts';
import { forgetAnswers } from '../../platform/idempotency/store.ts';
import { revokeRecordLinksBy } from '../../records/records.ts';
import type { RoomEffects } from '../../rooms/rooms.ts';
import { revokeInvitesBy, type SpaceDeletion } from '../../spaces/spaces.ts';
import { deleteUser, findUser, isLastUser, lockUserForUpdate, type UserRow } from '../../users/users.ts';
import { eraseEverywhere, type PeopleParts } from '../erase.ts';
import { type OwnedSpaces, settleSpaces, type Transfer } from './owned-spaces.ts';

export interface DeletionParts
  extends PeopleParts,
    Pick<SpaceDeletion, 'onSpaceDeleting'>,
    Pick<RoomEffects, 'onRoleChanged'>,
    Pick<ParticipantEffects, 'onPeopleChanged'> {
  notify: Notify;
}

export interface DeletionWish {
  spaces: OwnedSpaces;
  /** Whether the access links that the account created stay valid. */
  keepsLinks: boolean;
}

/** A deleted account, and what has to follow the commit. */
export interface DeletedAccount {
  user: UserRow;
  linkIds: string[];
  participantIds: string[];
  transferred: (Transfer & { name: string })[];
  deletedSpaces: number;
}

/**
 * Deletes an account in one transaction: its groups pass to members or are hidden, what it created ends, and it is
 * erased from the groups of others. Its sign-ins, tokens, client, roles and queued emails are deleted with
 * its row (docs/decisions/0084).
 * @throws Refusal
 */
export async function deleteAccount(
  parts: DeletionParts,
  trx: Db,
  { userId, spaces, keepsLinks }: DeletionWish & { userId: string },
): Promise<DeletedAccount> {
  await allowLongStatements(trx, deletionSeconds);
  const isLast = await isLastUser(trx, userId);
  // Waits for requests that create something as this account.
  const user = (await lockUserForUpdate(trx, userId)) ?? refuse('unauthorized');
  if (isLast) refuse('last_account');
  const { transferred, deletedSpaces } = await settleSpaces(parts, trx, { userId, spaces });
  await revokeInvitesBy(trx, { userId });
  const linkIds = keepsLinks ? [] : await revokeLinksBy(trx, { userId });
  if (!keepsLinks) await revokeRecordLinksBy(trx, { userId });
  await runAll(trx, parts.onLinksRevoking, linkIds);
  const { participantIds } = await eraseEverywhere(parts, trx, { userId });
  await forgetAnswers(trx, [userId, ...(await credentialIdsOf(trx, userId))]);
  await deleteUser(trx, userId);
  return { user, linkIds, participantIds, transferred, deletedSpaces };
}

/** Runs after the commit: running calls and open pages follow, and emails tell the people concerned. */
export async function followDeletion(
  parts: DeletionParts,
  db: Db,
  { user, linkIds, participantIds, transferred, deletedSpaces, language }: DeletedAccount & Language,
): Promise<void> {
  const spaces = { deletedSpaces, transferredSpaces: transferred.length };
  const reader = { ...readerOf(user), ...(language !== undefined && { acceptLanguage: language }) };
  parts.notify(reader, { about: 'account-deleted', ...spaces });
  for (const { userId, name } of transferred) {
    const owner = await findUser(db, userId);
    const occasion = { about: 'group-received', group: name, formerOwner: user.username } as const;
    if (owner) parts.notify(readerOf(owner), occasion);
  }
  for (const { spaceId, userId } of transferred) await runAll(db, parts.onRoleChanged, { spaceId, userId });
  await runAll(db, parts.onLinksRevoked, linkIds);
  await runAll(db, parts.onPeopleChanged, participantIds);
}

interface Language {
  /** The `Accept-Language` of the request; without one, the language of the last sign-in. */
  language?: string;
}
