import { type ReactNode, useId } from 'react';
import { Row, Stack, Text } from '../layout/layout.tsx';

type Option<V extends string> = { value: V; label: string; text: string; icon?: ReactNode };

type Props<V extends string> = {
  label: string;
  /** The label for screen readers; a heading shows it elsewhere. */
  isLabelHidden?: boolean;
  options: Option<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** A radio group in which each option has a description. */
export function Options<V extends string>({ label, isLabelHidden, options, value, onChange }: Props<V>) {
  const name = useId();
  return (
    <Stack as="fieldset" gap="sm" aria-label={isLabelHidden ? label : undefined}>
      {!isLabelHidden && (
        <Text as="legend" mb="sm" size="md" weight={500}>
          {label}
        </Text>
      )}
      {options.map((option) => (
        <Row
          key={option.value}
          as="label"
          gap="md"
          align="start"
          p="md"
          frame={option.value === value ? 'accent' : 'line'}
          ground={option.value === value ? 'accent-soft' : undefined}
          data-chosen={option.value === value || undefined}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <Stack as="span" grow gap="xs">
            <Text as="span" size="md" weight={550}>
              {option.label}
            </Text>
            <Text as="span" size="sm" dim pretty>
              {option.text}
            </Text>
          </Stack>
          {option.icon && (
            <Text as="span" fixed dim aria-hidden>
              {option.icon}
            </Text>
          )}
        </Row>
      ))}
    </Stack>
  );
}
