import { lazily } from '../ui/lazily.ts';

const stage = lazily(() => import('./meeting.tsx'));

/** Fetches the room's code once; after a failure the next call tries again. */
export const loadMeeting = stage.load;

/** The room's code, at once where it is there. */
export const useLoadedMeeting = () => stage.usePart()?.default;
