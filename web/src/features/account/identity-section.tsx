import { Button } from '@mantine/core';
import { shownEmail } from '../../../../contract/email.ts';
import { useText } from '../../i18n/language.ts';
import { emptyFault } from '../../models/account/rules.ts';
import { useApi } from '../../panel/context.ts';
import { CurrentPassword } from '../../panel/current-password.tsx';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { useOptions } from '../../panel/support/use-options.ts';
import { useFields } from '../../panel/use-fields.ts';
import { useSubmit } from '../../panel/use-submit.ts';
import { useQuestion } from '../../ui/form/question.tsx';
import { Section } from '../../ui/page/section.tsx';
import css from './profile.module.css';
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
    <div className={css.form}>
      <p className={css.line}>{identity?.email ? text.linkedAs(shownEmail(identity.email)) : text.linked}</p>
      {!hasPassword && <p className={css.line}>{text.unlinkNeedsPassword}</p>}
      <ProblemLine of={unlink} />
      {hasPassword && (
        <div className={css.actions}>
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
        </div>
      )}
      {asked}
    </div>
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
  if (!hasPassword) return <p className={css.line}>{text.linkNeedsPassword}</p>;
  return (
    <form className={css.form} noValidate onSubmit={onSubmit}>
      <CurrentPassword {...form.getInputProps('currentPassword')} />
      <ProblemLine of={submit} />
      <div className={css.actions}>
        <Button type="submit" loading={submit.isBusy}>
          {text.link(label)}
        </Button>
      </div>
    </form>
  );
}
