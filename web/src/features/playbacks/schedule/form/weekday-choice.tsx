import { useId } from 'react';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { firstDayOf, localeOf, weekdayName, weekdaysFrom } from '../model/week.ts';
import css from './form.module.css';

type Props = {
  value: readonly number[];
  error?: string | undefined;
  onChange: (weekdays: number[]) => void;
};

/** Days of the week as checkboxes that look like buttons, in the order of the reader's locale. */
export function WeekdayChoice({ value, error, onChange }: Props) {
  const text = useText('scheduleForm');
  const language = useLanguage();
  const errorId = useId();
  const toggle = (day: number, isOn: boolean): void =>
    onChange(isOn ? [...value, day].sort((one, other) => one - other) : value.filter((one) => one !== day));
  return (
    <fieldset className={css.weekdays} aria-describedby={error ? errorId : undefined}>
      <legend className={css.legend}>{text.weekdays}</legend>
      <div className={css.days}>
        {weekdaysFrom(firstDayOf(localeOf(language))).map((day) => (
          <label key={day} className={css.day}>
            <input
              type="checkbox"
              name="weekdays"
              className={css.dayInput}
              aria-label={weekdayName(day, language, 'long')}
              checked={value.includes(day)}
              onChange={(event) => toggle(day, event.currentTarget.checked)}
            />
            <span aria-hidden>{weekdayName(day, language, 'short')}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className={css.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
