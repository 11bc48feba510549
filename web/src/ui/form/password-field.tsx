import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from '../../i18n/language.ts';

/** A password field with a button that shows the password and can be reached by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const text = useText('ui');
  return (
    <PasswordInput
      spellCheck={false}
      autoCapitalize="none"
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': text.showPassword, tabIndex: 0 }}
    />
  );
}
