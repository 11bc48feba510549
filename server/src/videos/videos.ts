/**
 * Videos of automatic webinars; playbacks of one source share one. Owns `videos` and `video_renditions`.
 * Offers: `requestVideo`, the keys of files (`keys.ts`). Announces `VideoEffects` (`preparing/parts.ts`).
 * Listens to nothing: `removing/removing.ts` looks for videos that no playback uses.
 * Look first: `preparing/preparing.ts`, the job of a node; `preparing/small/`, the small quality.
 */

export { initIndex, posterKey, type RenditionName, segmentKey } from './keys.ts';
export type { PreparingParts, VideoEffects } from './preparing/parts.ts';
export { preparingJobs } from './preparing/preparing.ts';
export { cacheReadableVideos } from './readable.ts';
export { deleteUnusedVideosJob, videoLeftovers } from './removing/removing.ts';
export { requestVideo } from './request.ts';
export { renditionsOf, type SourceOfVideo, type VideoRow, videoById } from './store.ts';
