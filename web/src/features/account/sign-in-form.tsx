import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { codeOf } from '../../kit/refusals.ts';
import { emptyFault, signInFault } from '../../models/account/rules.ts';
import { useAccount, useApi } from '../../panel/context.ts';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { useFields } from '../../panel/use-fields.ts';
import { Link } from '../../routing/link.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { CodeField } from './code-field.tsx';
import { faultText } from './fault-text.ts';

type Props = {
  /** Known already: the form then asks for the password only. */
  email?: string | undefined;
  forgotHref: string;
};

/** Email and password. The page reads the result from the account. */
export function SignInForm({ email: known, forgotHref }: Props) {
  const text = useText('account');
  const account = useAccount();
  const api = useApi();
  /** Somebody tries many passwords for the account: a new address needs a code from the email. */
  const [needsCode, setNeedsCode] = useState(false);
  async function signIn({ email, password, code }: { email: string; password: string; code: string }) {
    try {
      await account.signIn({ email: email.trim(), password, ...(needsCode && { code }) });
    } catch (error) {
      if (codeOf(error) === 'sign_in_code_needed') {
        setNeedsCode(true);
        await api.requestPasswordReset({ body: { email: email.trim() } }).catch(() => undefined);
      }
      throw error;
    }
  }
  const { form, submit, onSubmit } = useFields({
    initialValues: { email: known ?? '', password: '', code: '' },
    validate: ({ email, password, code }) => ({
      email: faultText(text, 'email', signInFault(email)),
      password: faultText(text, 'password', emptyFault(password)),
      code: needsCode && faultText(text, 'code', emptyFault(code)),
    }),
    send: signIn,
    refusals: {
      sign_in_failed: text.sign_in_failed,
      account_disabled: text.account_disabled,
      sign_in_code_needed: text.sign_in_code_needed,
      code_wrong: text.code_wrong,
      validation_failed: text.sign_in_failed,
    },
    focusAfterRefusal: 'password',
  });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  return (
    <Stack as="form" gap="lg" mt="xl" noValidate onSubmit={onSubmit}>
      <TextInput
        {...form.getInputProps('email')}
        ref={known ? undefined : first}
        type="email"
        label={text.email}
        autoComplete="username"
        readOnly={known !== undefined}
      />
      <PasswordField
        {...form.getInputProps('password')}
        ref={known ? first : undefined}
        data-autofocus={known !== undefined || undefined}
        label={text.password}
        autoComplete="current-password"
      />
      {needsCode && <CodeField {...form.getInputProps('code')} />}
      <Row justify="end" size="md">
        <Text as={Link} weight={500} tone="accent" underline="always" to={forgotHref}>
          {text.forgot}
        </Text>
      </Row>
      <ProblemLine of={submit} />
      <Button type="submit" size="md" fullWidth loading={submit.isBusy}>
        {text.signIn}
      </Button>
    </Stack>
  );
}
