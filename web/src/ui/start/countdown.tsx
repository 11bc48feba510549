import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLanguage, useText } from '../../i18n/language.ts';
import { Grid, Stack, Text } from '../layout/layout.tsx';
import { fullDurationText } from '../times.ts';
import css from './start.module.css';
import { type TimeLeft, timeLeft, untilNextSecond } from './time-left.ts';

/** The sentences of what begins: a webinar starts, a room opens. */
export type StartTexts = {
  startsIn: string;
  startsNow: string;
  left: (time: string) => string;
};

export type CountdownProps = {
  startsAt: number;
  /** The server's time, in ms. */
  now: () => number;
  text: StartTexts;
};

function useTimeLeft(startsAt: number, now: () => number): TimeLeft {
  const [left, setLeft] = useState(() => timeLeft(startsAt, now()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const show = (): void => {
      setLeft(timeLeft(startsAt, now()));
      timer = setTimeout(show, untilNextSecond(startsAt, now()) + 5);
    };
    show();
    return () => clearTimeout(timer);
  }, [startsAt, now]);
  return left;
}

const units = ['days', 'hours', 'minutes', 'seconds'] as const;

/** The time until a start. Screen readers hear it when they come to it, and once for each of the last minutes. */
export function Countdown({ startsAt, now, text }: CountdownProps) {
  const unitText = useText('countdown');
  const language = useLanguage();
  const left = useTimeLeft(startsAt, now);
  const isNow = units.every((unit) => left[unit] === 0);
  const minutes = (left.days * 24 + left.hours) * 60 + left.minutes;
  if (isNow) {
    return (
      <Text weight={650} className={css.now} role="status">
        {text.startsNow}
      </Text>
    );
  }
  const shown = units.filter((unit) => unit !== 'days' || left.days > 0);
  return (
    <Grid gap="sm" full className={css.countdown} role="timer" aria-label={text.startsIn}>
      <VisuallyHidden aria-live={minutes < 10 ? 'polite' : 'off'}>
        {text.left(fullDurationText(Math.max(1, minutes) * 60, language))}
      </VisuallyHidden>
      {shown.map((unit) => (
        <Stack key={unit} align="center" p="md xs" frame="line" ground="surface" aria-hidden>
          <Text as="span" weight={650} tabular className={css.number}>
            {String(left[unit]).padStart(2, '0')}
          </Text>
          <Text as="span" size="sm" dim className={css.unitName}>
            {unitText[unit](left[unit])}
          </Text>
        </Stack>
      ))}
    </Grid>
  );
}
