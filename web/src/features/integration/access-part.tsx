import { Button, Skeleton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { useApi } from '../../panel/context.ts';
import { TroubleLine } from '../../panel/trouble-line.tsx';
import { useSubmit } from '../../panel/use-submit.ts';
import { CopyId } from '../../ui/copy.tsx';
import { useQuestion } from '../../ui/question.tsx';
import { Section } from '../../ui/section.tsx';
import { NotLoaded } from '../../ui/states.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import css from './integration.module.css';
import { messages } from './messages.ts';
import { SecretDialog, type Shown } from './secret-dialog.tsx';

/** The address, the pair of id and secret, and where to read on. */
export function AccessPart() {
  const text = useText(messages);
  return (
    <>
      <Section title={text.addressTitle} text={text.addressText}>
        <CopyId value={`${window.location.origin}/v1`} label={text.copyAddress} />
      </Section>
      <Section title={text.clientTitle} text={text.clientText}>
        <ClientPair />
      </Section>
      <Section title={text.docsTitle} text={text.docsText}>
        <Documentation />
      </Section>
    </>
  );
}

function ClientPair() {
  const text = useText(messages);
  const api = useApi();
  const client = useLoaded('client', () => api.getClient());
  const [shown, setShown] = useState<Shown>();
  const { ask, asked } = useQuestion();
  const button = useRef<HTMLButtonElement>(null);
  const refresh = useSubmit(async () => {
    const { clientId, clientSecret } = await api.refreshClientSecret();
    client.set({ clientId });
    setShown({
      title: text.clientShown,
      values: [
        { label: text.clientId, value: clientId },
        { label: text.clientSecret, value: clientSecret },
      ],
    });
  });

  if (!client.value) {
    return client.error === undefined ? (
      <Skeleton height={44} radius="md" />
    ) : (
      <NotLoaded onAgain={client.reload} />
    );
  }
  const { clientId } = client.value;
  const askFirst = (): void =>
    ask({
      title: text.newSecretTitle,
      text: text.newSecretText,
      yes: text.newSecret,
      act: () => void refresh.run(),
      returnTo: () => button.current,
    });
  return (
    <>
      {clientId === null ? (
        <p className={css.hidden}>{text.clientNone}</p>
      ) : (
        <>
          <div>
            <p className={css.label}>{text.clientId}</p>
            <CopyId value={clientId} label={text.copyClientId} />
          </div>
          <div>
            <p className={css.label}>{text.clientSecret}</p>
            <p className={css.hidden}>{text.secretHidden}</p>
          </div>
        </>
      )}
      <TroubleLine of={refresh} />
      <Button
        ref={button}
        className={css.left}
        variant={clientId === null ? 'filled' : 'default'}
        loading={refresh.isBusy}
        onClick={clientId === null ? () => void refresh.run() : askFirst}
      >
        {clientId === null ? text.clientFirst : text.newSecret}
      </Button>
      {asked}
      <SecretDialog shown={shown} onClose={() => setShown(undefined)} returnTo={() => button.current} />
    </>
  );
}

function Documentation() {
  const text = useText(messages);
  const links = [
    ['/docs/guides/getting-started', text.docsStart, text.docsStartText],
    ['/docs/guides/webhooks', text.docsWebhooks, text.docsWebhooksText],
    ['/docs/guides/chat', text.docsChat, text.docsChatText],
    ['/docs', text.docsReference, text.docsReferenceText],
    ['/v1/openapi.json', text.docsOpenapi, text.docsOpenapiText],
  ] as const;
  return (
    <ul className={css.links}>
      {links.map(([href, name, about]) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noreferrer">
            {name}
            <IconExternalLink size={16} aria-hidden />
          </a>
          <span>{about}</span>
        </li>
      ))}
    </ul>
  );
}
