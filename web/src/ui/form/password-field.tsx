import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from '../../i18n/language.ts';

/** A password, which can be shown; the eye is reached by the keyboard too. */
export function PasswordField(props: PasswordInputProps) {
  const text = useText('ui');
  return (
    <PasswordInput
      size="md"
      spellCheck={false}
      autoCapitalize="none"
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': text.showPassword, tabIndex: 0 }}
    />
  );
}
