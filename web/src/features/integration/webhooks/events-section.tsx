import { Switch } from '@mantine/core';
import { type OptionalEventName, optionalEventNames } from '../../../../../contract/events.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { useSubmit } from '../../../panel/use-submit.ts';
import { Section } from '../../../ui/page/section.tsx';
import type { Webhook } from './model/types.ts';

type Props = { spaceId: string; webhook: Webhook; onChanged: (webhook: Webhook) => void };

/** The events that are sent only on request, each with its switch. */
export function EventsSection({ spaceId, webhook, onChanged }: Props) {
  const text = useText('webhooks');
  const api = useApi();
  const request = useSubmit(async (events: OptionalEventName[]) =>
    onChanged(await api.updateWebhook({ spaceId, body: { events } })),
  );
  const change = (name: OptionalEventName, isWanted: boolean): void => {
    const others = webhook.events.filter((event) => event !== name);
    void request.run(isWanted ? [...others, name] : others);
  };
  return (
    <Section title={text.eventsTitle} text={text.eventsText}>
      {optionalEventNames.map((name) => (
        <Switch
          key={name}
          size="md"
          label={text[name]}
          description={text[`${name}Hint`]}
          checked={webhook.events.includes(name)}
          disabled={request.isBusy}
          onChange={(event) => change(name, event.currentTarget.checked)}
        />
      ))}
      <ProblemLine of={request} />
    </Section>
  );
}
