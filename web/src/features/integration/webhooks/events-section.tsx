import { Switch } from '@mantine/core';
import { type EventName, eventsOfInterface, optionalEventNames } from '../../../../../contract/events.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { useSubmit } from '../../../panel/use-submit.ts';
import { Section } from '../../../ui/page/section.tsx';
import type { Webhook } from './model/types.ts';
import type { WebhookAt } from './model/webhook-at.ts';

type Props = { at: WebhookAt; webhook: Webhook; onChanged: (webhook: Webhook) => void };

/** The events of a webhook, each with its switch. The last one stays on: the webhook itself can be turned off. */
export function EventsSection({ at, webhook, onChanged }: Props) {
  const text = useText('webhooks');
  const names = useText('deliveries');
  const api = useApi();
  const request = useSubmit(async (eventNames: EventName[]) =>
    onChanged(await api.updateWebhookById({ ...at, body: { eventNames } })),
  );
  const { eventNames } = webhook;
  const switchOf = (name: EventName) => ({
    size: 'md',
    checked: eventNames.includes(name),
    disabled: request.isBusy || (eventNames.length === 1 && eventNames.includes(name)),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const others = eventNames.filter((event) => event !== name);
      void request.run(currentTarget.checked ? [...others, name] : others);
    },
  });
  return (
    <>
      <Section title={text.usualEventsTitle} text={text.usualEventsText}>
        {eventsOfInterface.map((name) => (
          <Switch key={name} {...switchOf(name)} label={names[name]} description={text.sentAs(name)} />
        ))}
      </Section>
      <Section title={text.eventsTitle} text={text.eventsText}>
        {optionalEventNames.map((name) => (
          <Switch key={name} {...switchOf(name)} label={text[name]} description={text[`${name}Hint`]} />
        ))}
        <ProblemLine of={request} />
      </Section>
    </>
  );
}
