import { lazily } from '../ui/lazily.ts';

const waiting = lazily(() => import('../features/waiting/waiting-side.tsx'));

/** Loads the waiting page once; after a failure the next call tries again. */
export const loadWaiting = waiting.load;

export const useLoadedWaiting = () => waiting.usePart()?.WaitingSide;
