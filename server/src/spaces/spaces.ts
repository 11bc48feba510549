/**
 * Groups, members and invitations. Owns `all_spaces`, `space_logos`, `space_members`, `claimed_memberships` and
 * `invites`;
 * other stores read the view `spaces`, without hidden groups. Announces `MemberParts`, `SpaceDeletion`.
 * Offers: the group in a path with the caller's role (`spaceOf`), the limit of its storage (`storage.ts`).
 * Listens to: the claims of a person who signs in by the provider (`claimed.ts`).
 * Look first: `brand/` keeps copies of logos; `delete.ts` hides a group and deletes it in batches; `members.ts` ends memberships and roles.
 */

import type { Permission } from '../../../contract/permissions/permission.ts';
import type { Db } from '../platform/db/db.ts';
import { Refusal } from '../platform/errors.ts';
import { accountOf, type Caller } from '../platform/http/access/caller.ts';
import type { Asking } from '../platform/http/endpoint.ts';
import { type SpaceRole, type SpaceWithRole, spaceWithRole } from './store.ts';

export { brandOfSpace, versionOf } from './brand/brand.store.ts';
export { hideSpace, type SpaceDeletion } from './delete.ts';
export { revokeUnusedBy as revokeInvitesBy } from './invites.store.ts';
export { type Created, mayKeepLinks, type OwnLinks } from './own-links.ts';
export { hasStorageFor, type StorageLimit } from './storage.ts';
export { insertNamedSpace, lockSpacesOwnedBy, spaceWithRole } from './store.ts';
export { ensureServiceAccount } from './tokens.ts';
export { faultOfNewOwner, transferSpace } from './transfer.ts';

/** The minimum role of an operation; everybody has `see` in a public group. */
export type LeastInSpace = Exclude<Permission<'space'>['least'], 'selfOrModerator'> | SpaceRole;

const ranks: Record<LeastInSpace, number> = { see: 0, user: 1, moderator: 2, owner: 3 };

/**
 * Finds the group if the caller has at least that role. A private group is 404 for callers without a role in it;
 * otherwise a role that is too low is 403.
 */
export async function spaceFor(
  db: Db,
  caller: Caller,
  wanted: { spaceId: string; least: LeastInSpace },
): Promise<SpaceWithRole> {
  const found = await spaceWithRole(db, wanted.spaceId, accountOf(caller));
  if (!found || (!found.space.is_public && found.role === null)) throw new Refusal('not_found');
  if (!isAtLeast(found.role, wanted.least)) throw new Refusal('forbidden');
  return found;
}

/** Finds the group in the path and checks the permission that the operation requires. */
export const spaceOf = ({
  db,
  caller,
  params: { spaceId },
  least,
}: Asking<{ spaceId: string }, LeastInSpace>): Promise<SpaceWithRole> =>
  spaceFor(db, caller, { spaceId, least });

/** Whether the role is at least this one. */
export const isAtLeast = (role: SpaceRole | null, least: LeastInSpace): boolean =>
  ranks[role ?? 'see'] >= ranks[least];
