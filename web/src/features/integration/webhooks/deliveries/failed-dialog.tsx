import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { eventNames } from '../../../../../../contract/events.ts';
import { useText } from '../../../../i18n/language.ts';
import { useApi } from '../../../../panel/context.ts';
import { useLoaded } from '../../../../panel/loading/use-loaded.ts';
import { isReversed, periodKinds, periodOf } from '../../../../panel/period/period.ts';
import { CustomPeriodFields } from '../../../../panel/period/period-choice.tsx';
import { useSubmit } from '../../../../panel/use-submit.ts';
import { Dialog, DialogActions, DialogError } from '../../../../ui/form/dialog.tsx';
import { type DeliveryFilters, toDeliveryQuery } from '../model/filters.ts';
import type { WebhookAt } from '../model/webhook-at.ts';
import { eventOf } from './delivery-filters.tsx';
import css from './dialogs.module.css';

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
export function FailedDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const text = useText('deliveries');
  return (
    <Dialog isOpen={isOpen} title={text.againTitle} onClose={props.onClose}>
      <Form {...props} />
    </Dialog>
  );
}

function Form({ at, filters, onClose, onSent }: Props) {
  const text = useText('deliveries');
  const periodText = useText('period');
  const common = useText('ui');
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
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (count) void submit.run();
      }}
    >
      <p className={css.text}>{text.againText}</p>
      <NativeSelect
        size="md"
        label={periodText.period}
        data-autofocus
        value={period.kind}
        data={periodKinds.map((kind) => ({ value: kind, label: periodText[kind] }))}
        onChange={(event) => change({ ...wanted, period: periodOf(period, event.currentTarget.value) })}
      />
      <CustomPeriodFields period={period} onChange={(next) => change({ ...wanted, period: next })} />
      <NativeSelect
        size="md"
        label={text.filterEvent}
        value={wanted.event ?? ''}
        data={[{ value: '', label: text.anyEvent }, ...eventNames]}
        onChange={(event) => change({ ...wanted, event: eventOf(event.currentTarget.value) })}
      />
      <p className={css.count} role="status">
        <Count of={count} isBroken={counted.error !== undefined} isReversed={isReversed(period)} />
      </p>
      <DialogError>{submit.sentence}</DialogError>
      <DialogActions>
        <Button variant="default" size="md" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button type="submit" size="md" loading={submit.isBusy} disabled={!count}>
          {count ? text.sendCount(count) : text.sendAgain}
        </Button>
      </DialogActions>
    </form>
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
