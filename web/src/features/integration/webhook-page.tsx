import { Button, Switch, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { pages } from '../../../../contract/pages.ts';
import type { Answer } from '../../../../contract/routes.ts';
import { useText } from '../../i18n/language.ts';
import { useApi } from '../../panel/context.ts';
import { NowherePage } from '../../panel/nowhere-page.tsx';
import { type Trouble, troubleOf } from '../../panel/trouble.ts';
import { TroubleLine } from '../../panel/trouble-line.tsx';
import { useSubmit } from '../../panel/use-submit.ts';
import { plainName } from '../../plain-name.ts';
import { Head } from '../../ui/head.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { useQuestion } from '../../ui/question.tsx';
import { Saved } from '../../ui/saved.tsx';
import { Section } from '../../ui/section.tsx';
import { Blank, NotLoaded, PageSkeleton } from '../../ui/states.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import css from './integration.module.css';
import { messages } from './messages.ts';
import { SecretDialog, type Shown } from './secret-dialog.tsx';
import { urlFault } from './url-fault.ts';
import { NoPlan } from './webhooks-part.tsx';

type Webhook = Answer<'getWebhook'>;
type WithSecret = Answer<'createWebhook'>;
type Found = { name: string; webhook: Webhook | null } | { refusal: Trouble };

/** What is known of a receiver that nothing was sent to. */
const untried = { isFailing: false, failedInRow: 0, failedSince: null, previousSecretUntil: null };

/** The webhook of one group. */
export function WebhookPage({ spaceId }: { spaceId: string }) {
  const text = useText(messages);
  const api = useApi();
  const found = useLoaded<Found>(spaceId, () => look());
  const [shown, setShown] = useState<Shown>();

  /** A group whose webhook is not there has none; one that is not there itself says so first. */
  async function look(): Promise<Found> {
    const [space, webhook] = await Promise.allSettled([
      api.getSpace({ spaceId }),
      api.getWebhook({ spaceId }),
    ]);
    if (space.status === 'rejected') return refusalOf(space.reason);
    const { name } = space.value;
    if (webhook.status === 'fulfilled') return { name, webhook: webhook.value };
    if (troubleOf(webhook.reason).code === 'not_found') return { name, webhook: null };
    return refusalOf(webhook.reason);
  }

  function show({ secret, signingSecret }: WithSecret): void {
    setShown({
      title: text.webhookShown,
      values: [
        { label: text.webhookSecret, value: secret },
        { label: text.signingSecret, value: signingSecret },
      ],
    });
  }

  if (!found.value)
    return found.error === undefined ? <PageSkeleton /> : <NotLoaded onAgain={found.reload} />;
  if ('refusal' in found.value) return <Refused code={found.value.refusal.code} />;
  const { name, webhook } = found.value;
  return (
    <Frame title={`${text.webhookOf}: ${plainName(name)}`}>
      {webhook === null ? (
        <NewWebhook
          spaceId={spaceId}
          onMade={(made) => {
            found.set({ name, webhook: { ...untried, url: made.url, isActive: made.isActive } });
            show(made);
          }}
          onExists={found.reload}
        />
      ) : (
        <Existing
          spaceId={spaceId}
          webhook={webhook}
          onChanged={(changed) => found.set({ name, webhook: changed })}
          onSecret={show}
        />
      )}
      <SecretDialog
        shown={shown}
        onClose={() => setShown(undefined)}
        returnTo={() => document.querySelector('h1')}
      />
    </Frame>
  );
}

/** A refusal of its own is shown on the page; a server that is away may be asked again. */
function refusalOf(error: unknown): Found {
  const refusal = troubleOf(error);
  if (['not_found', 'forbidden', 'plan_required'].includes(refusal.code)) return { refusal };
  throw error;
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const text = useText(messages);
  return (
    <>
      <Head
        title={title}
        crumbsLabel={text.parts}
        crumbs={[
          { name: text.title, to: pages.integration },
          { name: text.tabWebhooks, to: pages.webhooks },
        ]}
      />
      {children}
    </>
  );
}

function Refused({ code }: { code: string }) {
  const text = useText(messages);
  if (code === 'not_found') return <NowherePage />;
  return (
    <Frame title={text.webhookOf}>
      {code === 'plan_required' ? (
        <NoPlan />
      ) : (
        <Blank icon={<IconLock size={24} stroke={1.5} />} title={text.onlyOwner}>
          <LinkButton to={pages.webhooks} variant="default">
            {text.tabWebhooks}
          </LinkButton>
        </Blank>
      )}
    </Frame>
  );
}

type NewProps = { spaceId: string; onMade: (made: WithSecret) => void; onExists: () => void };

function NewWebhook({ spaceId, onMade, onExists }: NewProps) {
  const text = useText(messages);
  const api = useApi();
  return (
    <Section title={text.urlTitle} text={text.urlText}>
      <UrlForm
        button={text.createWebhook}
        save={async (url) => {
          try {
            onMade(await api.createWebhook({ spaceId, body: { url } }));
          } catch (error) {
            if (troubleOf(error).code === 'webhook_exists') onExists();
            throw error;
          }
        }}
      />
    </Section>
  );
}

type ExistingProps = {
  spaceId: string;
  webhook: Webhook;
  onChanged: (webhook: Webhook | null) => void;
  onSecret: (made: WithSecret) => void;
};

function Existing({ spaceId, webhook, onChanged, onSecret }: ExistingProps) {
  const text = useText(messages);
  const api = useApi();
  const { ask, asked } = useQuestion();
  const refreshButton = useRef<HTMLButtonElement>(null);
  const deleteButton = useRef<HTMLButtonElement>(null);
  const turn = useSubmit(async (isActive: boolean) =>
    onChanged(await api.updateWebhook({ spaceId, body: { isActive } })),
  );
  const refresh = useSubmit(async () => onSecret(await api.refreshSecretWebhook({ spaceId })));
  const remove = useSubmit(async () => {
    await api.deleteWebhook({ spaceId });
    onChanged(null);
  });

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
        <TroubleLine of={turn} />
      </Section>
      <Section title={text.urlTitle} text={text.urlText}>
        <UrlForm
          button={text.saveUrl}
          url={webhook.url}
          save={async (url) => onChanged(await api.updateWebhook({ spaceId, body: { url } }))}
        />
      </Section>
      <Section title={text.secretTitle} text={text.secretText}>
        <p className={css.hidden}>{text.secretHidden}</p>
        <TroubleLine of={refresh} />
        <Button
          ref={refreshButton}
          className={css.left}
          variant="default"
          loading={refresh.isBusy}
          onClick={() =>
            ask({
              title: text.webhookSecretTitle,
              text: text.webhookSecretText,
              yes: text.newSecret,
              act: () => void refresh.run(),
              returnTo: () => refreshButton.current,
            })
          }
        >
          {text.newSecret}
        </Button>
      </Section>
      <Section title={text.deleteTitle} text={text.deleteText}>
        <TroubleLine of={remove} />
        <Button
          ref={deleteButton}
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
              returnTo: () => deleteButton.current ?? document.querySelector('h1'),
            })
          }
        >
          {text.deleteWebhook}
        </Button>
      </Section>
      {asked}
    </>
  );
}

type UrlFormProps = { url?: string; button: string; save: (url: string) => Promise<void> };

function UrlForm({ url = '', button, save }: UrlFormProps) {
  const text = useText(messages);
  const [written, setWritten] = useState(url);
  const [isTried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = useSubmit(() => save(written.trim()), { webhook_exists: text.webhookExists });
  const fault = urlFault(written);

  function send(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (fault) field.current?.focus();
    else void submit.run();
  }

  return (
    <form className={css.form} noValidate onSubmit={send}>
      <TextInput
        ref={field}
        size="md"
        name="url"
        type="url"
        label={text.url}
        placeholder={text.urlPlaceholder}
        autoComplete="off"
        spellCheck={false}
        value={written}
        error={
          (isTried && fault && (fault === 'missing' ? text.urlMissing : text.urlBad)) ||
          submit.fault('url', text.urlRefused)
        }
        onChange={(event) => {
          setWritten(event.currentTarget.value);
          submit.touch();
        }}
      />
      <TroubleLine of={submit} />
      <div className={css.actions}>
        <Button type="submit" loading={submit.isBusy}>
          {button}
        </Button>
        <Saved>{submit.isDone && text.saved}</Saved>
      </div>
    </form>
  );
}
