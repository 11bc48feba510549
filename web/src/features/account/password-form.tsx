import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { emptyFault, passwordFault } from '../../models/account/rules.ts';
import { useApi } from '../../panel/context.ts';
import { CurrentPassword } from '../../panel/current-password.tsx';
import { SettingsForm } from '../../panel/settings-form.tsx';
import { useFields } from '../../panel/use-fields.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { faultText } from './fault-text.ts';
import { useIdentity } from './use-identity.ts';

export function PasswordForm() {
  const text = useText('account');
  const api = useApi();
  const [hasRevoked, setRevoked] = useState(false);
  const identity = useIdentity();
  // An account that the sign-in provider created has none at first.
  const hasPassword = identity.value?.hasPassword ?? true;
  const { form, submit, onSubmit } = useFields({
    initialValues: { currentPassword: '', password: '', revokesTokens: false },
    validate: ({ currentPassword, password }) => ({
      currentPassword: hasPassword && emptyFault(currentPassword),
      password: faultText(text, 'newPassword', passwordFault(password)),
    }),
    send: async ({ currentPassword, ...body }) => {
      await api.changePassword({ body: hasPassword ? { ...body, currentPassword } : body });
      setRevoked(body.revokesTokens);
      form.reset();
      identity.reload();
    },
    refusals: { sign_in_again: text.sign_in_again },
    fieldRefusals: { password: text.passwordWeak },
    focusAfterRefusal: hasPassword ? 'currentPassword' : 'password',
  });

  return (
    <SettingsForm
      submit={submit}
      onSubmit={onSubmit}
      button={hasPassword ? text.changePassword : text.setPassword}
      saved={hasRevoked ? text.passwordSavedRevoked : text.passwordSaved}
    >
      {hasPassword && <CurrentPassword {...form.getInputProps('currentPassword')} />}
      <PasswordField
        {...form.getInputProps('password')}
        label={text.newPassword}
        description={text.passwordRule}
        autoComplete="new-password"
      />
      {hasPassword && (
        <Checkbox
          {...form.getInputProps('revokesTokens', { type: 'checkbox' })}
          label={text.revokesTokens}
          description={text.revokesTokensText}
          radius={5}
        />
      )}
    </SettingsForm>
  );
}
