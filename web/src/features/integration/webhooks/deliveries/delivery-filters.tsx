import { IconBolt, IconCircleDot } from '@tabler/icons-react';
import { type EventName, eventNames } from '../../../../../../contract/events.ts';
import { useText } from '../../../../i18n/language.ts';
import { PeriodChoice } from '../../../../panel/period/period-choice.tsx';
import { Choice } from '../../../../ui/form/choice.tsx';
import type { DeliveryFilters } from '../model/filters.ts';
import { deliveryStatuses } from '../model/types.ts';

type Props = { filters: DeliveryFilters; onChange: (filters: DeliveryFilters) => void };

/** The filters of the list, each as a pill. */
export function FilterChoices({ filters, onChange }: Props) {
  const text = useText('deliveries');
  const { event, status, period } = filters;
  return (
    <>
      <Choice
        label={text.filterEvent}
        icon={<IconBolt size={18} />}
        value={event ?? ''}
        options={[
          { value: '', label: text.anyEvent },
          ...eventNames.map((name) => ({ value: name, label: text[name] })),
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
      <PeriodChoice period={period} onChange={(next) => onChange({ ...filters, period: next })} />
    </>
  );
}

export const eventOf = (value: string): EventName | undefined => eventNames.find((name) => name === value);
