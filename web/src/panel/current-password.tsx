import { useText } from '../i18n/language.ts';
import { PasswordField } from '../ui/form/password-field.tsx';
import { useOwnUser } from './context.ts';
import type { Submit } from './use-submit.ts';

type Props<A extends unknown[]> = {
  value: string;
  /** The form was sent once: an empty field is a fault from then on. */
  isTried: boolean;
  submit: Submit<A>;
  onChange: (value: string) => void;
  hasAutoFocus?: boolean;
};

/** The current password, where a form needs proof that its user knows it. Its name is `currentPassword`. */
export function CurrentPassword<A extends unknown[]>(props: Props<A>) {
  const { value, isTried, submit, onChange, hasAutoFocus = false } = props;
  const text = useText('currentPassword');
  const me = useOwnUser();
  return (
    <>
      {/* A password manager takes the account's address from it. */}
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
