import type { Answer } from '../../../../../contract/routes.ts';

export type Playback = Answer<'getPlayback'>;

export type PlaybackPartProps = {
  playback: Playback;
  spaceId: string;
  /** Stores the server's response to a change. */
  changed: (playback: Playback) => void;
};
