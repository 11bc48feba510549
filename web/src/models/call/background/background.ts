import { readStored, writeStored } from '../../../kit/storage.ts';
import { createStore, type WritableStore } from '../../../kit/store.ts';

export const backgrounds = ['none', 'blur', 'room', 'shelf', 'plain'] as const;

/** Behind the person in the camera's picture; the last three are pictures of ours. */
export type Background = (typeof backgrounds)[number];

const key = 'lectern.background';
const stored = createStore<Background>(backgrounds.find((one) => one === readStored(key)) ?? 'none');

/** The choice, which this browser remembers. */
export const background: WritableStore<Background> = {
  ...stored,
  set: (next) => {
    stored.set(next);
    writeStored(key, next);
  },
};

/** The effect could not be started. The picture must not be sent without it. */
export class BackgroundFailure extends Error {}

/** Whether this browser can find the person in a picture. */
export function canChangeBackground(): boolean {
  const canSplit =
    'VideoFrame' in window && 'OffscreenCanvas' in window && 'WebGL2RenderingContext' in window;
  return (
    canSplit && ('MediaStreamTrackProcessor' in window || 'captureStream' in HTMLCanvasElement.prototype)
  );
}
