import { Button, Checkbox } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { dropEmptyFaults, emptyFault, passwordFault } from '../../models/account/rules.ts';
import { useApi } from '../../panel/context.ts';
import { CurrentPassword } from '../../panel/current-password.tsx';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { useSubmit } from '../../panel/use-submit.ts';
import { focusFirst } from '../../ui/form/first-fault.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SavedNote } from '../../ui/form/saved.tsx';
import { faultText } from './fault-text.ts';
import css from './profile.module.css';

const empty = { currentPassword: '', password: '', revokesTokens: false };

export function PasswordForm() {
  const text = useText('account');
  const api = useApi();
  const [form, setForm] = useState(empty);
  const [isTried, setTried] = useState(false);
  const [hasRevoked, setRevoked] = useState(false);
  const found = dropEmptyFaults({
    currentPassword: emptyFault(form.currentPassword),
    password: passwordFault(form.password),
  });
  const submit = useSubmit(async () => {
    await api.changePassword({ body: form });
    setRevoked(form.revokesTokens);
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

  const change = (changes: Partial<typeof empty>): void => {
    setForm((before) => ({ ...before, ...changes }));
    submit.touch();
  };

  return (
    <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
      <CurrentPassword
        value={form.currentPassword}
        isTried={isTried}
        submit={submit}
        onChange={(currentPassword) => change({ currentPassword })}
      />
      <PasswordField
        name="password"
        label={text.newPassword}
        description={text.passwordRule}
        autoComplete="new-password"
        value={form.password}
        error={
          (isTried && faultText(text, 'newPassword', found.password)) ||
          submit.fault('password', text.passwordWeak)
        }
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
      <Checkbox
        label={text.revokesTokens}
        description={text.revokesTokensText}
        radius={5}
        checked={form.revokesTokens}
        onChange={(event) => change({ revokesTokens: event.currentTarget.checked })}
      />
      <ProblemLine of={submit} />
      <div className={css.actions}>
        <Button type="submit" loading={submit.isBusy}>
          {text.changePassword}
        </Button>
        <SavedNote>
          {submit.isDone && (hasRevoked ? text.passwordSavedRevoked : text.passwordSaved)}
        </SavedNote>
      </div>
    </form>
  );
}
