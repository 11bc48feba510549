import { Menu } from '@mantine/core';
import { IconCalendar, IconLink, IconPlayerPlay, IconSettings, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { ShareRoom } from '../../../panel/links/share-room.tsx';
import { Row } from '../../../panel/list/row.tsx';
import { RowMenu } from '../../../panel/list/row-menu.tsx';
import { RowPoster } from '../../../panel/list/row-poster.tsx';
import { Link } from '../../../routing/link.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { type Playback, sharedPlayback } from '../page/playback-part.ts';
import { PlaybackFacts } from './playback-facts.tsx';
import type { RemovePlayback } from './use-playback-removal.ts';

type Props = { playback: Playback; onRemove: RemovePlayback };

export function PlaybackRow({ playback, onRemove }: Props) {
  const text = useText('playbacks');
  const { id, name, spaceId, posterUrl, nextStartDate } = playback;
  return (
    <Row
      lead={<RowPoster url={posterUrl} icon={<IconPlayerPlay size={22} stroke={1.5} />} />}
      name={name}
      to={pathTo(pages.groupPlayback, { spaceId, playbackId: id })}
      about={<PlaybackFacts playback={playback} />}
      meta={
        nextStartDate && (
          <span>
            {text.nextStart} <TimeAgo at={nextStartDate} />
          </span>
        )
      }
      actions={
        <>
          <ShareRoom room={sharedPlayback(playback)} leads />
          <PlaybackMenu playback={playback} onRemove={onRemove} />
        </>
      }
    />
  );
}

function PlaybackMenu({ playback, onRemove }: Props) {
  const text = useText('playbacks');
  const opener = useRef<HTMLButtonElement>(null);
  const place = { spaceId: playback.spaceId, playbackId: playback.id };
  const to = (part: string): string => pathTo(pages.groupPlaybackPart, { ...place, part });
  return (
    <RowMenu ref={opener} name={playback.name}>
      <Menu.Item
        component={Link}
        to={pathTo(pages.groupPlayback, place)}
        leftSection={<IconSettings size={18} aria-hidden />}
      >
        {text.settings}
      </Menu.Item>
      <Menu.Item component={Link} to={to('schedule')} leftSection={<IconCalendar size={18} aria-hidden />}>
        {text.schedule}
      </Menu.Item>
      <Menu.Item component={Link} to={to('links')} leftSection={<IconLink size={18} aria-hidden />}>
        {text.links}
      </Menu.Item>
      <Menu.Item
        color="var(--danger-text)"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => onRemove(playback, () => opener.current)}
      >
        {text.remove}
      </Menu.Item>
    </RowMenu>
  );
}
