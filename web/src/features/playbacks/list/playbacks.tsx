import { Button } from '@mantine/core';
import {
  IconCalendar,
  IconLink,
  IconPlayerPlay,
  IconPlus,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ShareRoom } from '../../../panel/links/share-room.tsx';
import { ListFrame } from '../../../panel/list/list-frame.tsx';
import { Row } from '../../../panel/list/row.tsx';
import { RowMenu, RowMenuItem } from '../../../panel/list/row-menu.tsx';
import { RowPoster } from '../../../panel/list/row-poster.tsx';
import { useList } from '../../../panel/list/use-list.ts';
import { NewPlaceForm } from '../../../panel/place-settings/new-place-form.tsx';
import { type Remove, useRemoval } from '../../../panel/place-settings/use-removal.ts';
import type { GroupPartProps } from '../../../panel/room-history.ts';
import { navigate } from '../../../routing/navigation.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { paceOfPlaybacks } from '../model/content.ts';
import { type Playback, sharedPlayback } from '../page/playback-part.ts';
import { PlaybackFacts } from './playback-facts.tsx';

/** The automatic webinars of a group. A new one opens at the choice of its video. */
export function Playbacks({ spaceId }: GroupPartProps) {
  const text = useText('playbacks');
  const api = useApi();
  const list = useList<Playback>({
    key: ['playbacks', spaceId],
    load: (query) => api.listPlaybacks({ spaceId, query }),
    pace: ({ items }) => paceOfPlaybacks(items),
  });
  const [isMaking, setMaking] = useState(false);
  const close = (): void => setMaking(false);
  const { remove, shown } = useRemoval('playback', list.reload);
  const create = async (place: Pick<Playback, 'name' | 'isPublic'>): Promise<void> => {
    const { id: playbackId } = await api.createPlayback({ spaceId, body: { ...place, type: 'webinar' } });
    navigate(pathTo(pages.groupPlaybackPart, { spaceId, playbackId, part: 'content' }));
  };
  return (
    <>
      {shown}
      <ListFrame
        list={list}
        label={text.webinars}
        searchLabel={text.search}
        action={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setMaking(true)}>
            {text.make}
          </Button>
        }
        empty={{ Icon: IconPlayerPlay, title: text.empty, text: text.emptyHint }}
        row={(playback) => <PlaybackRow key={playback.id} playback={playback} onRemove={remove} />}
      />
      <Dialog isOpen={isMaking} title={text.makeTitle} onClose={close}>
        <NewPlaceForm kind="playback" create={create} onClose={close} />
      </Dialog>
    </>
  );
}

type Props = { playback: Playback; onRemove: Remove };

function PlaybackRow({ playback, onRemove }: Props) {
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
  const place = { spaceId: playback.spaceId, playbackId: playback.id };
  const to = (part: string): string => pathTo(pages.groupPlaybackPart, { ...place, part });
  return (
    <RowMenu name={playback.name}>
      <RowMenuItem icon={IconSettings} to={pathTo(pages.groupPlayback, place)}>
        {text.settings}
      </RowMenuItem>
      <RowMenuItem icon={IconCalendar} to={to('schedule')}>
        {text.schedule}
      </RowMenuItem>
      <RowMenuItem icon={IconLink} to={to('links')}>
        {text.links}
      </RowMenuItem>
      <RowMenuItem icon={IconTrash} isDanger onClick={(returnTo) => onRemove(playback, returnTo)}>
        {text.remove}
      </RowMenuItem>
    </RowMenu>
  );
}
