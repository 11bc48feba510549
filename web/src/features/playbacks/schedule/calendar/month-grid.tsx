import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { dateFormat } from '../../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import type { Language } from '../../../../i18n/languages.ts';
import { keyAlongLine } from '../../../../ui/direction.ts';
import { Row, Stack, Text } from '../../../../ui/layout/layout.tsx';
import { dateOf, dayAfterKey } from '../model/month.ts';
import type { PlaybackSession } from '../model/schedule-draft.ts';
import { weekdayName, weekdaysFrom } from '../model/week.ts';
import css from './calendar.module.css';
import { sessionIcons, startClock } from './day-sessions.tsx';

/** So many sessions of a day are named in its cell. */
const named = 3;

/** A table with this role is the grid of the ARIA Authoring Practices; its cells are grid cells then. */
const gridRole = 'grid';

const longDay = (day: string, language: Language): string =>
  dateFormat(language, { dateStyle: 'full' }).format(dateOf(day));

/** For screen readers: how many sessions of each state a day has. */
export function useDayText(): (sessions: readonly PlaybackSession[]) => string {
  const text = useText('scheduleCalendar');
  return (sessions) => {
    if (sessions.length === 0) return text.nothing;
    const states = new Set(sessions.map(({ state }) => state));
    return [text.count(sessions.length), ...[...states].map((state) => text[state])].join(', ');
  };
}

export type GridProps = {
  label: string;
  month: string;
  weeks: string[][];
  firstDay: number;
  today: string;
  /** The day that is in the order of the Tab key. */
  active: string;
  selected: string | undefined;
  byDay: ReadonlyMap<string, PlaybackSession[]>;
  onActive: (day: string) => void;
  onSelect: (day: string) => void;
};

/** A month as a grid of days: arrow keys, Home, End, Page Up and Page Down move the focus, Enter selects. */
export function MonthGrid(props: GridProps) {
  const { label, month, weeks, firstDay, active, byDay, onActive } = props;
  const language = useLanguage();
  const grid = useRef<HTMLTableElement>(null);
  const isMoving = useRef(false);
  useLayoutEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  }, [active]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = dayAfterKey(active, keyAlongLine(event), firstDay);
    if (next === undefined) return;
    event.preventDefault();
    if (next === active) return;
    isMoving.current = true;
    onActive(next);
  };
  return (
    <table ref={grid} role={gridRole} aria-label={label} className={css.grid} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {weekdaysFrom(firstDay).map((weekday) => (
            <th key={weekday} scope="col" abbr={weekdayName(weekday, language, 'long')}>
              {weekdayName(weekday, language, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell
                key={day}
                {...props}
                day={day}
                sessions={byDay.get(day) ?? []}
                isOutside={!day.startsWith(month)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps = Pick<GridProps, 'today' | 'active' | 'selected' | 'onSelect'> & {
  day: string;
  sessions: PlaybackSession[];
  isOutside: boolean;
};

function DayCell({ day, sessions, isOutside, today, active, selected, onSelect }: CellProps) {
  const text = useText('scheduleCalendar');
  const language = useLanguage();
  const dayText = useDayText();
  return (
    <td className={css.cell} data-outside={isOutside || undefined}>
      <Text
        as="button"
        p="sm"
        full
        size="xs"
        tone="text"
        hover="fill"
        inset
        className={css.day}
        data-day={day}
        aria-pressed={day === selected}
        tabIndex={day === active ? 0 : -1}
        aria-current={day === today ? 'date' : undefined}
        onClick={() => onSelect(day)}
      >
        <VisuallyHidden>{`${longDay(day, language)}: ${dayText(sessions)}`}</VisuallyHidden>
        <Stack as="span" gap="xs" className={css.content} align="start" aria-hidden>
          <span className={css.number}>{Number(day.slice(8))}</span>
          {sessions.slice(0, named).map((session) => {
            const Icon = sessionIcons[session.state];
            return (
              <Row
                as="span"
                key={session.id}
                className={css.start}
                inline
                gap="xs"
                align="center"
                nowrap
                data-state={session.state}
              >
                <Icon size={12} />
                {startClock(session, language)}
              </Row>
            );
          })}
          {sessions.length > named && (
            <Text as="span" dim>
              {text.more(sessions.length - named)}
            </Text>
          )}
        </Stack>
      </Text>
    </td>
  );
}
