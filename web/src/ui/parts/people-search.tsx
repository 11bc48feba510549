import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

/** A list of fewer people is shown without a search field. */
export const searchFrom = 9;

type Props = Omit<TextInputProps, 'onChange'> & {
  label: string;
  value: string;
  onChange: (text: string) => void;
};

/** A field that finds people in a list by their names while somebody types. */
export const PeopleSearch = ({ label, onChange, ...props }: Props) => (
  <TextInput
    px={16}
    {...props}
    maxLength={200}
    onChange={(event) => onChange(event.currentTarget.value)}
    placeholder={label}
    aria-label={label}
    leftSection={<IconSearch size={16} aria-hidden />}
  />
);
