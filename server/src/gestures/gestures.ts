/**
 * Raised hands, counted feedback and stage reactions. Owns `hands`, `feedback` and `stage_reactions`.
 * Listens to: people who enter and leave the call, its end, and the room's permissions to raise hands and to react.
 * Look first: `hands.ts`; the order of hands is that of `insertHand` in `store.ts`. `feedback.ts` stores what hundreds
 * answer at once.
 */

export { GatheredFeedback } from './feedback.ts';
export { FlyingReactions } from './reactions.ts';
export { gestureEndpoints, reactionsPerMinute } from './routes.ts';
