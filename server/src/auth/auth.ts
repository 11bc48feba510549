/**
 * Sign-in and credentials. Owns the tables of tokens, `password_resets`, `sign_in_attempts`, `identities`,
 * `provider_flows` and `provider_sessions`. Sessions of links and participants are signed and not stored.
 * Offers: the caller of a request (`authenticate.ts`), the proof by the current password (`tokens/proof.ts`),
 * emails to accounts (`mail/`). Listens to nothing. Look first: `passwords/passwords.ts`, what a new password
 * revokes; `provider/link.ts`, the account of a person who comes from the provider.
 */

export { disableUser, enableUser, replaceClientSecret } from './accounts/accounts.ts';
export { AttemptLimits, WrongCredential } from './attempts/attempts.ts';
export { deleteOldAttempts } from './attempts/store.ts';
export { createAuthenticate, createAuthenticateCookie } from './authenticate.ts';
export { createNotify, type Notify, readerOf } from './mail/notify.ts';
export { replacePassword, resetTo } from './passwords/passwords.ts';
export { deleteOldResets } from './passwords/store.ts';
export { deleteOldFlows } from './provider/flows.store.ts';
export { Provider } from './provider/provider.ts';
export { type LinkSession, Sessions } from './sessions/sessions.ts';
export { makePersonalToken } from './tokens/personal-tokens.ts';
export { prefixes } from './tokens/prefixes.ts';
export { runWithProof } from './tokens/proof.ts';
export {
  credentialIdsOf,
  deleteEndedTokens,
  deletePersonalToken,
  personalTokensOf,
} from './tokens/store.ts';
