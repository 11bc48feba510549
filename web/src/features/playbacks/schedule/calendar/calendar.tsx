import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useId, useState } from 'react';
import { dateFormat } from '../../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { useApi } from '../../../../panel/context.ts';
import { PageTurn } from '../../../../panel/list/page-turn.tsx';
import { useLoaded } from '../../../../panel/loading/use-loaded.ts';
import { dayOf } from '../../../../panel/period/period.ts';
import { Quiet } from '../../../../panel/quiet.tsx';
import { currentAddress, parseAddress, setQuery } from '../../../../routing/navigation.ts';
import { Card, Row, Stack, Text, Title } from '../../../../ui/layout/layout.tsx';
import { LoadFailed, RowsSkeleton, StaleNote } from '../../../../ui/page/states.tsx';
import { screens } from '../../../../ui/theme/screens.ts';
import { useNow } from '../../../../ui/use-now.ts';
import { addMonths, byDay, dateOf, monthOf, parseDay, weeksOf } from '../model/month.ts';
import { firstDayOf, readerLocale } from '../model/week.ts';
import css from './calendar.module.css';
import { DaySessions } from './day-sessions.tsx';
import { MonthGrid } from './month-grid.tsx';
import { MonthList } from './month-list.tsx';
import { useSessions } from './use-sessions.ts';

type Props = { spaceId: string; playbackId: string; version: number; onChanged: () => void };

/** The sessions of all events by month: a grid, on a phone a list. */
export function Calendar(props: Props) {
  const text = useText('scheduleCalendar');
  const language = useLanguage();
  const isPhone = useMediaQuery(screens.compact, false, { getInitialValueInEffect: false });
  const heading = useId();
  const today = dayOf(new Date(useNow(60_000)));
  const shownDay = dayInAddress() ?? today;
  const [active, setActive] = useState(shownDay);
  const [selected, setSelected] = useState<string | undefined>(shownDay);
  const firstDay = firstDayOf(readerLocale(language));
  const month = monthOf(dateOf(active));
  const weeks = weeksOf(month, firstDay);
  const days = weeks.flat();
  const sessions = useSessions({ ...props, from: days[0] ?? today, until: days.at(-1) ?? today });
  const eventNames = useEventNames(props);
  const title = dateFormat(language, { month: 'long', year: 'numeric' }).format(dateOf(`${month}-01`));
  const label = text.calendarOf(title);
  const remember = (day: string): void => setQuery({ day: day === today ? undefined : day });
  const activate = (day: string): void => {
    setActive(day);
    // Browsers limit how often the address may change, so the arrow keys do not change it with every day.
    if (monthOf(dateOf(day)) !== month) remember(day);
  };
  const select = (day: string | undefined): void => {
    setSelected(day);
    if (day === undefined) return;
    setActive(day);
    remember(day);
  };
  const { items = [], total = 0 } = sessions.value ?? {};
  const shown = byDay(items);
  const daySessions = selected !== undefined && (
    <DaySessions {...props} key={selected} day={selected} eventNames={eventNames} />
  );
  return (
    <Stack as="section" gap="md" mt="lg" aria-labelledby={heading}>
      <Row gap="sm lg" wrap align="center">
        <Title id={heading}>{text.calendar}</Title>
        <Text className={css.month} size="lg" dim aria-live="polite">
          {title}
        </Text>
        <Turns active={active} onTurn={activate} onToday={() => select(today)} />
      </Row>
      {sessions.error !== undefined && sessions.value && <StaleNote of="page" onAgain={sessions.reload} />}
      {total > items.length && <Quiet>{text.tooMany(items.length)}</Quiet>}
      <Card>
        {!sessions.value && sessions.error === undefined && <RowsSkeleton count={4} />}
        {!sessions.value && sessions.error !== undefined && <LoadFailed onAgain={sessions.reload} />}
        {sessions.value && (
          <div aria-busy={sessions.isBehind} data-behind={sessions.isBehind}>
            {isPhone ? (
              <MonthList {...{ label, month, selected }} byDay={shown} onSelect={select}>
                {daySessions}
              </MonthList>
            ) : (
              <MonthGrid
                {...{ label, month, weeks, firstDay, today, active, selected }}
                byDay={shown}
                onActive={activate}
                onSelect={select}
              />
            )}
          </div>
        )}
      </Card>
      {!isPhone && daySessions}
    </Stack>
  );
}

/** The day of the calendar in the address, so that a reload and Back show the same month. */
const dayInAddress = (): string | undefined =>
  parseDay(parseAddress(currentAddress()).search.get('day') ?? '');

type TurnsProps = { active: string; onTurn: (day: string) => void; onToday: () => void };

function Turns({ active, onTurn, onToday }: TurnsProps) {
  const text = useText('scheduleCalendar');
  return (
    <Row push className={css.turns} gap="sm">
      <Button variant="default" onClick={onToday}>
        {text.today}
      </Button>
      <PageTurn labels={text} hasPrevious hasNext onTurn={(step) => onTurn(addMonths(active, step))} />
    </Row>
  );
}

/** The names of the events by id; empty until they are loaded. */
function useEventNames({ spaceId, playbackId, version }: Props): ReadonlyMap<string, string> {
  const api = useApi();
  const { value } = useLoaded({
    key: ['event names', playbackId, version],
    load: () => api.listPlaybackEvents({ spaceId, query: { playbackId, limit: 1000 } }),
  });
  return new Map(value?.items.map(({ id, name }) => [id, name]));
}
