import { Button, Skeleton } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Answer } from '../../../../contract/routes.ts';
import { useText } from '../../i18n/language.ts';
import { emptyFault } from '../../models/account/rules.ts';
import { useApi } from '../../panel/context.ts';
import { CurrentPassword } from '../../panel/current-password.tsx';
import { Loading } from '../../panel/loading/loading.tsx';
import { useLoaded } from '../../panel/loading/use-loaded.ts';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { useFields } from '../../panel/use-fields.ts';
import { Dialog, DialogText } from '../../ui/form/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Grid, Text } from '../../ui/layout/layout.tsx';
import { Section } from '../../ui/page/section.tsx';
import { CopyId } from '../../ui/parts/copy.tsx';
import { DocsLink } from './docs-link.tsx';
import css from './integration.module.css';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';

/** The API's address, the client's id and secret, and links to the documentation. */
export function AccessPart() {
  const text = useText('integration');
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
  const api = useApi();
  const client = useLoaded({ key: ['client'], load: () => api.getClient() });
  return (
    <Loading of={client} isPart placeholder={<Skeleton height={44} radius="md" />}>
      {(value) => <Client client={value} onChanged={client.set} />}
    </Loading>
  );
}

type ClientProps = { client: Answer<'getClient'>; onChanged: (client: Answer<'getClient'>) => void };

function Client({ client: { clientId, hasSecret }, onChanged }: ClientProps) {
  const text = useText('integration');
  const [isAsking, setAsking] = useState(false);
  const [shown, setShown] = useState<ShownSecret>();
  const button = useRef<HTMLButtonElement>(null);
  const action = clientId === null ? text.clientFirst : text.newSecret;
  return (
    <>
      {clientId === null ? (
        <Text size="md" dim>
          {text.clientNone}
        </Text>
      ) : (
        <>
          <div>
            <Text size="md" weight={500} mb="sm">
              {text.clientId}
            </Text>
            <CopyId value={clientId} label={text.copyClientId} />
          </div>
          <div>
            <Text size="md" weight={500} mb="sm">
              {text.clientSecret}
            </Text>
            <Text size="md" dim>
              {hasSecret ? text.secretHidden : text.secretRevoked}
            </Text>
          </div>
        </>
      )}
      <Button
        ref={button}
        className={css.left}
        variant={hasSecret ? 'default' : 'filled'}
        onClick={() => setAsking(true)}
      >
        {action}
      </Button>
      <Dialog
        isOpen={isAsking}
        title={hasSecret ? text.newSecretTitle : action}
        isFollowed={shown !== undefined}
        onClose={() => setAsking(false)}
      >
        <NewSecret
          action={action}
          warning={hasSecret ? text.newSecretText : undefined}
          onCancel={() => setAsking(false)}
          onMade={(made) => {
            onChanged({ clientId: made.clientId, hasSecret: true });
            setAsking(false);
            setShown({
              title: text.clientShown,
              values: [
                { label: text.clientId, value: made.clientId },
                { label: text.clientSecret, value: made.clientSecret },
              ],
            });
          }}
        />
      </Dialog>
      <SecretDialog shown={shown} onClose={() => setShown(undefined)} returnTo={() => button.current} />
    </>
  );
}

type NewSecretProps = {
  action: string;
  /** Lists the uses that stop working when the secret is replaced. */
  warning: string | undefined;
  onCancel: () => void;
  onMade: (made: Answer<'refreshClientSecret'>) => void;
};

function NewSecret({ action, warning, onCancel, onMade }: NewSecretProps) {
  const api = useApi();
  const { form, submit, onSubmit } = useFields({
    initialValues: { currentPassword: '' },
    validate: ({ currentPassword }) => ({ currentPassword: emptyFault(currentPassword) }),
    send: async (body) => onMade(await api.refreshClientSecret({ body })),
    focusAfterRefusal: 'currentPassword',
  });

  return (
    <DialogForm submit={action} isBusy={submit.isBusy} onSubmit={onSubmit} onCancel={onCancel}>
      {warning && <DialogText>{warning}</DialogText>}
      <CurrentPassword {...form.getInputProps('currentPassword')} data-autofocus />
      <ProblemLine of={submit} />
    </DialogForm>
  );
}

function Documentation() {
  const text = useText('integration');
  const links = [
    ['/docs/guides/fifteen-minutes', text.docsMinutes, text.docsMinutesText],
    ['/docs/guides/getting-started', text.docsStart, text.docsStartText],
    ['/docs/guides/examples', text.docsExamples, text.docsExamplesText],
    ['/docs/guides/entering', text.docsEntering, text.docsEnteringText],
    ['/docs/guides/webhooks', text.docsWebhooks, text.docsWebhooksText],
    ['/docs/guides/reports', text.docsReports, text.docsReportsText],
    ['/docs/guides/recordings', text.docsRecordings, text.docsRecordingsText],
    ['/docs/guides/chat', text.docsChat, text.docsChatText],
    ['/docs/guides/limits', text.docsLimits, text.docsLimitsText],
    ['/docs/api', text.docsReference, text.docsReferenceText],
    ['/v1/openapi.json', text.docsOpenapi, text.docsOpenapiText],
    ['/docs', text.docsAll, text.docsAllText],
  ] as const;
  return (
    <Grid as="ul" gap="md xl" className={css.links}>
      {links.map(([href, name, about]) => (
        <li key={href}>
          <DocsLink href={href}>{name}</DocsLink>
          <Text size="md" dim>
            {about}
          </Text>
        </li>
      ))}
    </Grid>
  );
}
