import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { NowherePage } from '../../panel/nowhere-page.tsx';
import { matchPath } from '../../routing/pattern.ts';
import { usePageAddress } from '../../routing/use-page-address.ts';
import { PageHead, Tabs } from '../../ui/page/head.tsx';
import { AccessPart } from './access-part.tsx';
import { TokensPart } from './tokens/tokens-part.tsx';
import { WebhookPage } from './webhooks/webhook-page.tsx';
import { WebhooksPart } from './webhooks/webhooks-part.tsx';

export { GroupIntegration } from './tokens/group-integration.tsx';

/** The pages for connecting a learning platform to this account. */
export default function IntegrationPages() {
  const { path } = usePageAddress();
  const webhook =
    matchPath(pages.webhook, path) ??
    matchPath(pages.webhookPart, path) ??
    matchPath(pages.webhookDelivery, path) ??
    matchPath(pages.otherWebhook, path) ??
    matchPath(pages.otherWebhookPart, path) ??
    matchPath(pages.otherWebhookDelivery, path);
  if (webhook) return <WebhookPage key={webhook.spaceId} {...webhook} />;
  if (path === pages.integration || path === pages.tokens || path === pages.webhooks)
    return <Parts path={path} />;
  return <NowherePage />;
}

type Part = typeof pages.integration | typeof pages.tokens | typeof pages.webhooks;

function Parts({ path }: { path: Part }) {
  const text = useText('integration');
  const tabs: { to: Part; label: string }[] = [
    { to: pages.integration, label: text.tabAccess },
    { to: pages.tokens, label: text.tabTokens },
    { to: pages.webhooks, label: text.tabWebhooks },
  ];
  return (
    <>
      <PageHead title={text.title} about={text.about} />
      <Tabs label={text.parts} tabs={tabs.map((tab) => ({ ...tab, isHere: tab.to === path }))} />
      {path === pages.integration && <AccessPart />}
      {path === pages.tokens && <TokensPart />}
      {path === pages.webhooks && <WebhooksPart />}
    </>
  );
}
