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
