import { SessionClock } from './sync/session-clock.ts';

/** The server's time in this page, to a few milliseconds. */
export const sessionClock = new SessionClock({ steady: () => performance.now(), wall: () => Date.now() });
