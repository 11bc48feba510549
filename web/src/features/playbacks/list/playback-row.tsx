import { IconPlayerPlay } from '@tabler/icons-react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { Row, RowIcon } from '../../../panel/list/row.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Status, type Tone } from '../../../ui/parts/status.tsx';
import type { Playback } from '../page/playback-part.ts';

const tones: Record<Playback['readinessStatus'], Tone> = {
  ...{ draft: 'quiet', preparing: 'warning', ready: 'good', failed: 'bad' },
};

export function PlaybackRow({ playback }: { playback: Playback }) {
  const text = useText('playbacks');
  const { id, name, spaceId, readinessStatus } = playback;
  return (
    <Row
      lead={
        <RowIcon>
          <IconPlayerPlay size={20} stroke={1.6} />
        </RowIcon>
      }
      name={name}
      to={pathTo(pages.groupPlayback, { spaceId, playbackId: id })}
      about={<Status tone={tones[readinessStatus]}>{text[readinessStatus]}</Status>}
    />
  );
}
