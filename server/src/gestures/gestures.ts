/** What raised hands and flying reactions offer to the program. */
export { lowerAllHands } from './hands.ts';
export { FlyingReactions } from './reactions.ts';
export { gestureEndpoints } from './routes.ts';
