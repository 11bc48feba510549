import { IconLock, IconWorld } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { RowDetail, RowDetails } from '../../../panel/list/row.tsx';
import { clockText, clockValue } from '../../../ui/times.ts';
import { Readiness } from '../content/readiness.tsx';
import type { Playback } from '../page/playback-part.ts';

/** The readiness, the length and who may join, on one line. */
export function PlaybackFacts({ playback }: { playback: Playback }) {
  const text = useText('playbacks');
  const { isPublic, duration } = playback;
  const EntryIcon = isPublic ? IconWorld : IconLock;
  return (
    <RowDetails>
      <Readiness playback={playback} />
      {duration !== null && (
        <RowDetail>
          <time dateTime={clockValue(duration)}>{clockText(duration)}</time>
        </RowDetail>
      )}
      <RowDetail icon={<EntryIcon aria-hidden />}>{isPublic ? text.public : text.private}</RowDetail>
    </RowDetails>
  );
}
