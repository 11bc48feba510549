import type { Body } from '../../../contract/routes.ts';
import { after, seconds } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { newSecretId } from '../platform/ids.ts';
import { lockUserForShare } from '../users/users.ts';
import {
  type Invite,
  type InvitePlace,
  type InviteStatus,
  insertInvite,
  inviteById,
  lockInvite,
  markUsed,
} from './invites.store.ts';
import { admitMember, type GivenRole } from './members.store.ts';
import { roleNamed } from './present.ts';
import { isAtLeast } from './spaces.ts';
import { lockSpace, spaceWithRole } from './store.ts';

const defaultTtl = 30 * 24 * 60 * 60;

/** Locks the creator's membership: a removal, demotion or disabling waits, or was first and refuses this. */
async function lockCreator(trx: Db, { spaceId, userId }: { spaceId: string; userId: string }): Promise<void> {
  if (!(await lockSpace(trx, spaceId))) refuse('not_found');
  const standing = await spaceWithRole(trx, spaceId, userId);
  const creator = await lockUserForShare(trx, userId);
  if (!standing || !creator || creator.disabled_at || !isAtLeast(standing.role, 'moderator'))
    refuse('forbidden');
}

export async function createInvite(
  db: Db,
  { spaceId, userId, body }: { spaceId: string; userId: string; body: Body<'createInvite'> },
): Promise<Invite> {
  const { role, ttl = defaultTtl } = body;
  // The id is a secret: whoever knows it may join.
  const id = newSecretId();
  const expiresAt = after(seconds(ttl));
  await inTransaction(db, async (trx) => {
    await lockCreator(trx, { spaceId, userId });
    await insertInvite(trx, { id, spaceId, role: roleNamed(role), createdBy: userId, expiresAt });
  });
  return (await inviteById(db, { spaceId, inviteId: id })) ?? refuse('not_found');
}

const over: Record<Exclude<InviteStatus, 'unused'>, 'invite_used' | 'invite_revoked' | 'invite_expired'> = {
  used: 'invite_used',
  revoked: 'invite_revoked',
  expired: 'invite_expired',
};

/** Refuses with 410 an invitation that is used, revoked or expired. */
export const requireUsable = (invite: Invite): Invite =>
  invite.status === 'unused' ? invite : refuse(over[invite.status]);

/**
 * Finds a usable invitation and locks it: nobody else uses or revokes it until the transaction ends.
 * @throws Refusal 404; 410 for one that is over
 */
export const lockUsableInvite = async (trx: Db, place: InvitePlace): Promise<Invite> =>
  requireUsable((await lockInvite(trx, place)) ?? refuse('not_found'));

/**
 * Admits this account by the invitation, in the open transaction. If several accounts use it at the same instant, one
 * is admitted, and the others are refused because it was used.
 * @throws Refusal 404; 410 for one that is over; 409 `role_held`, and the invitation stays unused
 */
export async function redeemInvite(
  trx: Db,
  { userId, ...place }: InvitePlace & { userId: string },
): Promise<{ spaceId: string; role: GivenRole }> {
  const { id, spaceId, role } = await lockUsableInvite(trx, place);
  if (!(await admitMember(trx, { spaceId, userId, role }))) refuse('role_held');
  await markUsed(trx, id, userId);
  return { spaceId, role };
}
