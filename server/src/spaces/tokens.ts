import { mostSpaceTokens } from '../../../contract/operations/tokens.ts';
import { countSpaceTokens, makePersonalToken, type TokenWish } from '../auth/auth.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { serviceAccounts } from '../users/users.ts';
import { admitServiceAccount } from './members.store.ts';
import { lockSpace, type SpaceRow } from './store.ts';

/** The account of a group for which its tokens act. The first token of the group creates it. */
async function serviceAccountIn(trx: Db, space: SpaceRow): Promise<string> {
  const known = await serviceAccounts.of(trx, space.id);
  if (known) return known.id;
  const { id } = await serviceAccounts.create(trx, space);
  await admitServiceAccount(trx, { spaceId: space.id, userId: id });
  return id;
}

/** The account of a group that acts for programs of the group. @throws Refusal 404 if the group does not exist */
export async function ensureServiceAccount(db: Db, spaceId: string): Promise<string> {
  const known = await serviceAccounts.of(db, spaceId);
  if (known) return known.id;
  return inTransaction(db, async (trx) =>
    serviceAccountIn(trx, (await lockSpace(trx, spaceId)) ?? refuse('not_found')),
  );
}

/**
 * Creates a token of a group. It acts for the account of the group, so it survives a password reset of the person who
 * made it, and their departure (docs/decisions/0201).
 * @param ownerId the owner who asks for it; undefined: the operator does
 */
export async function makeSpaceToken(
  trx: Db,
  { spaceId, ownerId }: { spaceId: string; ownerId?: string },
  wish: TokenWish,
) {
  // Serializes requests for the group: none creates a second account, or a token of a group that is being deleted.
  const space = (await lockSpace(trx, spaceId)) ?? refuse('not_found');
  // Another request transferred the group meanwhile.
  if (ownerId !== undefined && space.owner_id !== ownerId) refuse('forbidden');
  if ((await countSpaceTokens(trx, spaceId)) >= mostSpaceTokens) refuse('too_many_tokens');
  const userId = await serviceAccountIn(trx, space);
  return makePersonalToken(
    trx,
    { userId, spaceId, ...(ownerId !== undefined && { createdBy: ownerId }) },
    wish,
  );
}
