import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../../i18n/language.ts';
import { plainName } from '../../../../kit/plain-name.ts';
import { useApi } from '../../../../panel/context.ts';
import { ListFrame } from '../../../../panel/list/list-frame.tsx';
import { useList } from '../../../../panel/list/use-list.ts';
import { useRequest } from '../../../../panel/use-request.ts';
import type { Question } from '../../../../ui/form/confirm.tsx';
import { DialogError } from '../../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../../ui/form/question.tsx';
import type { Playback } from '../../page/playback-part.ts';
import { EventDialog } from '../form/event-dialog.tsx';
import type { PlaybackEvent } from '../model/schedule-draft.ts';
import { EventRow } from './event-row.tsx';

/** The next start of an event passes while the page is open. */
const pace = 30_000;

type Props = {
  playback: Playback;
  spaceId: string;
  /** Changes when the events have to be loaded again. */
  version: number;
  onChanged: () => void;
};

/** The events of a webinar: they are created, changed and deleted here. */
export function EventsList({ playback, spaceId, version, onChanged }: Props) {
  const text = useText('schedule');
  const api = useApi();
  const list = useList<PlaybackEvent>({
    key: ['playback events', playback.id, version],
    pace: () => pace,
    load: (query) => api.listPlaybackEvents({ spaceId, query: { ...query, playbackId: playback.id } }),
  });
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<PlaybackEvent>();
  const { ask, asked } = useQuestion();
  const { act, trouble } = useRequest();
  const edit = (event: PlaybackEvent | undefined): void => {
    setEdited(event);
    setOpen(true);
  };
  const remove = ({ id, name, frequency }: PlaybackEvent, returnTo: Question['returnTo']): void =>
    ask({
      title: text.removeTitle(plainName(name)),
      text: frequency === 'permanent' ? text.removePermanentText : text.removeText,
      yes: text.remove,
      act: () => void act(() => api.deletePlaybackEvent({ spaceId, playbackEventId: id })).then(onChanged),
      returnTo,
    });
  return (
    <>
      <DialogError>{trouble}</DialogError>
      <ListFrame
        list={list}
        label={text.events}
        action={
          <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={() => edit(undefined)}>
            {text.add}
          </Button>
        }
        empty={{ Icon: IconCalendarPlus, title: text.none, text: text.noneHint }}
        row={(event) => (
          <EventRow
            key={event.id}
            event={event}
            onEdit={() => edit(event)}
            onRemove={(returnTo) => remove(event, returnTo)}
          />
        )}
      />
      <EventDialog
        isOpen={isOpen}
        playback={playback}
        spaceId={spaceId}
        event={edited}
        onClose={() => setOpen(false)}
        onSaved={onChanged}
      />
      {asked}
    </>
  );
}
