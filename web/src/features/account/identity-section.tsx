import { Button } from '@mantine/core';
import { shownEmail } from '../../../../contract/email.ts';
import { useText } from '../../i18n/language.ts';
import { emptyFault } from '../../models/account/rules.ts';
import { useApi } from '../../panel/context.ts';
import { CurrentPassword } from '../../panel/current-password.tsx';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { SettingsForm } from '../../panel/settings-form.tsx';
import { useOptions } from '../../panel/support/use-options.ts';
import { useFields } from '../../panel/use-fields.ts';
import { useSubmit } from '../../panel/use-submit.ts';
import { useQuestion } from '../../ui/form/question.tsx';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { Section } from '../../ui/page/section.tsx';
import { type Identity, useIdentity } from './use-identity.ts';

/** The linked account at the sign-in provider; nothing if the installation has no provider. */
export function IdentitySection() {
  const text = useText('account');
  const provider = useOptions().value?.provider;
  const { value, reload } = useIdentity();
  if (!value || !(provider || value.identity)) return null;
  const label = provider?.label ?? value.identity?.issuer ?? '';
  return (
    <Section title={text.identityTitle(label)} text={text.identityText}>
      {value.identity ? (
        <Linked label={label} value={value} onUnlinked={reload} />
      ) : (
        <LinkForm label={label} hasPassword={value.hasPassword} />
      )}
    </Section>
  );
}

type LinkedProps = { label: string; value: Identity; onUnlinked: () => void };

function Linked({ label, value: { hasPassword, identity }, onUnlinked }: LinkedProps) {
  const text = useText('account');
  const api = useApi();
  const { ask, asked } = useQuestion();
  const unlink = useSubmit(async () => {
    await api.unlinkIdentity();
    onUnlinked();
  });
  return (
    <>
      <Text size="lg" dim breaks>
        {identity?.email ? text.linkedAs(shownEmail(identity.email)) : text.linked}
      </Text>
      {!hasPassword && (
        <Text size="lg" dim breaks>
          {text.unlinkNeedsPassword}
        </Text>
      )}
      <ProblemLine of={unlink} />
      {hasPassword && (
        <Row gap="sm lg" wrap align="center">
          <Button
            variant="default"
            loading={unlink.isBusy}
            onClick={() =>
              ask({
                title: text.unlinkTitle(label),
                text: text.unlinkText,
                yes: text.unlink,
                act: () => void unlink.run(),
                returnTo: () => null,
              })
            }
          >
            {text.unlink}
          </Button>
        </Row>
      )}
      {asked}
    </>
  );
}

function LinkForm({ label, hasPassword }: { label: string; hasPassword: boolean }) {
  const text = useText('account');
  const api = useApi();
  const { form, submit, onSubmit } = useFields({
    initialValues: { currentPassword: '' },
    validate: ({ currentPassword }) => ({ currentPassword: emptyFault(currentPassword) }),
    send: async (body) => window.location.assign((await api.linkIdentity({ body })).url),
    refusals: { away: text.providerAway(label) },
    focusAfterRefusal: 'currentPassword',
  });
  if (!hasPassword)
    return (
      <Text size="lg" dim breaks>
        {text.linkNeedsPassword}
      </Text>
    );
  return (
    <SettingsForm submit={submit} onSubmit={onSubmit} button={text.link(label)}>
      <CurrentPassword {...form.getInputProps('currentPassword')} />
    </SettingsForm>
  );
}
