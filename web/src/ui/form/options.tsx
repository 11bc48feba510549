import { type ReactNode, useId } from 'react';
import css from './options.module.css';

export type Option<V extends string> = { value: V; label: string; text: string; icon?: ReactNode };

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
    <fieldset className={css.options} aria-label={isLabelHidden ? label : undefined}>
      {!isLabelHidden && <legend className={css.legend}>{label}</legend>}
      {options.map((option) => (
        <label key={option.value} className={css.option} data-chosen={option.value === value || undefined}>
          <input
            type="radio"
            className={css.radio}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={css.words}>
            <span className={css.label}>{option.label}</span>
            <span className={css.text}>{option.text}</span>
          </span>
          {option.icon && (
            <span className={css.icon} aria-hidden>
              {option.icon}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
