export { disableUser, enableUser, replaceClientSecret } from './accounts.ts';
export { deleteOldAttempts } from './attempts.store.ts';
export { AttemptLimits } from './attempts.ts';
export { createAuthenticate, createAuthenticateCookie } from './authenticate.ts';
export { createNotify } from './notify.ts';
export { deleteOldResets } from './passwords.store.ts';
export { replacePassword } from './passwords.ts';
export { makePersonalToken } from './personal-tokens.ts';
export { type ChatSession, type LinkSession, type ParticipantSession, Sessions } from './sessions.ts';
export {
  deleteEndedTokens,
  deletePersonalToken,
  type PersonalTokenRow,
  personalTokensOf,
} from './store.ts';
export { prefixes } from './tokens.ts';
