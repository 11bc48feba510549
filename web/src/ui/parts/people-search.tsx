import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

/** A list of fewer people is shown without a search field. */
export const searchFrom = 9;

type Props = {
  label: string;
  className: string | undefined;
  value: string;
  onChange: (text: string) => void;
};

/** A field that finds people in a list by their names while somebody types. */
export const PeopleSearch = ({ label, className, value, onChange }: Props) => (
  <TextInput
    className={className ?? ''}
    value={value}
    maxLength={200}
    onChange={(event) => onChange(event.currentTarget.value)}
    placeholder={label}
    aria-label={label}
    leftSection={<IconSearch size={16} aria-hidden />}
  />
);
