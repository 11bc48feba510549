import { IconLock, IconUsers, IconWorld } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { RowDetail, RowDetails } from '../../../panel/list/row.tsx';
import { Status } from '../../../ui/parts/status.tsx';
import { clockValue, lengthText } from '../../../ui/times.ts';
import { Readiness } from '../content/readiness.tsx';
import type { Playback } from '../page/playback-part.ts';

/** The running session, the readiness, the length and who may join, on one line. */
export function PlaybackFacts({ playback }: { playback: Playback }) {
  const text = useText('playbacks');
  const { isPublic, duration, runningSession } = playback;
  // A running session says that the webinar is ready.
  const isWatchable = runningSession !== null && playback.readinessStatus === 'ready';
  const EntryIcon = isPublic ? IconWorld : IconLock;
  return (
    <RowDetails>
      {runningSession && (
        <>
          <RowDetail>
            <Status tone="good">{runningSession.isPermanent ? text.anytime : text.running}</Status>
          </RowDetail>
          <RowDetail icon={<IconUsers aria-hidden />}>{text.viewersNow(runningSession.viewers)}</RowDetail>
        </>
      )}
      {!isWatchable && <Readiness playback={playback} />}
      {duration !== null && (
        <RowDetail>
          <time dateTime={clockValue(duration)}>{lengthText(duration)}</time>
        </RowDetail>
      )}
      <RowDetail icon={<EntryIcon aria-hidden />}>{isPublic ? text.public : text.private}</RowDetail>
    </RowDetails>
  );
}
