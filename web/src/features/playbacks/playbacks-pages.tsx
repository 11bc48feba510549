import { pages } from '../../../../contract/pages.ts';
import { NowherePage } from '../../panel/nowhere-page.tsx';
import { matchPath } from '../../routing/pattern.ts';
import { usePageAddress } from '../../routing/use-page-address.ts';
import { PlaybackPage } from './page/playback-page.tsx';
import { SessionReportPage } from './sessions/session-report-page.tsx';

export { Playbacks } from './list/playbacks.tsx';

/** The pages of automatic webinars. Their list is on the page of the group. */
export default function PlaybacksPages() {
  const { path } = usePageAddress();
  const session = matchPath(pages.groupPlaybackSession, path);
  if (session) return <SessionReportPage key={session.sessionId} {...session} />;
  const playback = matchPath(pages.groupPlayback, path);
  if (playback) return <PlaybackPage key={playback.playbackId} {...playback} part="general" />;
  const part = matchPath(pages.groupPlaybackPart, path);
  if (part) return <PlaybackPage key={part.playbackId} {...part} />;
  return <NowherePage />;
}
