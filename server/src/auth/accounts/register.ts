import type { Body } from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuseField } from '../../platform/errors.ts';
import { hashNewPassword } from '../../platform/passwords.ts';
import { createAccount, type Plan } from '../../users/users.ts';
import { openBrowserSession, type SignedIn } from '../sessions/browser.ts';
import type { Device } from '../tokens/issue.ts';

export interface Invitation {
  spaceId: string;
  inviteId: string;
}

export interface RegisterParts {
  registration: 'invited' | 'open';
  defaultPlan: Plan;
  /**
   * Locks the invitation in the transaction that creates the account.
   * @throws a Refusal: 404 for one that is unknown, 410 for one that is over
   */
  lockUsableInvite: (trx: Db, invitation: Invitation) => Promise<unknown>;
  /** Admits the account by the invitation. */
  redeemInvite: (trx: Db, invitation: Invitation & { userId: string }) => Promise<unknown>;
}

/** @returns the invitation in the request; undefined if none is required */
function invitationIn({ registration }: RegisterParts, { spaceId, inviteId }: Body<'register'>) {
  if (spaceId !== undefined && inviteId !== undefined) return { spaceId, inviteId };
  if (registration === 'invited') throw new Refusal('registration_by_invite');
  if (spaceId !== undefined) refuseField('inviteId', 'is required with spaceId');
  if (inviteId !== undefined) refuseField('spaceId', 'is required with inviteId');
  return undefined;
}

/** Locks the invitation. @throws a Refusal that does not tell strangers whether it exists */
export async function checkInvitation(
  { registration, lockUsableInvite }: RegisterParts,
  trx: Db,
  invitation: Invitation,
): Promise<void> {
  try {
    await lockUsableInvite(trx, invitation);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    if (registration === 'invited') throw new Refusal('registration_by_invite');
    refuseField('inviteId', 'must be the id of an invitation of this group');
  }
}

/**
 * Creates an account with its membership and sign-in and redeems the invitation, in one transaction.
 * @throws a Refusal
 */
export async function register(
  parts: RegisterParts,
  db: Db,
  { body, device }: { body: Body<'register'>; device: Device },
): Promise<SignedIn> {
  const invitation = invitationIn(parts, body);
  const { email, username, phone = null } = body;
  const passwordHash = await hashNewPassword(body, device.ip);
  return inTransaction(db, async (trx) => {
    // Checked before the email address: somebody without an invitation must not learn who has an account.
    if (invitation) await checkInvitation(parts, trx, invitation);
    const account = { email, username, phone, password_hash: passwordHash, plan: parts.defaultPlan };
    const user = await createAccount(trx, account);
    if (invitation) await parts.redeemInvite(trx, { ...invitation, userId: user.id });
    return openBrowserSession(trx, user, device);
  });
}
