import { IconPlayerPlay } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ListFrame } from '../../../panel/list/list-frame.tsx';
import { useList } from '../../../panel/list/use-list.ts';
import type { GroupPartProps } from '../../../panel/room-history.ts';
import type { Playback } from '../page/playback-part.ts';
import { PlaybackRow } from './playback-row.tsx';

/** The automatic webinars of a group. */
export function Playbacks({ spaceId }: GroupPartProps) {
  const text = useText('playbacks');
  const api = useApi();
  const list = useList<Playback>({
    key: ['playbacks', spaceId],
    load: (query) => api.listPlaybacks({ spaceId, query }),
  });
  return (
    <ListFrame
      list={list}
      label={text.webinars}
      searchLabel={text.search}
      empty={{ Icon: IconPlayerPlay, title: text.empty, text: text.emptyHint }}
      row={(playback) => <PlaybackRow key={playback.id} playback={playback} />}
    />
  );
}
