import { useState } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { NowherePage } from '../../../panel/nowhere-page.tsx';
import { type RequestProblem, requestProblemOf } from '../../../panel/request-problem.ts';
import { navigate } from '../../../routing/navigation.ts';
import { pathTo } from '../../../routing/pattern.ts';
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
import { SettingsPart } from './settings-part.tsx';
import { stateOf } from './status.ts';
import { UrlForm } from './url-form.tsx';
import { VerifyPart } from './verify-part.tsx';
import { WebhookFrame } from './webhook-frame.tsx';
import { WebhookRefused } from './webhook-refused.tsx';

type Found = { name: string; webhook: Webhook | null } | { refusal: RequestProblem };
type Part = 'deliveries' | 'settings' | 'verify';
const parts: readonly Part[] = ['deliveries', 'settings', 'verify'];

/** The health of a receiver without deliveries. */
const untried = { isFailing: false, failedInRow: 0, failedSince: null };
const pace = 15_000;

type Props = { spaceId: string; part?: string; deliveryId?: string };

/** The webhook of one group: its deliveries, settings and verification. */
export function WebhookPage({ spaceId, part = 'deliveries', deliveryId }: Props) {
  const text = useText('webhooks');
  const api = useApi();
  const found = useLoaded<Found>({ key: ['webhook of space', spaceId], load: look, pace: () => pace });
  const [shown, setShown] = useState<ShownSecret>();
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const here = parts.find((name) => name === part);

  /** A missing webhook is no error, but a missing group is. */
  async function look(): Promise<Found> {
    const [space, webhook] = await Promise.allSettled([
      api.getSpace({ spaceId }),
      api.getWebhook({ spaceId }),
    ]);
    if (space.status === 'rejected') return refusalOf(space.reason);
    const { name } = space.value;
    if (webhook.status === 'fulfilled') return { name, webhook: webhook.value };
    if (requestProblemOf(webhook.reason).code === 'not_found') return { name, webhook: null };
    return refusalOf(webhook.reason);
  }

  function show({ secret, signingSecret }: WebhookWithSecret): void {
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
  if (!here) return <NowherePage />;
  const { name, webhook } = found.value;
  const set = (changed: Webhook | null): void => found.set({ name, webhook: changed });
  if (webhook && deliveryId !== undefined) {
    return (
      <DeliveryPage key={deliveryId} {...{ spaceId, deliveryId }} groupName={name} onNews={found.reload} />
    );
  }
  return (
    <WebhookFrame
      title={`${text.webhookOf}: ${plainName(name)}`}
      about={webhook && <About webhook={webhook} />}
      actions={webhook && here === 'deliveries' && <div className={css.actions} ref={setActions} />}
    >
      {webhook === null ? (
        <NewWebhook
          spaceId={spaceId}
          onMade={(made) => {
            const { url, isActive, events, previousSecretUntil } = made;
            set({ ...untried, url, isActive, events, previousSecretUntil });
            show(made);
          }}
          onExists={found.reload}
        />
      ) : (
        <>
          <PartTabs spaceId={spaceId} here={here} />
          <HealthNote spaceId={spaceId} webhook={webhook} />
          {here === 'deliveries' && <DeliveriesPart {...{ spaceId, actions }} onNews={found.reload} />}
          {here === 'settings' && (
            <SettingsPart
              {...{ spaceId, webhook }}
              onChanged={(changed) => {
                set(changed);
                if (changed === null) navigate(pathTo(pages.webhook, { spaceId }), { replace: true });
              }}
              onSecret={(made) => {
                set({ ...webhook, previousSecretUntil: made.previousSecretUntil });
                show(made);
              }}
            />
          )}
          {here === 'verify' && <VerifyPart />}
        </>
      )}
      <SecretDialog
        shown={shown}
        onClose={() => setShown(undefined)}
        returnTo={() => document.querySelector('h1')}
      />
    </WebhookFrame>
  );
}

/** Whether events are sent, and where. */
function About({ webhook }: { webhook: Webhook }) {
  const text = useText('webhooks');
  const { tone, words } = stateOf(webhook, text);
  return (
    <span className={css.about}>
      <Status tone={tone}>{words}</Status>
      <bdi className={css.url}>{webhook.url}</bdi>
    </span>
  );
}

/** A refusal is shown on the page; an outage offers a retry. */
function refusalOf(error: unknown): Found {
  const refusal = requestProblemOf(error);
  if (['not_found', 'forbidden', 'plan_required'].includes(refusal.code)) return { refusal };
  throw error;
}

function PartTabs({ spaceId, here }: { spaceId: string; here: Part }) {
  const text = useText('webhooks');
  return (
    <Tabs
      label={text.parts}
      tabs={parts.map((name) => ({
        to: name === 'deliveries' ? pathTo(pages.webhook, { spaceId }) : partPath(spaceId, name),
        label: text[name],
        isHere: name === here,
      }))}
    />
  );
}

const partPath = (spaceId: string, part: Part): string => pathTo(pages.webhookPart, { spaceId, part });

type NewProps = { spaceId: string; onMade: (made: WebhookWithSecret) => void; onExists: () => void };

function NewWebhook({ spaceId, onMade, onExists }: NewProps) {
  const text = useText('webhooks');
  const api = useApi();
  return (
    <Section title={text.urlTitle} text={text.urlText}>
      <UrlForm
        button={text.createWebhook}
        save={async (url) => {
          try {
            onMade(await api.createWebhook({ spaceId, body: { url } }));
          } catch (error) {
            if (requestProblemOf(error).code === 'webhook_exists') onExists();
            throw error;
          }
        }}
      />
    </Section>
  );
}
