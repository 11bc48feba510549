import { readStored, writeStored } from '../../../kit/storage.ts';
import { createStore, type WritableStore } from '../../../kit/store.ts';
import { ownPicture } from './own-picture.ts';

const usual = ['none', 'blur', 'room', 'shelf', 'plain'] as const;

/** Behind the person in the camera's picture: pictures of ours, or the own one. */
export type Background = (typeof usual)[number] | 'own';

/** The choices of this person; their own picture is among them once they have chosen a file. */
export const backgroundsWith = (own: string | undefined): Background[] => [
  ...usual,
  ...(own === undefined ? [] : (['own'] as const)),
];

const key = 'lectern.background';
const known = backgroundsWith(ownPicture.get());
const stored = createStore<Background>(known.find((one) => one === readStored(key)) ?? 'none');

let isForbidden = false;

/** Turns effects off on this page, because the room allows none; other rooms find the choice as it was. */
export function forbidBackgrounds(): void {
  isForbidden = true;
  stored.set('none');
}

/** The choice, which this browser remembers. */
export const background: WritableStore<Background> = {
  ...stored,
  set: (next) => {
    if (isForbidden) return;
    stored.set(next);
    writeStored(key, next);
  },
};

/** The effect could not be started. The picture must not be sent without it. */
export class BackgroundFailure extends Error {}

/** Whether this browser can find the person in a picture, and the room allows effects. */
export function canChangeBackground(): boolean {
  if (isForbidden) return false;
  const canSplit =
    'VideoFrame' in window && 'OffscreenCanvas' in window && 'WebGL2RenderingContext' in window;
  return (
    canSplit && ('MediaStreamTrackProcessor' in window || 'captureStream' in HTMLCanvasElement.prototype)
  );
}
