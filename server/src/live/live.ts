/**
 * Messages of clients to the server by the socket (docs/decisions/0226). Owns no table.
 * Offers: `liveMethod` for features, which `wiring/live-methods.ts` lists; the inbox that the socket calls; the standing
 * of the sender, remembered for a moment. Listens to nothing.
 * Look first: `inbox.ts` checks method, budget and schema before a handler runs.
 */

export { LiveInbox } from './inbox.ts';
export { type LiveMethod, liveMethod } from './methods.ts';
export { pointerMethods } from './pointer.ts';
export { ShortMemory } from './short-memory.ts';
export { type LiveStandings, liveStandingsOf } from './standings.ts';
