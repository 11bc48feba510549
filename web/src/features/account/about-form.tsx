import { Button, TextInput } from '@mantine/core';
import { useText } from '../../i18n/language.ts';
import { nameFault, phoneFault } from '../../models/account/rules.ts';
import { useAccount, useApi, useOwnUser } from '../../panel/context.ts';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { useFields } from '../../panel/use-fields.ts';
import { SavedNote } from '../../ui/form/saved.tsx';
import { faultText } from './fault-text.ts';
import css from './profile.module.css';

export function AboutForm() {
  const text = useText('account');
  const account = useAccount();
  const api = useApi();
  const me = useOwnUser();
  const { form, submit, onSubmit } = useFields({
    initialValues: { username: me.username, phone: me.phone ?? '' },
    isCheckedAtOnce: true,
    validate: ({ username, phone }) => ({
      username: faultText(text, 'username', nameFault(username)),
      phone: faultText(text, 'phone', phoneFault(phone)),
    }),
    send: async ({ username, phone }) => {
      const body = { username: username.trim(), phone: phone.trim() || null };
      account.updateUser(await api.updateOwnUser({ body }));
    },
    fieldRefusals: { phone: text.phoneBad },
  });

  return (
    <form className={css.form} noValidate onSubmit={onSubmit}>
      <TextInput {...form.getInputProps('username')} size="md" label={text.username} autoComplete="name" />
      <TextInput
        {...form.getInputProps('phone')}
        size="md"
        type="tel"
        label={text.phoneOptional}
        autoComplete="tel"
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
