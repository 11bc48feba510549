import type { Body } from '../../../contract/routes.ts';
import { after, seconds } from '../platform/clock.ts';
import { breaksReference, type Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import {
  holdInvite,
  type Invite,
  type InvitePlace,
  type InviteStatus,
  insertInvite,
  inviteById,
  markUsed,
} from './invites.store.ts';
import { admitMember, type GivenRole } from './members.store.ts';
import { roleNamed } from './present.ts';

const defaultTtl = 30 * 24 * 60 * 60;

export async function createInvite(
  db: Db,
  { spaceId, userId, body }: { spaceId: string; userId: string; body: Body<'createInvite'> },
): Promise<Invite> {
  const { role, ttl = defaultTtl } = body;
  const id = newId();
  const expiresAt = after(seconds(ttl));
  const made = insertInvite(db, { id, spaceId, role: roleNamed(role), createdBy: userId, expiresAt });
  // The group was deleted while we looked.
  await made.catch((error: unknown) =>
    breaksReference(error) ? refuse('not_found') : Promise.reject(error),
  );
  return (await inviteById(db, { spaceId, inviteId: id })) ?? refuse('not_found');
}

const over: Record<Exclude<InviteStatus, 'unused'>, 'invite_used' | 'invite_revoked' | 'invite_expired'> = {
  used: 'invite_used',
  revoked: 'invite_revoked',
  expired: 'invite_expired',
};

/** Says 410 for an invitation that admits nobody any more. */
export const usable = (invite: Invite): Invite =>
  invite.status === 'unused' ? invite : refuse(over[invite.status]);

/**
 * The invitation, good still and held: nobody else uses or withdraws it until the transaction ends.
 * @throws Refusal 404; 410 for one that is over
 */
export const holdUsable = async (trx: Db, place: InvitePlace): Promise<Invite> =>
  usable((await holdInvite(trx, place)) ?? refuse('not_found'));

/**
 * Admits this account by the invitation, in the transaction that is under way: of several at the same instant one is
 * admitted and the others are told that it was used.
 * @throws Refusal 404; 410 for one that is over; 409 `role_held`, and the invitation stays unused
 */
export async function redeemInvite(
  trx: Db,
  { userId, ...place }: InvitePlace & { userId: string },
): Promise<{ spaceId: string; role: GivenRole }> {
  const { id, spaceId, role } = await holdUsable(trx, place);
  if (!(await admitMember(trx, { spaceId, userId, role }))) refuse('role_held');
  await markUsed(trx, id, userId);
  return { spaceId, role };
}
