import { Menu } from '@mantine/core';
import { IconCalendarEvent, IconInfinity, IconPencil, IconRepeat, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { serverClock } from '../../../../kit/server-clock.ts';
import { Row, RowDetail, RowDetails, RowIcon } from '../../../../panel/list/row.tsx';
import { RowMenu } from '../../../../panel/list/row-menu.tsx';
import type { Question } from '../../../../ui/form/confirm.tsx';
import { minuteTime } from '../../../../ui/times.ts';
import type { PlaybackEvent } from '../model/schedule-draft.ts';
import { useScheduleText } from '../use-schedule-text.ts';

const icons = { oneTime: IconCalendarEvent, recurring: IconRepeat, permanent: IconInfinity };

type Props = {
  event: PlaybackEvent;
  onEdit: () => void;
  onRemove: (returnTo: Question['returnTo']) => void;
};

export function EventRow({ event, onEdit, onRemove }: Props) {
  const text = useText('schedule');
  const scheduleText = useScheduleText();
  const opener = useRef<HTMLButtonElement>(null);
  const { name, frequency, timezone } = event;
  const Icon = icons[frequency];
  return (
    <Row
      lead={
        <RowIcon>
          <Icon size={20} stroke={1.6} aria-hidden />
        </RowIcon>
      }
      name={name}
      onOpen={onEdit}
      about={
        <RowDetails>
          <RowDetail>{scheduleText(event)}</RowDetail>
          {frequency !== 'permanent' && <RowDetail>{timezone.replaceAll('_', ' ')}</RowDetail>}
        </RowDetails>
      }
      meta={
        <RowDetails>
          <RowDetail>
            <NextStart event={event} />
          </RowDetail>
        </RowDetails>
      }
      actions={
        <RowMenu ref={opener} name={name}>
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
            {text.change}
          </Menu.Item>
          <Menu.Item
            color="var(--danger-text)"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => onRemove(() => opener.current)}
          >
            {text.remove}
          </Menu.Item>
        </RowMenu>
      }
    />
  );
}

function NextStart({ event }: Pick<Props, 'event'>) {
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
