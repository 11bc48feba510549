import type { Stream, StreamParts } from './stream.ts';

/** Opens the media by hls.js where the browser has media source extensions, otherwise by the browser's own HLS. */
export async function openStream(parts: StreamParts): Promise<Stream> {
  const { default: Hls } = await import('hls.js/light');
  if (Hls.isSupported()) return (await import('./hls-stream.ts')).openHlsStream(parts);
  return (await import('./native-stream.ts')).openNativeStream(parts);
}
