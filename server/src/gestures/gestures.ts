/**
 * Raised hands and stage reactions. Owns `hands` and `stage_reactions`.
 * Listens to: people who enter and leave the call, its end, and the room's permission to raise hands.
 * Look first: `hands.ts`; the order of hands is that of `insertHand` in `store.ts`.
 */

export { FlyingReactions } from './reactions.ts';
export { gestureEndpoints } from './routes.ts';
