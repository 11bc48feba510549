import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { eventNames } from '../../../../../../contract/events.ts';
import { useText } from '../../../../i18n/language.ts';
import { useApi } from '../../../../panel/context.ts';
import { useLoaded } from '../../../../panel/loading/use-loaded.ts';
import { isReversed, periodKinds, periodOf } from '../../../../panel/period/period.ts';
import { CustomPeriodFields } from '../../../../panel/period/period-choice.tsx';
import { useSubmit } from '../../../../panel/use-submit.ts';
import { DialogText } from '../../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../../ui/form/dialog-form.tsx';
import { Text } from '../../../../ui/layout/layout.tsx';
import { type DeliveryFilters, toDeliveryQuery } from '../model/filters.ts';
import type { WebhookAt } from '../model/webhook-at.ts';
import { eventOf } from './delivery-filters.tsx';

/** Earlier than any delivery. */
const everBefore = '1970-01-01T00:00:00.000Z';

type Props = {
  at: WebhookAt;
  /** The filters of the list, with which the dialog begins. */
  filters: DeliveryFilters;
  onClose: () => void;
  onSent: (count: number) => void;
};

/** Sends all failed deliveries of a period again, after showing their number. */
export function FailedForm({ at, filters, onClose, onSent }: Props) {
  const text = useText('deliveries');
  const periodText = useText('period');
  const api = useApi();
  const [wanted, setWanted] = useState<DeliveryFilters>({ ...filters, status: 'failed' });
  // Read once, so that "today" does not change while the dialog is open.
  const [now] = useState(() => new Date());
  const { period } = wanted;
  const query = toDeliveryQuery(wanted, now);
  const counted = useLoaded({
    key: ['count of deliveries', at.webhookId, query],
    load: () => api.listWebhookDeliveriesById({ ...at, query: { ...query, limit: 1 } }),
  });
  const count = isReversed(period) || counted.isBehind ? undefined : counted.value?.total;
  const submit = useSubmit(
    async () => {
      const { status: _, dateFrom = everBefore, ...rest } = query;
      const answer = await api.redeliverFailedWebhooksById({ ...at, body: { ...rest, dateFrom } });
      onSent(answer.count);
    },
    { webhook_blocked: text.blocked },
  );
  const change = (next: DeliveryFilters): void => {
    setWanted(next);
    submit.touch();
  };

  return (
    <DialogForm
      submit={count ? text.sendCount(count) : text.sendAgain}
      isBusy={submit.isBusy}
      isDisabled={!count}
      trouble={submit.sentence}
      onSubmit={() => void (count && submit.run())}
      onCancel={onClose}
    >
      <DialogText>{text.againText}</DialogText>
      <NativeSelect
        label={periodText.period}
        data-autofocus
        value={period.kind}
        data={periodKinds.map((kind) => ({ value: kind, label: periodText[kind] }))}
        onChange={(event) => change({ ...wanted, period: periodOf(period, event.currentTarget.value) })}
      />
      <CustomPeriodFields period={period} onChange={(next) => change({ ...wanted, period: next })} />
      <NativeSelect
        label={text.filterEvent}
        value={wanted.event ?? ''}
        data={[
          { value: '', label: text.anyEvent },
          ...eventNames.map((name) => ({ value: name, label: text[name] })),
        ]}
        onChange={(event) => change({ ...wanted, event: eventOf(event.currentTarget.value) })}
      />
      <Text size="lg" weight={550} role="status">
        <Count of={count} isBroken={counted.error !== undefined} isReversed={isReversed(period)} />
      </Text>
    </DialogForm>
  );
}

type CountProps = { of: number | undefined; isBroken: boolean; isReversed: boolean };

function Count({ of, isBroken, isReversed: isWrong }: CountProps) {
  const text = useText('deliveries');
  if (isWrong) return null;
  if (isBroken) return text.notCounted;
  if (of === undefined) return text.counting;
  return of === 0 ? text.noneFailed : text.countFailed(of);
}
