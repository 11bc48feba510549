import { Button, TextInput } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { emailFault, nameFault, passwordFault, phoneFault } from '../../models/account/rules.ts';
import { useAccount, useAccountState } from '../../panel/context.ts';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { Support } from '../../panel/support/support.tsx';
import { useOptions } from '../../panel/support/use-options.ts';
import { useFields } from '../../panel/use-fields.ts';
import { Link } from '../../routing/link.tsx';
import { navigateToNext } from '../../routing/navigate-to-next.ts';
import { parseAddress } from '../../routing/navigation.ts';
import { safeNext, withNext } from '../../routing/next.ts';
import { matchPath, pathTo } from '../../routing/pattern.ts';
import { usePageAddress } from '../../routing/use-page-address.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { StatePage } from '../../ui/page/state-page.tsx';
import { LinkButton } from '../../ui/parts/link-button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { faultText } from './fault-text.ts';
import { ProviderButton } from './provider-button.tsx';
import { type InvitePlace, useInvite } from './use-invite.ts';

/** Creates an account: for everybody if registration is open, else for invited people. */
export function RegisterPage() {
  const text = useText('account');
  const { search } = usePageAddress();
  const next = safeNext(search.get('next'));
  const invitation = next ? matchPath(pages.invite, parseAddress(next).path) : undefined;
  const invite = useInvite(invitation).value;
  const state = useAccountState();
  const { value: options, isLoading } = useOptions();
  const isIn = state.phase === 'in';
  // Registering with an invitation accepts it; its page would call it used.
  const group = useRef<string>(undefined);
  useEffect(() => {
    if (isIn) navigateToNext(group.current ?? next, { replace: true });
  }, [isIn, next]);

  if (!options && isLoading && !invitation) return <Page homeHref="/">{null}</Page>;
  if (options?.registration === 'invited' && !invitation) {
    return (
      <StatePage
        icon={IconMailPlus}
        title={text.invitedTitle}
        homeHref="/"
        actions={
          <LinkButton size="md" variant="default" to={withNext(pages.signIn, next)}>
            {text.backToSignIn}
          </LinkButton>
        }
      >
        <p>{text.invitedText}</p>
        <Support address={options.supportAddress} />
      </StatePage>
    );
  }
  return (
    <AuthFrame
      title={invite ? text.registerToGroup(plainName(invite.spaceName)) : text.registerTitle}
      ways={
        <>
          <p>
            {text.haveAccount} <Link to={withNext(pages.signIn, next)}>{text.toSignIn}</Link>
          </p>
          <Support address={options?.supportAddress} />
        </>
      }
    >
      <RegisterForm
        invitation={invitation}
        onSend={() => {
          group.current = invitation && pathTo(pages.group, { spaceId: invitation.spaceId });
        }}
      />
      <ProviderButton provider={options?.provider} next={next} others="above" />
    </AuthFrame>
  );
}

type Form = { username: string; email: string; phone: string; password: string };
const empty: Form = { username: '', email: '', phone: '', password: '' };

type RegisterFormProps = { invitation: InvitePlace | undefined; onSend: () => void };

function RegisterForm({ invitation, onSend }: RegisterFormProps) {
  const text = useText('account');
  const account = useAccount();
  const { form, submit, onSubmit } = useFields({
    initialValues: empty,
    validate: ({ username, email, phone, password }) => ({
      username: faultText(text, 'username', nameFault(username)),
      email: faultText(text, 'email', emailFault(email)),
      phone: faultText(text, 'phone', phoneFault(phone)),
      password: faultText(text, 'newPassword', passwordFault(password)),
    }),
    send: (values) => {
      onSend();
      return account.register(bodyOf(values, invitation));
    },
    refusals: {
      email_taken: text.email_taken,
      registration_by_invite: text.invitedText,
      invite_used: text.inviteUsed,
      invite_expired: text.inviteExpired,
      invite_revoked: text.inviteRevoked,
    },
    fieldRefusals: { password: text.passwordWeak },
  });

  return (
    <Stack as="form" gap="lg" mt="xl" noValidate onSubmit={onSubmit}>
      <TextInput
        {...form.getInputProps('username')}
        label={text.username}
        description={text.usernameHint}
        autoComplete="name"
      />
      <TextInput {...form.getInputProps('email')} type="email" label={text.email} autoComplete="username" />
      <TextInput {...form.getInputProps('phone')} type="tel" label={text.phoneOptional} autoComplete="tel" />
      <PasswordField
        {...form.getInputProps('password')}
        label={text.password}
        description={text.passwordRule}
        autoComplete="new-password"
      />
      <ProblemLine of={submit} />
      <Button type="submit" size="md" fullWidth loading={submit.isBusy}>
        {text.register}
      </Button>
    </Stack>
  );
}

const bodyOf = ({ username, email, phone, password }: Form, invitation: InvitePlace | undefined) => ({
  username: username.trim(),
  email: email.trim(),
  password,
  ...(phone.trim() !== '' && { phone: phone.trim() }),
  ...invitation,
});
