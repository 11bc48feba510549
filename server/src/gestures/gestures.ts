/** The public interface of raised hands and stage reactions. */
export { lowerAllHands } from './hands.ts';
export { FlyingReactions } from './reactions.ts';
export { gestureEndpoints } from './routes.ts';
