/**
 * Raised hands and stage reactions. Owns `hands` and `stage_reactions`.
 * Offers: `lowerAllHands`. Listens to: people who enter and leave the call (`onEnteredCall`, `onLeftCall`),
 * the end of the call, and the room's permission to raise hands.
 * Look first: `hands.ts`; the order of hands is that of `insertHand` in `store.ts`.
 */

export { lowerAllHands, onEnteredCall, onLeftCall } from './hands.ts';
export { FlyingReactions } from './reactions.ts';
export { gestureEndpoints } from './routes.ts';
