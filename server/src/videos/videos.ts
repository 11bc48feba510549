/** The public interface of videos. */
export { initIndex, posterKey, type RenditionName, segmentKey, stripKey } from './keys.ts';
export type { PreparingParts, VideoListeners } from './preparing/parts.ts';
export { startPreparingVideos } from './preparing/preparing.ts';
export { cacheReadableVideos } from './readable.ts';
export { startRemovingVideos } from './removing/removing.ts';
export { requestVideo } from './request.ts';
export { type RenditionRow, renditionsOf, type SourceOfVideo, type VideoRow, videoById } from './store.ts';
