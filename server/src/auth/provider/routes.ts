import { pages, pathTo } from '../../../../contract/pages.ts';
import { now, timestamp, timestampOrNull } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Endpoint, endpoint, openToAll } from '../../platform/http/endpoint.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { ownUser, presentOwnUser } from '../../users/users.ts';
import type { AttemptLimits } from '../attempts/attempts.ts';
import type { Notify } from '../mail/emails.ts';
import {
  type BrowserRequest,
  browserFamilyOf,
  endBrowserSession,
  enterBrowser,
} from '../sessions/browser.ts';
import { proveOwner } from '../tokens/proof.ts';
import { type ClaimedMembership, type ClaimRule, membershipsIn, type ProviderClaims } from './claims.ts';
import { beginFlow, endFlow } from './flow.ts';
import {
  type FoundAccount,
  findOrCreateAccount,
  type IdentityParts,
  linkAccount,
  unlinkAccount,
} from './link.ts';
import type { FlowSecrets, Provider } from './provider.ts';
import { invitationOf, openProvenSession, takeIdTokenOf } from './sign-in.ts';
import { type FlowRow, type IdentityRow, identityOfUser } from './store.ts';

export interface ProviderParts extends IdentityParts {
  keyring: Keyring;
  attempts: AttemptLimits;
  notify: Notify;
  log: Logger;
  /** Undefined: people sign in by a password only. */
  provider: Provider | undefined;
  providerLabel: string | undefined;
  claim: string | undefined;
  claimRules: ClaimRule[];
  /** Applies the memberships that the claims give, and ends those that they gave before. */
  onClaims: (db: Db, userId: string, memberships: ClaimedMembership[]) => Promise<void>;
}

const required = (provider: Provider | undefined): Provider => {
  if (!provider) throw new Refusal('provider_off');
  return provider;
};

/** Sends the email about a link, and applies the memberships of the claims. */
async function followClaims(
  parts: ProviderParts,
  { db, origin }: BrowserRequest,
  { user, outcome, claims }: FoundAccount & { claims: ProviderClaims },
): Promise<void> {
  const occasion = { about: 'identity-linked', provider: parts.providerLabel ?? '', at: now() } as const;
  if (outcome === 'linked') parts.notify({ ...user, acceptLanguage: origin.acceptLanguage }, occasion);
  const memberships = membershipsIn(claims, { claim: parts.claim, rules: parts.claimRules });
  await parts.onClaims(db, user.id, memberships);
}

interface Returned {
  flow: FlowRow;
  secrets: FlowSecrets;
  code: string;
  iss: string | undefined;
}

/** Links the account of the browser's person. Only the sign-in that began it, which is still valid, finishes it. */
async function finishLink(parts: ProviderParts, request: BrowserRequest, returned: Returned) {
  const { caller, db, origin } = request;
  if (caller.kind !== 'session' || caller.familyId !== returned.flow.family_id) {
    throw new Refusal('provider_sign_in_over');
  }
  const person = await required(parts.provider).personOf(returned, returned.secrets, origin.ip);
  const found = await linkAccount(db, caller.userId, person);
  await followClaims(parts, request, { ...found, claims: person.claims });
  return { user: presentOwnUser(found.user), next: pages.profile };
}

async function finishSignIn(parts: ProviderParts, request: BrowserRequest, returned: Returned) {
  const { db, origin } = request;
  const person = await required(parts.provider).personOf(returned, returned.secrets, origin.ip);
  const { next } = returned.flow;
  const invitation = invitationOf(next);
  const found = await findOrCreateAccount(parts, db, { person, invitation });
  // Before the session: a membership that has ended admits nobody any more.
  await followClaims(parts, request, { ...found, claims: person.claims });
  const proven = { user: found.user, idToken: person.idToken };
  const signedIn = await openProvenSession({ db, keyring: parts.keyring }, proven, origin);
  const user = await enterBrowser(request, signedIn);
  // The page of an accepted invitation would call it used.
  const isAccepted = invitation && found.outcome === 'invited';
  return { user, next: isAccepted ? pathTo(pages.group, { spaceId: invitation.spaceId }) : next };
}

const presentIdentity = (row: IdentityRow) => ({
  issuer: row.issuer,
  email: row.email,
  linkedAt: timestamp(row.linked_at),
  lastUsedAt: timestampOrNull(row.last_used_at),
});

/** Endpoints to sign in by an OpenID Connect provider, and to link an account with one there. */
export const providerEndpoints = (parts: ProviderParts): Endpoint[] => [
  endpoint('beginProviderSignIn', {
    access: openToAll,
    setsCookies: true,
    handle: async ({ db, body, cookies, origin: { ip } }) => {
      const provider = required(parts.provider);
      await parts.attempts.take(db, { kind: 'provider', account: '', ip });
      const secrets = await beginFlow({ db, keyring: parts.keyring, cookies }, body);
      return { url: (await provider.addressOf(secrets, ip)).href };
    },
  }),
  endpoint('finishProviderSignIn', {
    access: openToAll,
    setsCookies: true,
    handle: async ({ db, body: { state, code, iss, error }, caller, cookies, origin }) => {
      required(parts.provider);
      await parts.attempts.take(db, { kind: 'provider', account: '', ip: origin.ip });
      const { flow, secrets } = await endFlow({ db, keyring: parts.keyring, cookies }, state);
      if (code === undefined) {
        parts.log.info({ reason: error }, 'the provider did not sign somebody in');
        throw new Refusal('provider_refused');
      }
      const finish = flow.family_id === null ? finishSignIn : finishLink;
      const request = { db, caller, cookies, origin };
      const finished = await finish(parts, request, { flow, secrets, code, iss });
      cookies.setSignInFlow('', 0);
      return finished;
    },
  }),
  endpoint('signOut', {
    access: openToAll,
    setsCookies: true,
    handle: async ({ db, caller, cookies, origin }) => {
      const familyId = browserFamilyOf(caller);
      const idToken = familyId && (await takeIdTokenOf({ ...parts, db }, familyId));
      await endBrowserSession(db, { familyId, refreshToken: cookies.refreshToken });
      cookies.clear();
      // The person is signed out here already: a provider that is away does not keep them.
      const url = idToken && (await parts.provider?.signOutAddressOf(idToken, origin.ip).catch(() => null));
      return { url: url ? url.href : null };
    },
  }),
  endpoint('getIdentity', {
    access: ownUser,
    handle: async ({ db, access: user }) => {
      const identity = await identityOfUser(db, user.id);
      return {
        hasPassword: user.password_hash !== null,
        identity: identity ? presentIdentity(identity) : null,
      };
    },
  }),
  endpoint('linkIdentity', {
    access: ownUser,
    setsCookies: true,
    handle: async ({ db, body, caller, access: user, cookies, origin }) => {
      const provider = required(parts.provider);
      // A linked account is a lasting credential: somebody at a signed-in browser needs the password for it.
      const { currentPassword } = body;
      await proveOwner({ ...parts, db }, { user, currentPassword, ip: origin.ip });
      const flow = { familyId: caller.familyId };
      const secrets = await beginFlow({ db, keyring: parts.keyring, cookies }, flow);
      return { url: (await provider.addressOf(secrets, origin.ip)).href };
    },
  }),
  endpoint('unlinkIdentity', {
    access: ownUser,
    handle: async ({ db, access: user }) => {
      await unlinkAccount(db, user.id);
      await parts.onClaims(db, user.id, []);
    },
  }),
];
