import { lazily } from '../ui/lazily.ts';

const stage = lazily(() => import('./meeting.tsx'));

/** Loads the code of the meeting once; after a failure the next call tries again. */
export const loadMeeting = stage.load;

/** The meeting component, without a delay if its code is loaded. */
export const useLoadedMeeting = () => stage.usePart()?.default;
