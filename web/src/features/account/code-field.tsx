import { TextInput, type TextInputProps } from '@mantine/core';
import { useText } from '../../i18n/language.ts';

/** The field for a code from an email. */
export function CodeField(props: TextInputProps) {
  const text = useText('account');
  return (
    <TextInput
      {...props}
      label={text.code}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={20}
    />
  );
}
