import { clock, dateFormat, listText } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import type { Language } from '../../../i18n/languages.ts';
import { type Repeat, repeatOf } from './model/repeat.ts';
import type { PlaybackEvent } from './model/schedule-draft.ts';
import { weekdayName } from './model/week.ts';

/** A time of day without a zone: `19:00` as the language writes it. */
function clockOf(time: string, language: Language): string {
  const at = new Date(`2000-01-01T${time}:00Z`);
  return dateFormat(language, { ...clock, timeZone: 'UTC' }).format(at);
}

/** Says when an event takes place, in its own time zone. */
export function useScheduleText(): (event: PlaybackEvent) => string {
  const text = useText('scheduleWords');
  const language = useLanguage();

  const repeatText = (repeat: Repeat): string => {
    const time = () => clockOf(repeat.time, language);
    if (repeat.kind === 'daily') return text.daily(time());
    if (repeat.kind === 'monthly') return text.monthly({ day: repeat.monthDay, time: time() });
    if (repeat.kind === 'minutes') return text.everyMinutes(repeat.everyMinutes);
    if (repeat.kind === 'hours')
      return text.hourly({ every: text.everyHours(repeat.everyHours), minute: repeat.atMinute });
    if (repeat.kind === 'cron') return text.cron(repeat.expression);
    // Sunday is the last day of the week in such a phrase, wherever a calendar puts it.
    const days = [...repeat.weekdays].sort((one, other) => (one || 7) - (other || 7));
    const names = days.map((day) => weekdayName(day, language, 'short'));
    return text.weekly({ days: listText(names, language), time: time() });
  };

  return ({ localStartDate: start, localEndDate: end, recurrence }) => {
    if (start === null) return text.always;
    const shown = (wallTime: string, style: Intl.DateTimeFormatOptions) =>
      dateFormat(language, { ...style, timeZone: 'UTC' }).format(new Date(`${wallTime}Z`));
    if (recurrence === null) return shown(start, { dateStyle: 'long', timeStyle: 'short' });
    const day = { dateStyle: 'medium' } as const;
    const dates = end && text.dates({ from: shown(start, day), until: shown(end, day) });
    return [repeatText(repeatOf(recurrence)), dates].filter(Boolean).join(' · ');
  };
}
