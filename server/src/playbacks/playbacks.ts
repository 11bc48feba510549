/** The public interface of automatic webinars. */
export { type PlaybackAccess, playbackById, playbackInPath } from './access.ts';
export type { Playback } from './playback.ts';
export { playbackEndpoints } from './routes.ts';
