export { createAuthenticate } from './authenticate.ts';
export { makePersonalToken } from './personal-tokens.ts';
export { type ChatSession, type LinkSession, type ParticipantSession, Sessions } from './sessions.ts';
export {
  deleteEndedTokens,
  deletePersonalToken,
  type PersonalTokenRow,
  personalTokensOf,
  revokeFamiliesOf,
  revokeFamiliesOfClient,
} from './store.ts';
export { prefixes } from './tokens.ts';
