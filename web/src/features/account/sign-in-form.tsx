import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { dropEmptyFaults, emailFault, emptyFault } from '../../models/account/rules.ts';
import { useAccount } from '../../panel/context.ts';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { useSubmit } from '../../panel/use-submit.ts';
import { Link } from '../../routing/link.tsx';
import { focusFirst } from '../../ui/form/first-fault.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import css from './auth-frame.module.css';
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
  const [email, setEmail] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = useSubmit(() => account.signIn({ email: email.trim(), password }), {
    sign_in_failed: text.sign_in_failed,
    account_disabled: text.account_disabled,
    validation_failed: text.sign_in_failed,
  });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const found = dropEmptyFaults({ email: emailFault(email), password: emptyFault(password) });

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    const form = event.currentTarget;
    if (focusFirst(form, Object.keys(found))) return;
    if (!(await submit.run())) focusFirst(form, ['password']);
  }

  const write = (change: (value: string) => void) => (event: { currentTarget: HTMLInputElement }) => {
    change(event.currentTarget.value);
    submit.touch();
  };

  return (
    <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
      <TextInput
        ref={known ? undefined : first}
        size="md"
        name="email"
        type="email"
        label={text.email}
        autoComplete="username"
        readOnly={known !== undefined}
        value={email}
        error={isTried && faultText(text, 'email', found.email)}
        onChange={write(setEmail)}
      />
      <PasswordField
        ref={known ? first : undefined}
        data-autofocus={known !== undefined || undefined}
        name="password"
        label={text.password}
        autoComplete="current-password"
        value={password}
        error={isTried && faultText(text, 'password', found.password)}
        onChange={write(setPassword)}
      />
      <div className={css.besides}>
        <Link className={css.link} to={forgotHref}>
          {text.forgot}
        </Link>
      </div>
      <ProblemLine of={submit} />
      <Button type="submit" size="md" fullWidth loading={submit.isBusy}>
        {text.signIn}
      </Button>
    </form>
  );
}
