/** The public interface of videos. */
export { initIndex, posterKey, type RenditionName, segmentKey, stripKey } from './keys.ts';
export { cacheReadableVideos } from './readable.ts';
export { requestVideo } from './request.ts';
export { type RenditionRow, renditionsOf, type SourceOfVideo, type VideoRow, videoById } from './store.ts';
