import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { minuteTime } from '../../../ui/times.ts';
import { useNow } from '../../../ui/use-now.ts';
import css from '../integration.module.css';
import { OverlapForm } from '../overlap-form.tsx';
import type { WebhookWithSecret } from './model/types.ts';
import type { WebhookAt } from './model/webhook-at.ts';

type Props = {
  at: WebhookAt;
  /** Until when the previous secret is valid too. */
  until: string | null;
  onSecret: (made: WebhookWithSecret) => void;
};

/** Replaces the secret, which is never shown. */
export function SecretSection({ at, until, onSecret }: Props) {
  const text = useText('webhooks');
  const language = useLanguage();
  const api = useApi();
  const button = useRef<HTMLButtonElement>(null);
  const [step, setStep] = useState<'idle' | 'asking' | 'made'>('idle');
  const now = useNow(until === null ? undefined : 1_000);
  const isOverlapping = until !== null && Date.parse(until) > now;
  return (
    <Section title={text.secretTitle} text={text.secretText}>
      <Row as="p" gap="xs md" wrap align="center" size="md" dim>
        {text.secretHidden}
      </Row>
      {isOverlapping && (
        <Text size="md" pretty p="md" radius="md" ground="fill">
          {text.oldSecretUntil(minuteTime(new Date(until), language))} {text.overlapHow}
        </Text>
      )}
      <Button ref={button} className={css.left} variant="default" onClick={() => setStep('asking')}>
        {text.newSecret}
      </Button>
      <Dialog
        isOpen={step === 'asking'}
        isFollowed={step === 'made'}
        title={text.newSecretTitle}
        onClose={() => setStep('idle')}
      >
        <OverlapForm
          texts={{
            question: text.newSecretText,
            none: text.overlapNoneText,
            hour: text.overlapHourText,
            day: text.overlapDayText,
          }}
          how={text.overlapHow}
          refresh={async (overlapSeconds) => {
            const made = await api.refreshSecretWebhookById({ ...at, body: { overlapSeconds } });
            setStep('made');
            onSecret(made);
          }}
          onCancel={() => setStep('idle')}
        />
      </Dialog>
    </Section>
  );
}
