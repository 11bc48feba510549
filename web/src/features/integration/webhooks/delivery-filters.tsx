import { TextInput } from '@mantine/core';
import { IconBolt, IconCalendar, IconCircleDot } from '@tabler/icons-react';
import { type EventName, eventNames } from '../../../../../contract/events.ts';
import { useText } from '../../../i18n/language.ts';
import { Choice } from '../../../ui/choice.tsx';
import dialogCss from './dialogs.module.css';
import { deliveryMessages } from './messages.ts';
import type { Filters } from './model/filters.ts';
import { isReversed, type Period, periodKinds } from './model/period.ts';
import { deliveryStatuses } from './model/types.ts';

type Props = { filters: Filters; onChange: (filters: Filters) => void };

/** What narrows the list, each as a pill. */
export function FilterChoices({ filters, onChange }: Props) {
  const text = useText(deliveryMessages);
  const { event, status, period } = filters;
  return (
    <>
      <Choice
        label={text.filterEvent}
        icon={<IconBolt size={18} />}
        value={event ?? ''}
        options={[
          { value: '', label: text.anyEvent },
          ...eventNames.map((name) => ({ value: name, label: name })),
        ]}
        onChange={(value) => onChange({ ...filters, event: eventOf(value) })}
      />
      <Choice
        label={text.filterStatus}
        icon={<IconCircleDot size={18} />}
        value={status ?? ''}
        options={[
          { value: '', label: text.anyStatus },
          ...deliveryStatuses.map((name) => ({ value: name, label: text[name] })),
        ]}
        onChange={(value) =>
          onChange({ ...filters, status: deliveryStatuses.find((name) => name === value) })
        }
      />
      <Choice
        label={text.filterPeriod}
        icon={<IconCalendar size={18} />}
        value={period.kind}
        options={periodKinds.map((kind) => ({ value: kind, label: text[kind] }))}
        onChange={(value) => onChange({ ...filters, period: periodOf(period, value) })}
      />
    </>
  );
}

export const eventOf = (value: string): EventName | undefined => eventNames.find((name) => name === value);

export const periodOf = (period: Period, value: string): Period => ({
  ...period,
  kind: periodKinds.find((kind) => kind === value) ?? 'any',
});

type DatesProps = { period: Period; onChange: (period: Period) => void };

/** The days of a period of one's own. */
export function OwnDates({ period, onChange }: DatesProps) {
  const text = useText(deliveryMessages);
  if (period.kind !== 'own') return null;
  return (
    <div className={dialogCss.dates}>
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
    </div>
  );
}
