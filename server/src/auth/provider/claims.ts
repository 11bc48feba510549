import { Type } from 'typebox';
import { readEmail } from '../../../../contract/email.ts';
import { Username } from '../../../../contract/operations/users.ts';
import { bodyValidator } from '../../platform/http/input/validate.ts';

/** The claims of an ID token and of the UserInfo response. Nothing is known about their types. */
export type ProviderClaims = Record<string, unknown>;

/** A person by their claims, as far as an account here may have them. */
export interface PersonClaims {
  /** Undefined if there is none, or none that an account may have. */
  email: string | undefined;
  /**
   * Whether the provider verified the address; undefined if it says nothing about it (docs/decisions/0138).
   */
  isEmailVerified: boolean | undefined;
  username: string;
}

const checkUsername = bodyValidator(Type.Object({ username: Username }));

function passes(check: (value: unknown) => unknown, value: object): boolean {
  try {
    check(value);
    return true;
  } catch {
    return false;
  }
}

const textIn = (claims: ProviderClaims, name: string): string => {
  const value = claims[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** The first name that an account may have. A provider may send a longer one, which is cut. */
function usernameIn(claims: ProviderClaims, email: string): string {
  const names = ['name', 'preferred_username', 'nickname', 'given_name'].map((name) => textIn(claims, name));
  const cut = [...names, email.split('@', 1)[0] ?? ''].map((name) => [...name].slice(0, 100).join(''));
  return cut.find((username) => passes(checkUsername, { username })) ?? 'Person';
}

export function personIn(claims: ProviderClaims): PersonClaims {
  const given = textIn(claims, 'email');
  const { email_verified: stated } = claims;
  // Some providers send the flag as text. Everything else means that nobody verified the address.
  const isEmailVerified = stated === undefined ? undefined : stated === true || stated === 'true';
  return { email: readEmail(given), isEmailVerified, username: usernameIn(claims, given) };
}

/** The claim of this name, or at this path: `groups`, `realm_access.roles`. */
function claimAt(claims: ProviderClaims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as ProviderClaims)[step];
  }
  return value;
}

export interface ClaimedMembership {
  spaceId: string;
  role: 'moderator' | 'user';
}

/** A value of the claim, and the membership that it gives. */
export interface ClaimRule extends ClaimedMembership {
  value: string;
}

/** The memberships that the claims give; of two roles in one group the higher. */
export function membershipsIn(
  claims: ProviderClaims,
  { claim, rules }: { claim: string | undefined; rules: ClaimRule[] },
): ClaimedMembership[] {
  const found = claim === undefined ? undefined : claimAt(claims, claim);
  const values = new Set(Array.isArray(found) ? found : [found]);
  const roles = new Map<string, ClaimedMembership['role']>();
  for (const { value, spaceId, role } of rules) {
    if (values.has(value) && roles.get(spaceId) !== 'moderator') roles.set(spaceId, role);
  }
  return [...roles].map(([spaceId, role]) => ({ spaceId, role }));
}
