import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dateFormat } from '../../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { Grid, Stack, Text } from '../../../../ui/layout/layout.tsx';
import { dateOf } from '../model/month.ts';
import css from './calendar.module.css';
import { type GridProps, useDayText } from './month-grid.tsx';

type Props = Pick<GridProps, 'label' | 'month' | 'selected' | 'byDay'> & {
  onSelect: (day: string | undefined) => void;
  /** Below the selected day. */
  children: ReactNode;
};

/** A month on a phone: the days that have sessions; a day opens its sessions below it. */
export function MonthList({ label, month, selected, byDay, onSelect, children }: Props) {
  const text = useText('scheduleCalendar');
  const language = useLanguage();
  const dayText = useDayText();
  const days = [...byDay].filter(([day]) => day.startsWith(month));
  if (days.length === 0) {
    return (
      <Text p="lg" size="md" dim>
        {text.nothingInMonth}
      </Text>
    );
  }
  return (
    <Stack as="ul" className={css.list} ruled aria-label={label}>
      {days.map(([day, sessions]) => (
        <li key={day}>
          <Grid
            as="button"
            gap="0 md"
            p="sm lg"
            full
            tall={52}
            tone="text"
            className={css.listDay}
            align="center"
            aria-expanded={day === selected}
            onClick={() => onSelect(day === selected ? undefined : day)}
          >
            <Text as="span" className={css.listDate} size="lg" weight={550}>
              {dateFormat(language, { weekday: 'short', day: 'numeric', month: 'long' }).format(dateOf(day))}
            </Text>
            <Text as="span" className={css.listText} size="sm" dim>
              {dayText(sessions)}
            </Text>
            <IconChevronDown size={18} aria-hidden />
          </Grid>
          {day === selected && children}
        </li>
      ))}
    </Stack>
  );
}
