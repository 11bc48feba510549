import type { Answer } from '../../../../../contract/routes.ts';
import type { SharedRoom } from '../../../panel/links/shared-room.ts';

export type Playback = Answer<'getPlayback'>;

export type PlaybackPartProps = {
  playback: Playback;
  spaceId: string;
  /** Stores the server's response to a change. */
  changed: (playback: Playback) => void;
};

/** A webinar as links and addresses know it. */
export const sharedPlayback = ({ id, spaceId, name, alias, code, isPublic }: Playback): SharedRoom => ({
  kind: 'playback',
  ...{ id, spaceId, name, alias, code, isPublic },
});
