import { useId } from 'react';
import { useText } from '../../i18n/language.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';

type Props = {
  options: readonly { id: string; option: string }[];
  chosen: readonly string[];
  /** Whether only one can be chosen. */
  isSingle: boolean;
  hintId?: string;
  isDisabled?: boolean;
  onToggle?: (id: string) => void;
};

/** The options of a poll, to be chosen. */
export function VoteOptions({ options, chosen, isSingle, hintId, isDisabled, onToggle }: Props) {
  const text = useText('polls');
  const group = useId();
  return (
    <Stack as="fieldset" gap="sm" aria-describedby={hintId} disabled={isDisabled}>
      <Text as="legend" mb="sm" size="sm" dim>
        {isSingle ? text.one : text.several}
      </Text>
      {options.map(({ id, option }) => (
        <Row
          as="label"
          key={id}
          align="center"
          gap="md"
          p="sm md"
          tall={44}
          frame={chosen.includes(id) ? 'accent' : 'line-strong'}
          ground={chosen.includes(id) ? 'accent-soft' : undefined}
          hover={chosen.includes(id) ? undefined : 'fill'}
          data-chosen={chosen.includes(id) || undefined}
        >
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name={isSingle ? group : undefined}
            checked={chosen.includes(id)}
            onChange={() => onToggle?.(id)}
          />
          <Text as="span" size="lg" shrink breaks>
            {option}
          </Text>
        </Row>
      ))}
    </Stack>
  );
}
