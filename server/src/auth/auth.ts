/**
 * Sign-in and credentials. Owns the tables of tokens, `password_resets`, `sign_in_attempts`, `identities`,
 * `provider_flows` and `provider_sessions`. Sessions of links and participants are signed and not stored.
 * Offers: the caller of a request (`authenticate.ts`), the proof by the current password (`tokens/proof.ts`),
 * emails to accounts (`mail/`). Listens to nothing. Look first: `passwords/passwords.ts`, what a new password
 * revokes; `provider/link.ts`, the account of a person who comes from the provider.
 */

export { AttemptLimits, WrongCredential } from './attempts/attempts.ts';
export { type Notify, readerOf } from './mail/emails.ts';
export { emailInvitation, type InvitationParts } from './mail/invitations.ts';
export { Sessions } from './sessions/sessions.ts';
export {
  makePersonalToken,
  presentPersonalToken,
  readTokenWish,
  type TokenWish,
} from './tokens/personal-tokens.ts';
export { prefixes } from './tokens/prefixes.ts';
export { runWithProof } from './tokens/proof.ts';
export {
  countSpaceTokens,
  credentialIdsOf,
  deletePersonalToken,
  deleteSpaceTokens,
  pageOfSpaceTokens,
  type SpaceTokenRow,
  spaceTokenOf,
} from './tokens/store.ts';
