import { Button, TextInput } from '@mantine/core';
import { IconLockCheck, IconMailOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { emptyFault, passwordFault, signInFault } from '../../models/account/rules.ts';
import { useAccount, useApi } from '../../panel/context.ts';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { Support } from '../../panel/support/support.tsx';
import { useOptions } from '../../panel/support/use-options.ts';
import { useFields } from '../../panel/use-fields.ts';
import { useSubmit } from '../../panel/use-submit.ts';
import { Link } from '../../routing/link.tsx';
import { navigateToNext } from '../../routing/navigate-to-next.ts';
import { navigate } from '../../routing/navigation.ts';
import { safeNext, withNext } from '../../routing/next.ts';
import { usePageAddress } from '../../routing/use-page-address.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { StatePage } from '../../ui/page/state-page.tsx';
import { LinkButton } from '../../ui/parts/link-button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { CodeField } from './code-field.tsx';
import { faultText } from './fault-text.ts';

/** Resets a forgotten password: a code by email, then a new password. Both steps are on one page. */
export function ForgotPage() {
  const text = useText('account');
  const { search } = usePageAddress();
  const next = safeNext(search.get('next'));
  const { value: options, isLoading } = useOptions();
  const [sentTo, setSentTo] = useState<string>();
  const [saved, setSaved] = useState<{ isIn: boolean }>();
  const signInHref = withNext(pages.signIn, next);

  // The server's options decide which page is shown; a blank moment is better than a page that changes.
  if (!options && isLoading) return <Page homeHref="/">{null}</Page>;
  if (options && !options.sendsMail) {
    return (
      <StatePage
        icon={IconMailOff}
        title={text.mailOffTitle}
        homeHref="/"
        actions={
          <LinkButton size="md" variant="default" to={signInHref}>
            {text.backToSignIn}
          </LinkButton>
        }
      >
        <p>{text.mailOffText}</p>
        <Support address={options.supportAddress} />
      </StatePage>
    );
  }
  if (saved) {
    const leave = (): void => {
      if (saved.isIn) navigateToNext(next, { replace: true });
      else navigate(signInHref, { replace: true });
    };
    return (
      <StatePage
        icon={IconLockCheck}
        title={text.resetDoneTitle}
        homeHref="/"
        actions={
          <Button size="md" onClick={leave}>
            {saved.isIn ? text.goOn : text.backToSignIn}
          </Button>
        }
      >
        <p>{text.resetDoneText}</p>
        <p>{text.resetCheck}</p>
      </StatePage>
    );
  }
  return (
    <AuthFrame
      title={text.forgotTitle}
      about={sentTo ? text.sentTo(sentTo) : text.forgotText}
      ways={
        <p>
          <Link to={signInHref}>{text.backToSignIn}</Link>
        </p>
      }
    >
      {sentTo === undefined ? (
        <AskForCode onSent={setSentTo} />
      ) : (
        <NewPassword email={sentTo} onSaved={setSaved} onOther={() => setSentTo(undefined)} />
      )}
    </AuthFrame>
  );
}

function AskForCode({ onSent }: { onSent: (email: string) => void }) {
  const text = useText('account');
  const api = useApi();
  const { form, submit, onSubmit } = useFields({
    initialValues: { email: '' },
    validate: ({ email }) => ({ email: faultText(text, 'email', signInFault(email)) }),
    send: async (values) => {
      const email = values.email.trim();
      await api.requestPasswordReset({ body: { email } });
      onSent(email);
    },
    refusals: { mail_off: text.mailOffText },
    fieldRefusals: { email: text.emailBad },
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  return (
    <Stack as="form" gap="lg" mt="xl" noValidate onSubmit={onSubmit}>
      <TextInput
        {...form.getInputProps('email')}
        ref={field}
        type="email"
        label={text.email}
        autoComplete="username"
      />
      <ProblemLine of={submit} />
      <Button type="submit" size="md" fullWidth loading={submit.isBusy}>
        {text.sendCode}
      </Button>
    </Stack>
  );
}

type NewPasswordProps = {
  email: string;
  onSaved: (saved: { isIn: boolean }) => void;
  onOther: () => void;
};

function NewPassword({ email, onSaved, onOther }: NewPasswordProps) {
  const text = useText('account');
  const api = useApi();
  const account = useAccount();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const own = { code_wrong: text.code_wrong, mail_off: text.mailOffText };
  const again = useSubmit(() => api.requestPasswordReset({ body: { email } }), own);
  const { form, submit, onSubmit } = useFields({
    initialValues: { code: '', password: '' },
    validate: ({ code, password }) => ({
      code: faultText(text, 'code', emptyFault(code)),
      password: faultText(text, 'newPassword', passwordFault(password)),
    }),
    send: async ({ code, password }) => {
      await api.resetPassword({ body: { email, code: code.replace(/\s+/g, '').toUpperCase(), password } });
      // The password is saved even if signing in fails; the sign-in page then asks for it.
      const isIn = await account.signIn({ email, password }).then(
        () => true,
        () => false,
      );
      onSaved({ isIn });
    },
    refusals: own,
    fieldRefusals: { password: text.passwordWeak },
    focusAfterRefusal: 'code',
  });

  return (
    <Stack as="form" gap="lg" mt="xl" noValidate onSubmit={onSubmit}>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <CodeField {...form.getInputProps('code')} ref={field} />
      <PasswordField
        {...form.getInputProps('password')}
        label={text.newPassword}
        description={text.passwordRule}
        autoComplete="new-password"
      />
      <Text size="md" dim hidesEmpty>
        {text.resetRevokes}
      </Text>
      <ProblemLine of={submit.sentence ? submit : again} />
      <Button type="submit" size="md" fullWidth loading={submit.isBusy}>
        {text.savePassword}
      </Button>
      <Row gap="sm lg" wrap justify="between" size="md">
        <Text as="button" weight={500} tone="accent" underline="always" onClick={() => void again.run()}>
          {text.codeAgain}
        </Text>
        <Text as="button" weight={500} tone="accent" underline="always" onClick={onOther}>
          {text.otherEmail}
        </Text>
      </Row>
      <Text size="md" dim hidesEmpty role="status">
        {again.isDone && text.sentAgain}
      </Text>
    </Stack>
  );
}
