import { useText } from '../../i18n/language.ts';
import css from './vote-options.module.css';

type Props = {
  options: readonly { id: string; option: string }[];
  chosen: readonly string[];
  hintId?: string;
  isDisabled?: boolean;
  onToggle?: (id: string) => void;
};

/** The options of a poll, to be chosen. */
export function VoteOptions({ options, chosen, hintId, isDisabled, onToggle }: Props) {
  const text = useText('polls');
  return (
    <fieldset className={css.options} aria-describedby={hintId} disabled={isDisabled}>
      <legend className={css.legend}>{text.several}</legend>
      {options.map(({ id, option }) => (
        <label key={id} className={css.option} data-chosen={chosen.includes(id) || undefined}>
          <input
            type="checkbox"
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
