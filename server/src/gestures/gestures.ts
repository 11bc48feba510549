/** The public interface of raised hands and stage reactions. */
export { lowerAllHands, onEnteredCall, onLeftCall } from './hands.ts';
export { FlyingReactions } from './reactions.ts';
export { gestureEndpoints } from './routes.ts';
