import { mostWebhooks } from '../../../../../contract/events.ts';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { Link } from '../../../routing/link.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Row } from '../../../ui/layout/layout.tsx';
import { LinkButton } from '../../../ui/parts/link-button.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { Status } from '../../../ui/parts/status.tsx';
import type { Webhook } from './model/types.ts';
import { pathOfWebhook } from './model/webhook-at.ts';
import { stateOf } from './status.ts';
import css from './webhook-switch.module.css';

type Props = {
  spaceId: string;
  webhooks: Webhook[];
  /** The webhook of the page; absent while another one is added. */
  here: Webhook | undefined;
};

/** Leads to the other webhooks of the group, and to a new one. */
export function WebhookSwitch({ spaceId, webhooks, here }: Props) {
  const text = useText('webhooks');
  return (
    <Row as="nav" gap="sm" wrap align="center" mb="md" aria-label={text.webhooksOfGroup}>
      {webhooks.length > 1 && (
        <Row as="ul" gap="sm" wrap shrink className={css.list}>
          {webhooks.map((webhook, index) => (
            <li key={webhook.id}>
              <Row
                as={Link}
                wrap
                align="baseline"
                size="md"
                tone="text"
                breaks
                gap="0 md"
                p="sm md"
                frame="line"
                radius="sm"
                className={css.item}
                to={pathOfWebhook({ spaceId, webhookId: webhook.id, isMain: index === 0 })}
                aria-current={webhook.id === here?.id ? 'page' : undefined}
              >
                <Name>{webhook.url}</Name>
                <Status tone={stateOf(webhook, text).tone}>{stateOf(webhook, text).words}</Status>
              </Row>
            </li>
          ))}
        </Row>
      )}
      {here && webhooks.length < mostWebhooks && (
        <LinkButton to={pathTo(pages.webhookPart, { spaceId, part: 'new' })} variant="default" size="sm">
          {text.addWebhook}
        </LinkButton>
      )}
    </Row>
  );
}
