import { TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import { Choice } from '../../ui/form/choice.tsx';
import { Grid } from '../../ui/layout/layout.tsx';
import { isReversed, type Period, periodKinds, periodOf } from './period.ts';
import css from './period-choice.module.css';

type Props = { period: Period; onChange: (period: Period) => void };

/** Chooses a period; show `CustomPeriodFields` near it. */
export function PeriodChoice({ period, onChange }: Props) {
  const text = useText('period');
  return (
    <Choice
      label={text.period}
      icon={<IconCalendar size={18} />}
      value={period.kind}
      options={periodKinds.map((kind) => ({ value: kind, label: text[kind] }))}
      onChange={(value) => onChange(periodOf(period, value))}
    />
  );
}

/** The dates of a custom period. */
export function CustomPeriodFields({ period, onChange }: Props) {
  const text = useText('period');
  if (period.kind !== 'own') return null;
  return (
    <Grid className={css.dates} gap="md">
      <TextInput
        type="date"
        label={text.from}
        value={period.from}
        onChange={(event) => onChange({ ...period, from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={text.to}
        value={period.to}
        error={isReversed(period) && text.reversed}
        onChange={(event) => onChange({ ...period, to: event.currentTarget.value })}
      />
    </Grid>
  );
}
