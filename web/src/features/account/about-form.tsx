import { TextInput } from '@mantine/core';
import { useText } from '../../i18n/language.ts';
import { nameFault, phoneFault } from '../../models/account/rules.ts';
import { useAccount, useApi, useOwnUser } from '../../panel/context.ts';
import { SettingsForm } from '../../panel/settings-form.tsx';
import { useFields } from '../../panel/use-fields.ts';
import { faultText } from './fault-text.ts';

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
    <SettingsForm submit={submit} onSubmit={onSubmit} button={text.save} saved={text.saved}>
      <TextInput {...form.getInputProps('username')} label={text.username} autoComplete="name" />
      <TextInput {...form.getInputProps('phone')} type="tel" label={text.phoneOptional} autoComplete="tel" />
    </SettingsForm>
  );
}
