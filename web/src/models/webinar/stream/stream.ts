import type { MediaTimes } from '../sync/follower.ts';
import type { QualityChoice } from './quality.ts';

export type StreamParts = {
  video: HTMLVideoElement;
  playlistUrl: string;
  /** The start of a live session in ms; undefined for a video whose times are the session's seconds. */
  startsAt: number | undefined;
  /** Where a video that is not live begins, in seconds. */
  position: number;
  /** The media cannot be played or loaded now; the stream tries again by itself if `isFinal` is false. */
  onFault: (fault: { isFinal: boolean }) => void;
  quality: QualityChoice;
  /** Whether the first segment should be small. */
  beginsLow: boolean;
  /** Called when the viewer may choose among qualities, and when another one is shown. */
  onQuality: (shown: ShownQuality) => void;
};

export type ShownQuality = {
  hasQualities: boolean;
  /** 360 for 360p; undefined before the first picture. */
  lines: number | undefined;
};

/** Loads the media of a session into a video element. */
export type Stream = {
  times: MediaTimes;
  /** Every report renews the address of the playlist. */
  setPlaylistUrl: (url: string) => void;
  /** Applies to the next segments; what is loaded is played. */
  setQuality: (choice: QualityChoice) => void;
  /** Tries again after a fault. */
  retry: () => void;
  end: () => void;
};

/** The seconds of the session are the element's own times. */
export const ownTimes: MediaTimes = {
  toPosition: (mediaTime) => mediaTime,
  toMediaTime: (position) => position,
};

const token = /(?<=\/v1\/playlists\/)[^/]+(?=\/)/;

/** The same playlist under the current token: `/v1/playlists/<token>/<name>`. Other addresses stay as they are. */
export function renewAddress(address: string, current: string): string {
  const now = token.exec(current)?.[0];
  return now === undefined ? address : address.replace(token, () => now);
}
