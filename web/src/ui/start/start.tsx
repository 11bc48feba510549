import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { calendarFile } from '../../../../contract/calendar.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { Stack, Text } from '../layout/layout.tsx';
import { saveFile } from '../save-file.ts';
import { Countdown, type CountdownProps, type StartTexts } from './countdown.tsx';
import css from './start.module.css';
import { startText, zoneText } from './start-times.ts';

type Props = Omit<CountdownProps, 'text'> & {
  text: StartTexts & { fileName: string; linkHint: string };
  /** Identifies the entry in calendars: a second file replaces the first one's. */
  id: string;
  name: string;
  endsAt: number | undefined;
  /** The person has a link of their own; a calendar must not name it, because calendars are shared. */
  hasLink: boolean;
  /** More about this start, below the file for a calendar. */
  children?: ReactNode;
};

/** A countdown, the start in the person's time zone, and the file for a calendar. */
export function Start({ startsAt, endsAt, now, text, id, name, hasLink, children }: Props) {
  const own = useText('countdown');
  const language = useLanguage();
  const start = new Date(startsAt);

  function save(): void {
    const { origin, pathname, host } = window.location;
    const file = calendarFile({
      uid: `${id}@${host}`,
      title: name,
      ...(hasLink && { description: text.linkHint }),
      url: `${origin}${pathname}`,
      startsAt,
      endsAt,
      madeAt: now(),
    });
    saveFile(new Blob([file], { type: 'text/calendar;charset=utf-8' }), text.fileName);
  }

  return (
    <Stack gap="lg" align="start" p="xl" radius="lg" ground="ground-soft" className={css.start}>
      <Text size="md" weight={500} dim>
        {text.startsIn}
      </Text>
      <Countdown startsAt={startsAt} now={now} text={text} />
      <Stack as="p" gap="xs" weight={550} size="xl" pretty>
        <time dateTime={start.toISOString()}>{startText(start, language)}</time>
        <Text as="span" size="md" weight={400} dim>
          {own.zone(zoneText(start, language))}
        </Text>
      </Stack>
      <Button
        variant="default"
        className={css.calendar ?? ''}
        leftSection={<IconCalendarPlus size={18} aria-hidden />}
        onClick={save}
      >
        {own.calendar}
      </Button>
      {children}
    </Stack>
  );
}
