import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { dropEmptyFaults, nameFault, phoneFault } from '../../models/account/rules.ts';
import { useAccount, useApi, useOwnUser } from '../../panel/context.ts';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { useSubmit } from '../../panel/use-submit.ts';
import { focusFirst } from '../../ui/form/first-fault.ts';
import { SavedNote } from '../../ui/form/saved.tsx';
import { faultText } from './fault-text.ts';
import css from './profile.module.css';

export function AboutForm() {
  const text = useText('account');
  const account = useAccount();
  const api = useApi();
  const me = useOwnUser();
  const [username, setUsername] = useState(me.username);
  const [phone, setPhone] = useState(me.phone ?? '');
  const found = dropEmptyFaults({ username: nameFault(username), phone: phoneFault(phone) });
  const submit = useSubmit(async () => {
    const body = { username: username.trim(), phone: phone.trim() || null };
    account.updateUser(await api.updateOwnUser({ body }));
  });

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (!focusFirst(event.currentTarget, Object.keys(found))) await submit.run();
  }

  return (
    <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
      <TextInput
        size="md"
        name="username"
        label={text.username}
        autoComplete="name"
        value={username}
        error={faultText(text, 'username', found.username) ?? submit.fault('username')}
        onChange={(event) => {
          setUsername(event.currentTarget.value);
          submit.touch();
        }}
      />
      <TextInput
        size="md"
        name="phone"
        type="tel"
        label={text.phoneOptional}
        autoComplete="tel"
        value={phone}
        error={faultText(text, 'phone', found.phone) ?? submit.fault('phone', text.phoneBad)}
        onChange={(event) => {
          setPhone(event.currentTarget.value);
          submit.touch();
        }}
      />
      <ProblemLine of={submit} />
      <div className={css.actions}>
        <Button type="submit" loading={submit.isBusy}>
          {text.save}
        </Button>
        <SavedNote>{submit.isDone && text.saved}</SavedNote>
      </div>
    </form>
  );
}
