import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { emptyFault, passwordFault } from '../../models/account/rules.ts';
import { useApi } from '../../panel/context.ts';
import { CurrentPassword } from '../../panel/current-password.tsx';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { useFields } from '../../panel/use-fields.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SavedNote } from '../../ui/form/saved.tsx';
import { faultText } from './fault-text.ts';
import css from './profile.module.css';

export function PasswordForm() {
  const text = useText('account');
  const api = useApi();
  const [hasRevoked, setRevoked] = useState(false);
  const { form, submit, onSubmit } = useFields({
    initialValues: { currentPassword: '', password: '', revokesTokens: false },
    validate: ({ currentPassword, password }) => ({
      currentPassword: emptyFault(currentPassword),
      password: faultText(text, 'newPassword', passwordFault(password)),
    }),
    send: async (body) => {
      await api.changePassword({ body });
      setRevoked(body.revokesTokens);
      form.reset();
    },
    fieldRefusals: { password: text.passwordWeak },
    focusAfterRefusal: 'currentPassword',
  });

  return (
    <form className={css.form} noValidate onSubmit={onSubmit}>
      <CurrentPassword {...form.getInputProps('currentPassword')} />
      <PasswordField
        {...form.getInputProps('password')}
        label={text.newPassword}
        description={text.passwordRule}
        autoComplete="new-password"
      />
      <Checkbox
        {...form.getInputProps('revokesTokens', { type: 'checkbox' })}
        label={text.revokesTokens}
        description={text.revokesTokensText}
        radius={5}
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
