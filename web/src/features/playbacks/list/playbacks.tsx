import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ListFrame } from '../../../panel/list/list-frame.tsx';
import { useList } from '../../../panel/list/use-list.ts';
import type { GroupPartProps } from '../../../panel/room-history.ts';
import { useRequest } from '../../../panel/use-request.ts';
import { navigate } from '../../../routing/navigation.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { paceOfPlaybacks } from '../model/content.ts';
import type { Playback } from '../page/playback-part.ts';
import { NewPlayback } from './new-playback.tsx';
import { PlaybackRow } from './playback-row.tsx';
import { usePlaybackRemoval } from './use-playback-removal.ts';

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
  const { ask, asked } = useQuestion();
  const { act, trouble } = useRequest();
  const remove = usePlaybackRemoval({ act, ask, onGone: list.reload });
  return (
    <>
      <DialogError>{trouble}</DialogError>
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
      <NewPlayback
        isOpen={isMaking}
        spaceId={spaceId}
        onClose={() => setMaking(false)}
        onMade={({ id: playbackId }) =>
          navigate(pathTo(pages.groupPlaybackPart, { spaceId, playbackId, part: 'content' }))
        }
      />
      {asked}
    </>
  );
}
