import type { PasswordInputProps } from '@mantine/core';
import { useText } from '../i18n/language.ts';
import { PasswordField } from '../ui/form/password-field.tsx';
import { useOwnUser } from './context.ts';

/** The current password, for forms that ask for it again. The form checks it by `emptyFault`. */
export function CurrentPassword({ error, ...field }: PasswordInputProps) {
  const text = useText('currentPassword');
  const me = useOwnUser();
  return (
    <>
      {/* A password manager takes the account's address from it. */}
      <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
      <PasswordField
        {...field}
        label={text.label}
        autoComplete="current-password"
        error={error === 'missing' ? text.missing : error && text.wrong}
      />
    </>
  );
}
