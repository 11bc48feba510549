import { lazily } from '../ui/lazily.ts';

const webinar = lazily(() => import('./webinar-room.tsx'));

/** The page of an automatic webinar, without a delay if its code is loaded. */
export const useLoadedWebinar = () => webinar.usePart()?.default;
