import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { dropEmptyFaults, emailFault, emptyFault } from '../../models/account/rules.ts';
import { useAccount, useApi, useOwnUser } from '../../panel/context.ts';
import { CurrentPassword } from '../../panel/current-password.tsx';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { useSubmit } from '../../panel/use-submit.ts';
import { focusFirst } from '../../ui/form/first-fault.ts';
import { SavedNote } from '../../ui/form/saved.tsx';
import { faultText } from './fault-text.ts';
import css from './profile.module.css';

/** The email address; the form asks for the password only if the address was changed. */
export function EmailForm() {
  const text = useText('account');
  const account = useAccount();
  const api = useApi();
  const me = useOwnUser();
  const [email, setEmail] = useState(me.email);
  const [currentPassword, setCurrentPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const isOther = email.trim() !== me.email;
  const found = dropEmptyFaults({
    email: emailFault(email),
    currentPassword: isOther ? emptyFault(currentPassword) : undefined,
  });
  const submit = useSubmit(
    async () => {
      const changed = await api.updateOwnUser({ body: { email: email.trim(), currentPassword } });
      account.updateUser(changed);
      setEmail(changed.email);
      setCurrentPassword('');
      setTried(false);
    },
    { email_taken: text.email_taken_other },
  );

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (!isOther) return;
    setTried(true);
    const form = event.currentTarget;
    if (focusFirst(form, Object.keys(found))) return;
    if (!(await submit.run())) focusFirst(form, ['currentPassword']);
  }

  return (
    <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
      <TextInput
        size="md"
        name="email"
        type="email"
        label={text.email}
        autoComplete="username"
        value={email}
        error={(isTried && faultText(text, 'email', found.email)) || submit.fault('email', text.emailBad)}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          submit.touch();
        }}
      />
      {isOther && (
        <CurrentPassword
          value={currentPassword}
          isTried={isTried}
          submit={submit}
          onChange={setCurrentPassword}
        />
      )}
      <ProblemLine of={submit} />
      <div className={css.actions}>
        <Button type="submit" loading={submit.isBusy} disabled={!isOther}>
          {text.changeEmail}
        </Button>
        <SavedNote>{submit.isDone && text.emailSaved}</SavedNote>
      </div>
    </form>
  );
}
