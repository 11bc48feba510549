import { type Db, inTransaction } from '../platform/db/db.ts';
import { runAll } from '../platform/effects.ts';
import { Refusal } from '../platform/errors.ts';
import type { Logger } from '../platform/logging/log.ts';
import {
  type ClaimedRow,
  claimedMembershipsOf,
  deleteClaimedMembership,
  saveClaimedMembership,
} from './claimed.store.ts';
import { admitMember, type GivenRole, memberById } from './members.store.ts';
import { changeMember, type MemberParts, removeMember } from './members.ts';
import { lockSpace } from './store.ts';

/** A membership that the claims of the sign-in provider give. */
interface Claimed {
  spaceId: string;
  role: GivenRole;
}

interface ClaimParts {
  db: Db;
  members: MemberParts;
  log: Logger;
}

/** The group, the membership or the owner's role changed meanwhile, so that there is nothing to do. */
const isOver = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'not_found' || error.code === 'owner_stays');

async function unlessOver(change: Promise<unknown>): Promise<void> {
  await change.catch((error: unknown) => {
    if (!isOver(error)) throw error;
  });
}

/** Ends what a claim gave. A member by an invitation gets the former role back. */
async function endClaim({ db, members }: ClaimParts, row: ClaimedRow): Promise<void> {
  const { user_id: userId, space_id: spaceId, former_role: former } = row;
  const loss = { spaceId, userId, keepsAccessLinks: false };
  const change = former
    ? changeMember(db, { ...loss, role: former }, members)
    : removeMember(db, loss, members);
  await unlessOver(change);
  await deleteClaimedMembership(db, row);
}

/** Makes the account a member, or raises their role, and notes what they had before. */
async function admitByClaim(
  { db, members, log }: ClaimParts,
  userId: string,
  { spaceId, role }: Claimed,
): Promise<void> {
  const isChanged = await inTransaction(db, async (trx) => {
    if (!(await lockSpace(trx, spaceId))) {
      log.warn({ spaceId }, 'LECTERN_OIDC_GROUPS names a group that does not exist');
      return false;
    }
    const former = (await memberById(trx, spaceId, userId))?.role ?? null;
    const isAdmitted = former !== 'owner' && (await admitMember(trx, { spaceId, userId, role }));
    if (!isAdmitted) return false;
    await saveClaimedMembership(trx, { user_id: userId, space_id: spaceId, role, former_role: former });
    return true;
  });
  if (isChanged) await runAll(db, members.onRoleChanged, { spaceId, userId });
}

/**
 * Gives the account the memberships of its claims, and ends those that earlier claims gave. Memberships by an
 * invitation stay. It may be repeated after a crash.
 */
export async function applyClaims(parts: ClaimParts, userId: string, claims: Claimed[]): Promise<void> {
  const wanted = new Map(claims.map((claim) => [claim.spaceId, claim]));
  for (const row of await claimedMembershipsOf(parts.db, userId)) {
    const claim = wanted.get(row.space_id);
    if (!claim) await endClaim(parts, row);
    else if (claim.role === 'user' && row.role === 'moderator') await lowerByClaim(parts, row);
  }
  for (const claim of wanted.values()) await admitByClaim(parts, userId, claim);
}

/** The claim gives a lower role than before. */
async function lowerByClaim(parts: ClaimParts, row: ClaimedRow): Promise<void> {
  const { user_id: userId, space_id: spaceId, former_role: former } = row;
  const loss = { spaceId, userId, keepsAccessLinks: false };
  const role = former === 'moderator' ? 'moderator' : 'user';
  await unlessOver(changeMember(parts.db, { ...loss, role }, parts.members));
  await saveClaimedMembership(parts.db, { ...row, role: 'user' });
}
