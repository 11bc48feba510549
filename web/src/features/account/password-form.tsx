import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { emptyFault, faultsIn, passwordFault } from '../../account/rules.ts';
import { useText } from '../../i18n/language.ts';
import { useApi, useMe } from '../../panel/context.ts';
import { TroubleLine } from '../../panel/trouble-line.tsx';
import { useSubmit } from '../../panel/use-submit.ts';
import { focusFirst } from '../../ui/first-fault.ts';
import { Saved } from '../../ui/saved.tsx';
import { faultText } from './fault-text.ts';
import { messages } from './messages.ts';
import { PasswordField } from './password-field.tsx';
import css from './profile.module.css';

const empty = { currentPassword: '', password: '' };

export function PasswordForm() {
  const text = useText(messages);
  const api = useApi();
  const me = useMe();
  const [form, setForm] = useState(empty);
  const [isTried, setTried] = useState(false);
  const found = faultsIn({
    currentPassword: emptyFault(form.currentPassword),
    password: passwordFault(form.password),
  });
  const submit = useSubmit(async () => {
    await api.changePassword({ body: form });
    setForm(empty);
    setTried(false);
  });

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    const element = event.currentTarget;
    if (focusFirst(element, Object.keys(found))) return;
    if (!(await submit.run())) focusFirst(element, ['currentPassword']);
  }

  const write = (event: { currentTarget: HTMLInputElement }): void => {
    const { name, value } = event.currentTarget;
    setForm((before) => ({ ...before, [name]: value }));
    submit.touch();
  };

  return (
    <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
      {/* Without it a password manager does not know whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
      <PasswordField
        name="currentPassword"
        label={text.currentPassword}
        autoComplete="current-password"
        value={form.currentPassword}
        error={
          (isTried && faultText(text, 'currentPassword', found.currentPassword)) ||
          submit.fault('currentPassword', text.currentBad)
        }
        onChange={write}
      />
      <PasswordField
        name="password"
        label={text.newPassword}
        description={text.passwordRule}
        autoComplete="new-password"
        value={form.password}
        error={(isTried && faultText(text, 'newPassword', found.password)) || submit.fault('password')}
        onChange={write}
      />
      <TroubleLine of={submit} />
      <div className={css.actions}>
        <Button type="submit" loading={submit.isBusy}>
          {text.changePassword}
        </Button>
        <Saved>{submit.isDone && text.passwordSaved}</Saved>
      </div>
    </form>
  );
}
