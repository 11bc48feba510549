import { isId } from './platform/ids.ts';
import { parseOneOf, parseUrl, type Setting } from './platform/settings.ts';

function parseScopes(value: string): string {
  const scopes = value.split(/\s+/);
  if (!scopes.includes('openid') || scopes.some((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))) {
    throw new Error('must be scopes with spaces between them, openid among them');
  }
  return scopes.join(' ');
}

/** A value of the claim, and the membership that it gives. */
interface ClaimRule {
  value: string;
  spaceId: string;
  role: 'moderator' | 'user';
}

/** `teachers=665f…:moderator; pupils=665f…:user`. The value of the claim may have any other character. */
function parseClaimRules(value: string): ClaimRule[] {
  return value
    .split(';')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '')
    .map((rule) => {
      const [, claimed, spaceId = '', role] = /^(.+)=([^=:]+):(moderator|user)$/.exec(rule) ?? [];
      if (claimed === undefined || !isId(spaceId)) {
        throw new Error(
          `must be a list of VALUE=GROUP ID:moderator or :user with semicolons; ${JSON.stringify(rule)} is none`,
        );
      }
      return { value: claimed.trim(), spaceId, role: role as ClaimRule['role'] };
    });
}

/** The settings of sign-in by an OpenID Connect provider, a part of the table in `config.table.ts`. */
export const providerSettings = {
  LECTERN_OIDC_ISSUER: {
    parse: parseUrl('http:', 'https:'),
    meaning:
      'The OpenID Connect provider by which people may sign in: its issuer, such as https://id.example.org/realms/school; [setup](operators/sign-in.md).',
  },
  LECTERN_OIDC_CLIENT_ID: {
    parse: (value: string) => value,
    meaning: 'The client id of this installation at the provider; required with LECTERN_OIDC_ISSUER.',
  },
  LECTERN_OIDC_CLIENT_SECRET: {
    parse: (value: string) => value,
    secret: true,
    meaning: 'Its client secret; required with LECTERN_OIDC_ISSUER.',
  },
  LECTERN_OIDC_LABEL: {
    parse: (value: string) => {
      if ([...value].length > 60) throw new Error('must have 60 characters or fewer');
      return value;
    },
    shown: 'the host of the issuer',
    meaning: 'The name of the provider on the button "Sign in with …".',
  },
  LECTERN_OIDC_SCOPES: {
    fallback: 'openid email profile',
    parse: parseScopes,
    meaning: 'The scopes that are requested.',
  },
  LECTERN_OIDC_EMAIL_VERIFIED: {
    fallback: 'stated',
    parse: parseOneOf('stated', 'assumed'),
    meaning:
      'When an email address of the provider counts as verified: stated (if the provider states email_verified), or assumed (also if it states nothing, as [Microsoft Entra ID](operators/entra-id.md)). With email_verified false it never does.',
  },
  LECTERN_OIDC_LINK_BY_EMAIL: {
    fallback: 'off',
    parse: parseOneOf('off', 'verified'),
    meaning:
      'Whether the first sign-in links the account with the same email address: off (people link it in their profile), or verified (if the provider and we both verified the address).',
  },
  LECTERN_OIDC_REGISTRATION: {
    parse: parseOneOf('invited', 'open'),
    shown: 'as LECTERN_REGISTRATION',
    meaning: 'People whose first sign-in by the provider creates an account: invited or open.',
  },
  LECTERN_OIDC_GROUPS_CLAIM: {
    parse: (value: string) => value,
    meaning:
      'The claim that gives memberships, such as groups or realm_access.roles; required with LECTERN_OIDC_GROUPS.',
  },
  LECTERN_OIDC_GROUPS: {
    fallback: '',
    parse: parseClaimRules,
    meaning:
      'The memberships that values of the claim give: VALUE=GROUP ID:moderator or VALUE=GROUP ID:user, with semicolons between them. They end at the next sign-in without the value.',
  },
} as const satisfies Record<string, Setting<unknown>>;
