import { useText } from '../i18n/language.ts';
import { PasswordField } from '../ui/form/password-field.tsx';
import { useOwnUser } from './context.ts';
import type { Submit } from './use-submit.ts';

type Props<A extends unknown[]> = {
  value: string;
  /** True once the form was sent: from then on an empty field is a fault. */
  isTried: boolean;
  submit: Submit<A>;
  onChange: (value: string) => void;
  hasAutoFocus?: boolean;
};

/** The current password, for forms that ask for it again. Its name is `currentPassword`. */
export function CurrentPassword<A extends unknown[]>(props: Props<A>) {
  const { value, isTried, submit, onChange, hasAutoFocus = false } = props;
  const text = useText('currentPassword');
  const me = useOwnUser();
  return (
    <>
      {/* Hidden field from which a password manager reads the account's email address. */}
      <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
      <PasswordField
        name="currentPassword"
        label={text.label}
        autoComplete="current-password"
        data-autofocus={hasAutoFocus || undefined}
        value={value}
        error={(isTried && value === '' && text.missing) || submit.fault('currentPassword', text.wrong)}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          submit.touch();
        }}
      />
    </>
  );
}
