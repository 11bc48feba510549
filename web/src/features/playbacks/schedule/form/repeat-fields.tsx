import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { Grid, Text } from '../../../../ui/layout/layout.tsx';
import { expressionOf, hourSteps, minuteSteps, repeatKinds } from '../model/repeat.ts';
import { firstDayOf, readerLocale, weekdayName, weekdaysFrom } from '../model/week.ts';
import css from './form.module.css';
import type { EventFields } from './use-event-fields.ts';

const numbers = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

/** Two fields side by side. */
export function Pair({ children }: { children: ReactNode }) {
  return (
    <Grid className={css.pair} gap="md" align="start">
      {children}
    </Grid>
  );
}

/** How an event recurs, and from which day until which. */
export function RepeatFields({ fields }: { fields: EventFields }) {
  const text = useText('scheduleForm');
  const { values, setFieldValue } = fields.form;
  return (
    <>
      <NativeSelect
        label={text.repeat}
        data={repeatKinds.map((kind) => ({ value: kind, label: text[kind] }))}
        value={values.kind}
        onChange={({ currentTarget: { value } }) => {
          const kind = repeatKinds.find((one) => one === value) ?? 'weekly';
          // An expert continues from the choices made so far.
          if (kind === 'cron') setFieldValue('expression', expressionOf(values) ?? values.expression);
          setFieldValue('kind', kind);
        }}
      />
      <KindFields fields={fields} />
      <Pair>
        <TextInput {...fields.propsOf('from')} type="date" label={text.from} />
        <TextInput {...fields.propsOf('until')} type="date" label={text.until} />
      </Pair>
    </>
  );
}

/** The fields of the chosen kind. */
function KindFields({ fields }: { fields: EventFields }) {
  const text = useText('scheduleForm');
  const { values, setFieldValue } = fields.form;
  const { kind } = values;
  if (kind === 'cron') {
    return (
      <TextInput
        {...fields.propsOf('expression')}
        label={text.expression}
        description={text.expressionText}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        classNames={{ input: css.code ?? '' }}
      />
    );
  }
  if (kind === 'minutes' || kind === 'hours') return <IntervalFields fields={fields} />;
  const time = <TextInput {...fields.propsOf('time')} type="time" label={text.time} />;
  if (kind === 'weekly') {
    return (
      <>
        <WeekdayChoice
          value={values.weekdays}
          error={fields.errorOf('weekdays')}
          onChange={(weekdays) => setFieldValue('weekdays', weekdays)}
        />
        {time}
      </>
    );
  }
  if (kind === 'daily') return time;
  return (
    <Pair>
      <NativeSelect
        label={text.monthDay}
        description={values.monthDay > 28 ? text.monthDayNote : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={numbers(1, 31)}
        value={String(values.monthDay)}
        onChange={({ currentTarget: { value } }) => setFieldValue('monthDay', Number(value))}
      />
      {time}
    </Pair>
  );
}

function IntervalFields({ fields }: { fields: EventFields }) {
  const text = useText('scheduleForm');
  const { values, setFieldValue } = fields.form;
  if (values.kind === 'minutes') {
    return (
      <NativeSelect
        label={text.everyMinutes}
        data={minuteSteps.map((step) => ({ value: String(step), label: text.minutesStep(step) }))}
        value={String(values.everyMinutes)}
        onChange={({ currentTarget: { value } }) => setFieldValue('everyMinutes', Number(value))}
      />
    );
  }
  return (
    <Pair>
      <NativeSelect
        label={text.everyHours}
        data={hourSteps.map((step) => ({ value: String(step), label: text.hoursStep(step) }))}
        value={String(values.everyHours)}
        onChange={({ currentTarget: { value } }) => setFieldValue('everyHours', Number(value))}
      />
      <NativeSelect
        label={text.atMinute}
        data={numbers(0, 59)}
        value={String(values.atMinute)}
        onChange={({ currentTarget: { value } }) => setFieldValue('atMinute', Number(value))}
      />
    </Pair>
  );
}

type Props = {
  value: readonly number[];
  error?: string | undefined;
  onChange: (weekdays: number[]) => void;
};

/** Days of the week as checkboxes that look like buttons, in the order of the reader's locale. */
function WeekdayChoice({ value, error, onChange }: Props) {
  const text = useText('scheduleForm');
  const language = useLanguage();
  const errorId = useId();
  const toggle = (day: number, isOn: boolean): void =>
    onChange(isOn ? [...value, day].sort((one, other) => one - other) : value.filter((one) => one !== day));
  return (
    <Text as="fieldset" aria-describedby={error ? errorId : undefined}>
      <Text as="legend" mb="sm" size="md" weight={500}>
        {text.weekdays}
      </Text>
      <Grid className={css.days} gap="xs">
        {weekdaysFrom(firstDayOf(readerLocale(language))).map((day) => (
          <Grid
            as="label"
            key={day}
            center
            shrink
            size="md"
            tall={44}
            frame={value.includes(day) ? 'accent' : 'line-strong'}
            ground={value.includes(day) ? 'accent-soft' : undefined}
          >
            <input
              type="checkbox"
              name="weekdays"
              data-unseen
              aria-label={weekdayName(day, language, 'long')}
              checked={value.includes(day)}
              onChange={(event) => toggle(day, event.currentTarget.checked)}
            />
            <Text as="span" weight={value.includes(day) ? 600 : 400} aria-hidden>
              {weekdayName(day, language, 'short')}
            </Text>
          </Grid>
        ))}
      </Grid>
      {error && (
        <Text id={errorId} mt="sm" size="sm" tone="danger">
          {error}
        </Text>
      )}
    </Text>
  );
}
