import { Button } from '@mantine/core';
import {
  IconCalendarEvent,
  IconCalendarPlus,
  IconInfinity,
  IconPencil,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { plainName } from '../../../../kit/plain-name.ts';
import { serverClock } from '../../../../kit/server-clock.ts';
import { useApi } from '../../../../panel/context.ts';
import { ListFrame } from '../../../../panel/list/list-frame.tsx';
import { Row, RowDetails, RowIcon } from '../../../../panel/list/row.tsx';
import { RowMenu, RowMenuItem } from '../../../../panel/list/row-menu.tsx';
import { useList } from '../../../../panel/list/use-list.ts';
import { type ReturnTo, useConfirmed } from '../../../../panel/use-confirmed.tsx';
import { Dialog } from '../../../../ui/form/dialog.tsx';
import { minuteTime } from '../../../../ui/times.ts';
import type { Playback } from '../../page/playback-part.ts';
import { EventForm } from '../form/event-form.tsx';
import type { PlaybackEvent } from '../model/schedule-draft.ts';
import { useScheduleText } from '../use-schedule-text.ts';

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
  const formText = useText('scheduleForm');
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const [edited, setEdited] = useState<PlaybackEvent>();
  const { confirm, shown } = useConfirmed();
  const edit = (event: PlaybackEvent | undefined): void => {
    setEdited(event);
    setOpen(true);
  };
  const remove = ({ id, name, frequency }: PlaybackEvent, returnTo: ReturnTo): void =>
    confirm({
      title: text.removeTitle(plainName(name)),
      text: frequency === 'permanent' ? text.removePermanentText : text.removeText,
      yes: text.remove,
      returnTo,
      send: () => api.deletePlaybackEvent({ spaceId, playbackEventId: id }),
      onEnd: onChanged,
    });
  return (
    <>
      {shown}
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
      <Dialog isOpen={isOpen} width={920} title={edited ? formText.change : formText.add} onClose={close}>
        <EventForm playback={playback} spaceId={spaceId} event={edited} onClose={close} onSaved={onChanged} />
      </Dialog>
    </>
  );
}

const icons = { oneTime: IconCalendarEvent, recurring: IconRepeat, permanent: IconInfinity };

type RowProps = {
  event: PlaybackEvent;
  onEdit: () => void;
  onRemove: (returnTo: ReturnTo) => void;
};

function EventRow({ event, onEdit, onRemove }: RowProps) {
  const text = useText('schedule');
  const scheduleText = useScheduleText();
  const { name, frequency, timezone } = event;
  const Icon = icons[frequency];
  return (
    <Row
      lead={<RowIcon icon={Icon} />}
      name={name}
      onOpen={onEdit}
      about={
        <RowDetails>
          {scheduleText(event)}
          {frequency !== 'permanent' && timezone.replaceAll('_', ' ')}
        </RowDetails>
      }
      meta={
        <RowDetails>
          <NextStart event={event} />
        </RowDetails>
      }
      actions={
        <RowMenu name={name}>
          <RowMenuItem icon={IconPencil} onClick={onEdit}>
            {text.change}
          </RowMenuItem>
          <RowMenuItem icon={IconTrash} isDanger onClick={onRemove}>
            {text.remove}
          </RowMenuItem>
        </RowMenu>
      }
    />
  );
}

function NextStart({ event }: Pick<RowProps, 'event'>) {
  const text = useText('schedule');
  const language = useLanguage();
  const { frequency, nextStartDate, endDate } = event;
  if (nextStartDate !== null) {
    return <time dateTime={nextStartDate}>{text.next(minuteTime(new Date(nextStartDate), language))}</time>;
  }
  if (frequency === 'permanent') return text.open;
  const isOver = endDate === null || Date.parse(endDate) < serverClock.now();
  return isOver ? text.noNext : text.noNextSoon;
}
