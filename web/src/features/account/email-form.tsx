import { TextInput } from '@mantine/core';
import { shownEmail } from '../../../../contract/email.ts';
import { useText } from '../../i18n/language.ts';
import { emailFault, emptyFault } from '../../models/account/rules.ts';
import { useAccount, useApi, useOwnUser } from '../../panel/context.ts';
import { CurrentPassword } from '../../panel/current-password.tsx';
import { SettingsForm } from '../../panel/settings-form.tsx';
import { useFields } from '../../panel/use-fields.ts';
import { faultText } from './fault-text.ts';

/** The email address; the form asks for the password only if the address was changed. */
export function EmailForm() {
  const text = useText('account');
  const account = useAccount();
  const api = useApi();
  const me = useOwnUser();
  const { form, submit, onSubmit } = useFields({
    initialValues: { email: shownEmail(me.email), currentPassword: '' },
    validate: ({ email, currentPassword }) => ({
      email: faultText(text, 'email', emailFault(email)),
      currentPassword: emptyFault(currentPassword),
    }),
    send: async ({ email, currentPassword }) => {
      const changed = await api.updateOwnUser({ body: { email: email.trim(), currentPassword } });
      account.updateUser(changed);
      form.setValues({ email: shownEmail(changed.email), currentPassword: '' });
    },
    refusals: { email_taken: text.email_taken_other },
    fieldRefusals: { email: text.emailBad },
    focusAfterRefusal: 'currentPassword',
  });
  const isOther = form.values.email.trim() !== shownEmail(me.email);

  return (
    <SettingsForm
      submit={submit}
      onSubmit={onSubmit}
      button={text.changeEmail}
      isDisabled={!isOther}
      saved={text.emailSaved}
    >
      <TextInput {...form.getInputProps('email')} type="email" label={text.email} autoComplete="username" />
      {isOther && <CurrentPassword {...form.getInputProps('currentPassword')} />}
    </SettingsForm>
  );
}
