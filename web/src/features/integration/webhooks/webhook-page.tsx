import { type ReactNode, useState } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { NowherePage } from '../../../panel/nowhere-page.tsx';
import { type RequestProblem, requestProblemOf } from '../../../panel/request-problem.ts';
import { navigate } from '../../../routing/navigation.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { Tabs } from '../../../ui/page/head.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { LoadFailed, PageSkeleton } from '../../../ui/page/states.tsx';
import { Status } from '../../../ui/parts/status.tsx';
import { SecretDialog, type ShownSecret } from '../secret-dialog.tsx';
import css from './deliveries/deliveries.module.css';
import { DeliveriesPart } from './deliveries/deliveries-part.tsx';
import { DeliveryPage } from './deliveries/delivery-page.tsx';
import { HealthNote } from './health-note.tsx';
import type { Webhook, WebhookWithSecret } from './model/types.ts';
import { pathOfPart, pathOfWebhook, type WebhookAt } from './model/webhook-at.ts';
import { SettingsPart } from './settings-part.tsx';
import { stateOf } from './status.ts';
import { UrlForm } from './url-form.tsx';
import { VerifyPart } from './verify-part.tsx';
import { WebhookFrame } from './webhook-frame.tsx';
import { WebhookRefused } from './webhook-refused.tsx';
import { WebhookSwitch } from './webhook-switch.tsx';

type Found = { name: string; webhooks: Webhook[] } | { refusal: RequestProblem };
const parts = ['deliveries', 'settings', 'verify'] as const;
/** The part that adds a webhook. */
const addition = 'new';

const pace = 15_000;

type Props = { spaceId: string; webhookId?: string; part?: string; deliveryId?: string };

/** The webhooks of one group: their deliveries, settings and verification. */
export function WebhookPage({ spaceId, webhookId, part = 'deliveries', deliveryId }: Props) {
  const text = useText('webhooks');
  const api = useApi();
  const found = useLoaded<Found>({ key: ['webhooks of space', spaceId], load: look, pace: () => pace });
  const [shown, setShown] = useState<ShownSecret>();

  async function look(): Promise<Found> {
    const [space, webhooks] = await Promise.allSettled([
      api.getSpace({ spaceId }),
      api.listWebhooks({ spaceId, query: { order: 'asc' } }),
    ]);
    if (space.status === 'rejected') return refusalOf(space.reason);
    if (webhooks.status === 'rejected') return refusalOf(webhooks.reason);
    const { items } = webhooks.value;
    return { name: space.value.name, webhooks: items.toSorted(firstBefore) };
  }

  function show({ secret, signingSecret }: Pick<WebhookWithSecret, 'secret' | 'signingSecret'>): void {
    setShown({
      title: text.webhookShown,
      values: [
        { label: text.webhookSecret, value: secret },
        { label: text.signingSecret, value: signingSecret },
      ],
    });
  }

  if (!found.value)
    return found.error === undefined ? <PageSkeleton /> : <LoadFailed onAgain={found.reload} />;
  if ('refusal' in found.value) return <WebhookRefused code={found.value.refusal.code} />;
  const { name, webhooks } = found.value;
  const set = (changed: Webhook[]): void => found.set({ name, webhooks: changed });
  const [main] = webhooks;
  const webhook = webhookId === undefined ? main : webhooks.find(({ id }) => id === webhookId);
  if (webhookId !== undefined && !webhook) return <NowherePage />;
  const title = `${text.webhookOf}: ${plainName(name)}`;
  const secretDialog = (
    <SecretDialog
      shown={shown}
      onClose={() => setShown(undefined)}
      returnTo={() => document.querySelector('h1')}
    />
  );
  if (!webhook || (part === addition && webhookId === undefined)) {
    return (
      <WebhookFrame title={title}>
        {webhook && <WebhookSwitch {...{ spaceId, webhooks }} here={undefined} />}
        <Section title={text.urlTitle} text={text.urlText}>
          <UrlForm
            button={text.createWebhook}
            save={async (url) => {
              const { secret, signingSecret, ...added } = await api.addWebhook({ spaceId, body: { url } });
              set([...webhooks, added].toSorted(firstBefore));
              show({ secret, signingSecret });
              const isMain = added.isFirst || webhooks.length === 0;
              navigate(pathOfWebhook({ spaceId, webhookId: added.id, isMain }), { replace: true });
            }}
          />
        </Section>
        {secretDialog}
      </WebhookFrame>
    );
  }
  const at: WebhookAt = { spaceId, webhookId: webhook.id, isMain: webhook === main };
  if (deliveryId !== undefined) {
    return (
      <DeliveryPage
        key={deliveryId}
        {...{ at, deliveryId }}
        groupName={name}
        url={at.isMain ? undefined : webhook.url}
        onNews={found.reload}
      />
    );
  }
  return (
    <OneWebhook
      key={webhook.id}
      {...{ at, webhook, webhooks, title, part }}
      onNews={found.reload}
      onChanged={(changed) => {
        const others = webhooks.filter(({ id }) => id !== webhook.id);
        set(changed ? [...others, changed].toSorted(firstBefore) : others);
        if (changed === null) navigate(pathTo(pages.webhook, { spaceId }), { replace: true });
      }}
      onSecret={show}
    >
      {secretDialog}
    </OneWebhook>
  );
}

/** The first webhook of the group, then the others by their age. */
const firstBefore = (one: Webhook, other: Webhook): number =>
  Number(other.isFirst) - Number(one.isFirst) || one.createdAt.localeCompare(other.createdAt);

type OneProps = {
  at: WebhookAt;
  webhook: Webhook;
  webhooks: Webhook[];
  title: string;
  part: string;
  onNews: () => void;
  /** `null`: it was deleted. */
  onChanged: (changed: Webhook | null) => void;
  onSecret: (made: WebhookWithSecret) => void;
  children: ReactNode;
};

function OneWebhook({ at, webhook, webhooks, title, part, onNews, onChanged, onSecret, children }: OneProps) {
  const text = useText('webhooks');
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const here = parts.find((name) => name === part);
  if (!here) return <NowherePage />;
  return (
    <WebhookFrame
      title={title}
      about={<About webhook={webhook} />}
      actions={
        here === 'deliveries' && (
          <Row gap="sm" wrap justify="end" grow className={css.actions} ref={setActions} />
        )
      }
    >
      <WebhookSwitch spaceId={at.spaceId} webhooks={webhooks} here={webhook} />
      <Tabs
        label={text.parts}
        tabs={parts.map((name) => ({
          to: name === 'deliveries' ? pathOfWebhook(at) : pathOfPart(at, name),
          label: text[name],
          isHere: name === here,
        }))}
      />
      <HealthNote at={at} webhook={webhook} />
      {here === 'deliveries' && <DeliveriesPart {...{ at, actions, onNews }} />}
      {here === 'settings' && (
        <SettingsPart
          {...{ at, webhook, onChanged }}
          onSecret={(made) => {
            onChanged({ ...webhook, previousSecretUntil: made.previousSecretUntil });
            onSecret(made);
          }}
        />
      )}
      {here === 'verify' && <VerifyPart />}
      {children}
    </WebhookFrame>
  );
}

/** Whether events are sent, and where. */
function About({ webhook }: { webhook: Webhook }) {
  const text = useText('webhooks');
  const { tone, words } = stateOf(webhook, text);
  return (
    <Row as="span" inline wrap align="baseline" tone="text" gap="0 md">
      <Status tone={tone}>{words}</Status>
      <Text as="bdi" size="sm" dim breaks mono>
        {webhook.url}
      </Text>
    </Row>
  );
}

/** A refusal is shown on the page; an outage offers a retry. */
function refusalOf(error: unknown): Found {
  const refusal = requestProblemOf(error);
  if (['not_found', 'forbidden', 'plan_required'].includes(refusal.code)) return { refusal };
  throw error;
}
