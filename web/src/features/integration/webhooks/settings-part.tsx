import { Button, Switch } from '@mantine/core';
import { useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { useSubmit } from '../../../panel/use-submit.ts';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Section } from '../../../ui/page/section.tsx';
import css from '../integration.module.css';
import { EventsSection } from './events-section.tsx';
import type { Webhook, WebhookWithSecret } from './model/types.ts';
import type { WebhookAt } from './model/webhook-at.ts';
import { SecretSection } from './secret-section.tsx';
import { UrlForm } from './url-form.tsx';

type Props = {
  at: WebhookAt;
  webhook: Webhook;
  /** `null`: it was deleted. */
  onChanged: (webhook: Webhook | null) => void;
  onSecret: (made: WebhookWithSecret) => void;
};

/** The webhook's address, its switch, its events and its secret. */
export function SettingsPart({ at, webhook, onChanged, onSecret }: Props) {
  const text = useText('webhooks');
  const api = useApi();
  const turn = useSubmit(async (isActive: boolean) =>
    onChanged(await api.updateWebhookById({ ...at, body: { isActive } })),
  );
  return (
    <>
      <Section title={text.stateTitle} text={text.stateText}>
        <Switch
          size="md"
          label={text.switchOn}
          checked={webhook.isActive}
          disabled={turn.isBusy}
          onChange={(event) => void turn.run(event.currentTarget.checked)}
        />
        <ProblemLine of={turn} />
      </Section>
      <Section title={text.urlTitle} text={text.urlText}>
        <UrlForm
          button={text.saveUrl}
          url={webhook.url}
          save={async (url) => onChanged(await api.updateWebhookById({ ...at, body: { url } }))}
        />
      </Section>
      <EventsSection {...{ at, webhook, onChanged }} />
      <SecretSection at={at} until={webhook.previousSecretUntil} onSecret={onSecret} />
      <Removal at={at} onGone={() => onChanged(null)} />
    </>
  );
}

function Removal({ at, onGone }: { at: WebhookAt; onGone: () => void }) {
  const text = useText('webhooks');
  const api = useApi();
  const { ask, asked } = useQuestion();
  const button = useRef<HTMLButtonElement>(null);
  const remove = useSubmit(async () => {
    await api.deleteWebhookById(at);
    onGone();
  });
  return (
    <Section title={text.deleteTitle} text={text.deleteText}>
      <ProblemLine of={remove} />
      <Button
        ref={button}
        className={css.left}
        variant="default"
        c="var(--danger-text)"
        loading={remove.isBusy}
        onClick={() =>
          ask({
            title: text.deleteQuestion,
            text: text.deleteQuestionText,
            yes: text.deleteWebhook,
            act: () => void remove.run(),
            returnTo: () => button.current ?? document.querySelector('h1'),
          })
        }
      >
        {text.deleteWebhook}
      </Button>
      {asked}
    </Section>
  );
}
