import { Button, Radio } from '@mantine/core';
import { useRef, useState } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { useSubmit } from '../../../panel/use-submit.ts';
import { Dialog, DialogText } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { minuteTime } from '../../../ui/times.ts';
import { useNow } from '../../../ui/use-now.ts';
import css from '../integration.module.css';
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
        <NewSecret
          at={at}
          onCancel={() => setStep('idle')}
          onMade={(made) => {
            setStep('made');
            onSecret(made);
          }}
        />
      </Dialog>
    </Section>
  );
}

const overlaps = { none: 0, hour: 3_600, day: 86_400 } as const;
type Overlap = keyof typeof overlaps;

type NewProps = { at: WebhookAt; onCancel: () => void; onMade: (made: WebhookWithSecret) => void };

function NewSecret({ at, onCancel, onMade }: NewProps) {
  const text = useText('webhooks');
  const api = useApi();
  const [overlap, setOverlap] = useState<Overlap>('none');
  const refresh = useSubmit(async () => {
    const body = { overlapSeconds: overlaps[overlap] };
    onMade(await api.refreshSecretWebhookById({ ...at, body }));
  });
  const choices: [Overlap, string, string][] = [
    ['none', text.overlapNone, text.overlapNoneText],
    ['hour', text.overlapHour, text.overlapHourText],
    ['day', text.overlapDay, text.overlapDayText],
  ];
  return (
    <DialogForm
      submit={text.newSecret}
      isBusy={refresh.isBusy}
      trouble={refresh.sentence}
      onSubmit={() => void refresh.run()}
      onCancel={onCancel}
    >
      <DialogText>{text.newSecretText}</DialogText>
      <Radio.Group
        label={text.overlap}
        value={overlap}
        onChange={(value) => setOverlap(choices.find(([name]) => name === value)?.[0] ?? 'none')}
      >
        <Stack gap="md">
          {choices.map(([value, label, about]) => (
            <Radio key={value} value={value} label={label} description={about} />
          ))}
        </Stack>
      </Radio.Group>
      {overlap !== 'none' && (
        <Text size="md" pretty p="md" radius="md" ground="fill">
          {text.overlapHow}
        </Text>
      )}
    </DialogForm>
  );
}
