import { useId } from 'react';
import { useText } from '../../i18n/language.ts';
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
    <fieldset className={css.options} aria-describedby={hintId} disabled={isDisabled}>
      <legend className={css.legend}>{isSingle ? text.one : text.several}</legend>
      {options.map(({ id, option }) => (
        <label key={id} className={css.option} data-chosen={chosen.includes(id) || undefined}>
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name={isSingle ? group : undefined}
            className={css.box}
            checked={chosen.includes(id)}
            onChange={() => onToggle?.(id)}
          />
          <span className={css.words}>{option}</span>
        </label>
      ))}
    </fieldset>
  );
}
