export { createAuthenticate } from './authenticate.ts';
export { type LinkSession, type ParticipantSession, Sessions } from './sessions.ts';
