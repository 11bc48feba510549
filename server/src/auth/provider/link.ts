import { now } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { createAccount, findUser, lockUserByEmail, type UserRow } from '../../users/users.ts';
import { checkInvitation, type Invitation, type RegisterParts } from '../accounts/register.ts';
import { lockOwnAccount } from '../passwords/passwords.ts';
import { type PersonClaims, personIn } from './claims.ts';
import type { ProvenPerson } from './provider.ts';
import {
  deleteIdentity,
  identityByAccount,
  identityOfUser,
  lockProviderAccount,
  noteIdentityUse,
  saveIdentity,
} from './store.ts';

export interface IdentityParts extends RegisterParts {
  /** Does an address count as verified if the provider says nothing about it? */
  assumesVerifiedEmail: boolean;
  /** May the first sign-in link an account by its email address? */
  linksByEmail: boolean;
  /** People whose first sign-in creates an account; `registration` is about those with a password. */
  providerRegistration: RegisterParts['registration'];
}

/** The account of a person who came from the provider, and what happened to it. */
export interface FoundAccount {
  user: UserRow;
  /** `invited`: created, and the invitation is accepted. */
  outcome: 'known' | 'linked' | 'created' | 'invited';
}

async function link(trx: Db, user: UserRow, person: ProvenPerson): Promise<void> {
  const { issuer, subject, claims } = person;
  const time = now();
  const email = personIn(claims).email ?? null;
  await saveIdentity(trx, { user_id: user.id, issuer, subject, email, linked_at: time, last_used_at: null });
}

/**
 * An account here may be linked by its address only if somebody proved the address on both sides. Otherwise a person
 * would sign in to an account that somebody else created with their address, and whose password they know
 * (docs/decisions/0088).
 */
async function linkByEmail(
  parts: IdentityParts,
  trx: Db,
  { user, person }: { user: UserRow; person: ProvenPerson },
): Promise<FoundAccount> {
  if (user.disabled_at) throw new Refusal('account_disabled');
  const ownIdentity = await identityOfUser(trx, user.id);
  const isTaken = ownIdentity?.issuer === person.issuer;
  if (!parts.linksByEmail || !user.email_verified_at || isTaken) throw new Refusal('link_needed');
  await link(trx, user, person);
  return { user, outcome: 'linked' };
}

interface NewPerson {
  email: string;
  username: string;
  invitation: Invitation | undefined;
}

async function createFor(
  parts: IdentityParts,
  trx: Db,
  { email, username, invitation }: NewPerson,
): Promise<FoundAccount> {
  // Where everybody may have an account, the person accepts an invitation on its page.
  const isByInvite = parts.providerRegistration === 'invited';
  if (isByInvite && !invitation) throw new Refusal('registration_by_invite');
  const used = isByInvite ? invitation : undefined;
  if (used) await checkInvitation({ ...parts, registration: 'invited' }, trx, used);
  const account = { email, username, plan: parts.defaultPlan, isEmailVerified: true };
  const user = await createAccount(trx, account);
  if (used) await parts.redeemInvite(trx, { ...used, userId: user.id });
  return { user, outcome: used ? 'invited' : 'created' };
}

async function findKnown(trx: Db, person: ProvenPerson, { email }: PersonClaims) {
  const identity = await identityByAccount(trx, person);
  const user = identity && (await findUser(trx, identity.user_id));
  if (!user) return undefined;
  if (user.disabled_at) throw new Refusal('account_disabled');
  await noteIdentityUse(trx, user.id, { email: email ?? null, last_used_at: now() });
  return user;
}

/**
 * Finds the account that is linked with the person's account at the provider, or else links or creates one.
 * @throws `account_disabled`, `provider_email_unverified`, `link_needed`, `registration_by_invite`
 */
export const findOrCreateAccount = (
  parts: IdentityParts,
  db: Db,
  { person, invitation }: { person: ProvenPerson; invitation: Invitation | undefined },
): Promise<FoundAccount> =>
  inTransaction(db, async (trx) => {
    await lockProviderAccount(trx, person);
    const claims = personIn(person.claims);
    const known = await findKnown(trx, person, claims);
    if (known) return { user: known, outcome: 'known' };
    const { email, isEmailVerified = parts.assumesVerifiedEmail, username } = claims;
    if (email === undefined || !isEmailVerified) throw new Refusal('provider_email_unverified');
    const user = await lockUserByEmail(trx, email);
    if (user) return linkByEmail(parts, trx, { user, person });
    const created = await createFor(parts, trx, { email, username, invitation });
    await link(trx, created.user, person);
    return created;
  });

/** Links the account of a person who proved who they are. @throws `identity_taken`, `identity_linked` */
export const linkAccount = (db: Db, userId: string, person: ProvenPerson): Promise<FoundAccount> =>
  inTransaction(db, async (trx) => {
    await lockProviderAccount(trx, person);
    const user = await lockOwnAccount(trx, userId);
    const other = await identityByAccount(trx, person);
    if (other && other.user_id !== userId) throw new Refusal('identity_taken');
    const own = await identityOfUser(trx, userId);
    if (own?.issuer === person.issuer && !other) throw new Refusal('identity_linked');
    if (!other) await link(trx, user, person);
    return { user, outcome: other ? 'known' : 'linked' };
  });

/** @throws `password_missing`: without a password the person could not sign in any more */
export const unlinkAccount = (db: Db, userId: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    const user = await lockOwnAccount(trx, userId);
    if (user.password_hash === null) throw new Refusal('password_missing');
    await deleteIdentity(trx, userId);
  });
