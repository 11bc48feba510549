import { failed, passed, type Result } from './checks.ts';

/** Every call needs Opus and VP8. */
const needed = ['opus', 'VP8'];

const codecsOf = (kind: 'audio' | 'video'): string[] =>
  (RTCRtpReceiver.getCapabilities?.(kind)?.codecs ?? []).map(({ mimeType }) => mimeType.split('/')[1] ?? '');

/** Whether the browser can take part in a call at all. */
export function checkBrowser(): Result {
  if (typeof RTCPeerConnection === 'undefined' || typeof WebSocket === 'undefined') return failed('noWebrtc');
  const found = new Set([...codecsOf('audio'), ...codecsOf('video')]);
  const lacks = needed.some(
    (name) => ![...found].some((codec) => codec.toLowerCase() === name.toLowerCase()),
  );
  if (lacks) return failed('noCodecs');
  const known = ['opus', 'VP8', 'VP9', 'H264', 'AV1'];
  return passed({ codecs: known.filter((name) => found.has(name)) });
}
