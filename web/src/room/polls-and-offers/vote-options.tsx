import { useId } from 'react';
import { useText } from '../../i18n/language.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import css from './vote-options.module.css';

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
          className={css.option}
          data-chosen={chosen.includes(id) || undefined}
        >
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name={isSingle ? group : undefined}
            className={css.box}
            checked={chosen.includes(id)}
            onChange={() => onToggle?.(id)}
          />
          <Text as="span" size="lg" leading={1.4} shrink breaks>
            {option}
          </Text>
        </Row>
      ))}
    </Stack>
  );
}
