import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLanguage, useText } from '../../i18n/language.ts';
import { type TimeLeft, timeLeft, untilNextSecond } from '../../models/webinar/countdown.ts';
import { sessionClock } from '../../models/webinar/page-clock.ts';
import { fullDurationText } from '../../ui/times.ts';
import css from './schedule.module.css';

function useTimeLeft(startsAt: number): TimeLeft {
  const [left, setLeft] = useState(() => timeLeft(startsAt, sessionClock.now()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const show = (): void => {
      setLeft(timeLeft(startsAt, sessionClock.now()));
      timer = setTimeout(show, untilNextSecond(startsAt, sessionClock.now()) + 5);
    };
    show();
    return () => clearTimeout(timer);
  }, [startsAt]);
  return left;
}

const units = ['days', 'hours', 'minutes', 'seconds'] as const;

/** The time until a start. Screen readers hear it when they come to it, and once for each of the last minutes. */
export function Countdown({ startsAt }: { startsAt: number }) {
  const text = useText('webinar');
  const language = useLanguage();
  const left = useTimeLeft(startsAt);
  const isNow = units.every((unit) => left[unit] === 0);
  const minutes = (left.days * 24 + left.hours) * 60 + left.minutes;
  if (isNow) {
    return (
      <p className={css.now} role="status">
        {text.startsNow}
      </p>
    );
  }
  const shown = units.filter((unit) => unit !== 'days' || left.days > 0);
  return (
    <div className={css.countdown} role="timer" aria-label={text.startsIn}>
      <VisuallyHidden aria-live={minutes < 10 ? 'polite' : 'off'}>
        {text.left(fullDurationText(Math.max(1, minutes) * 60, language))}
      </VisuallyHidden>
      {shown.map((unit) => (
        <div key={unit} className={css.unit} aria-hidden>
          <span className={css.number}>{String(left[unit]).padStart(2, '0')}</span>
          <span className={css.unitName}>{text[unit](left[unit])}</span>
        </div>
      ))}
    </div>
  );
}
