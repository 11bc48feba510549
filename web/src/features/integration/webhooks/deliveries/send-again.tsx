import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../../i18n/language.ts';
import { useApi } from '../../../../panel/context.ts';
import { ProblemLine } from '../../../../panel/problem-line.tsx';
import { useSubmit } from '../../../../panel/use-submit.ts';
import { Stack, Text } from '../../../../ui/layout/layout.tsx';
import type { Delivery, DeliveryInFull } from '../model/types.ts';
import type { WebhookAt } from '../model/webhook-at.ts';
import css from './delivery.module.css';
import { useNews } from './use-news.ts';

type Props = {
  at: WebhookAt;
  delivery: DeliveryInFull;
  onAsked: (asked: Delivery) => void;
  onNews: () => void;
};

/** Sends a delivery again, and shows the result. */
export function SendAgain({ at, delivery, onAsked, onNews }: Props) {
  const text = useText('deliveries');
  const api = useApi();
  const { id: deliveryId, status, attempts } = delivery;
  // The number of attempts before the request: one more is the result.
  const [before, setBefore] = useState<number>();
  const submit = useSubmit(
    async () => {
      const asked = await api.redeliverWebhookById({ ...at, deliveryId });
      setBefore(attempts.length);
      onAsked(asked);
    },
    { webhook_blocked: text.blocked },
  );
  // A delivery that cannot be sent ends without another attempt.
  const isAnswered = before !== undefined && (attempts.length > before || status !== 'pending');
  const isWaiting = before !== undefined && !isAnswered;
  useNews(`${status} ${attempts.length}`, onNews);

  return (
    <Stack align="end" gap="sm" className={css.again}>
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden />}
        loading={submit.isBusy || isWaiting}
        onClick={() => {
          setBefore(undefined);
          void submit.run();
        }}
      >
        {status === 'pending' ? text.sendNow : text.sendAgain}
      </Button>
      <Text as="span" size="md" dim role="status">
        {isWaiting && text.sendingNow}
        {isAnswered && (status === 'delivered' ? text.againDelivered : text.againFailed)}
      </Text>
      <ProblemLine of={submit} />
    </Stack>
  );
}
