import type { Ref } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { serverClock } from '../../../kit/server-clock.ts';
import { useApi } from '../../../panel/context.ts';
import { Player, type PlayerRemote } from '../../../panel/player/player.tsx';
import { Link } from '../../../routing/link.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Note } from '../../../ui/parts/note.tsx';
import type { Playback } from '../page/playback-part.ts';

/** How long an address is valid at least, in ms. */
const addressLasts = 24 * 3_600_000;

type Props = {
  playback: Playback;
  remote: Ref<PlayerRemote>;
  onTime: (at: number, length: number) => void;
};

/** The whole video, or why there is none. */
export function TimelineVideo({ playback, remote, onTime }: Props) {
  const api = useApi();
  const { id: playbackId, spaceId, posterUrl, duration } = playback;
  if (playback.mediaUrl === null) return <NoVideo playback={playback} />;
  const content = playback.recordId ?? playback.assetId ?? '';
  const loadAddress = async () => {
    const { mediaUrl } = await api.getPlayback({ spaceId, playbackId });
    if (mediaUrl === null) throw new Error('the video of the webinar is gone');
    return { videoUrl: mediaUrl, expiresAt: new Date(serverClock.now() + addressLasts).toISOString() };
  };
  const played = { key: ['video of webinar', playbackId, content], loadAddress, posterUrl, duration };
  return <Player key={content} played={played} remote={remote} onTime={onTime} />;
}

function NoVideo({ playback }: Pick<Props, 'playback'>) {
  const text = useText('timeline');
  const { id: playbackId, spaceId, readinessStatus } = playback;
  const hasContent = playback.recordId !== null || playback.assetId !== null;
  const states = { draft: text.draft, preparing: text.preparing, failed: text.failed, ready: text.fileGone };
  return (
    <Note tone={hasContent && readinessStatus === 'failed' ? 'warning' : 'quiet'}>
      {hasContent ? states[readinessStatus] : text.noContent}{' '}
      <Link to={pathTo(pages.groupPlaybackPart, { spaceId, playbackId, part: 'content' })}>
        {hasContent ? text.toContent : text.chooseContent}
      </Link>
    </Note>
  );
}
