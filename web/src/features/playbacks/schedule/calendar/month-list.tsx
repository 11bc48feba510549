import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dateFormat } from '../../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../../i18n/language.ts';
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
  if (days.length === 0) return <p className={css.nothing}>{text.nothingInMonth}</p>;
  return (
    <ul className={css.list} aria-label={label}>
      {days.map(([day, sessions]) => (
        <li key={day}>
          <button
            type="button"
            className={css.listDay}
            aria-expanded={day === selected}
            onClick={() => onSelect(day === selected ? undefined : day)}
          >
            <span className={css.listDate}>
              {dateFormat(language, { weekday: 'short', day: 'numeric', month: 'long' }).format(dateOf(day))}
            </span>
            <span className={css.listText}>{dayText(sessions)}</span>
            <IconChevronDown size={18} aria-hidden />
          </button>
          {day === selected && children}
        </li>
      ))}
    </ul>
  );
}
