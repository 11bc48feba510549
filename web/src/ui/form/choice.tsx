import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import classes from './choice.module.css';

export type ChoiceOption = { value: string; label: string };

type ChoiceProps = {
  /** The name for screen readers, and the icon's meaning. */
  label: string;
  icon: ReactNode;
  options: ChoiceOption[];
  value: string;
  onChange: (value: string) => void;
  isDisabled?: boolean;
  className?: string;
};

/** A select as a pill. It is the browser's own, which keyboards, screen readers and phones support. */
export function Choice({ label, icon, options, value, onChange, isDisabled, className }: ChoiceProps) {
  return (
    <span
      className={[classes.choice, className].filter(Boolean).join(' ')}
      data-disabled={isDisabled || undefined}
    >
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <select
        className={classes.select}
        aria-label={label}
        title={label}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown className={classes.chevron} size={16} aria-hidden />
    </span>
  );
}

type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string;
  icon: ReactNode;
  /** The current choice. */
  children: string;
};

/** The same pill as a button that opens something. */
export function ChoiceButton({ label, icon, children, className, ...rest }: ButtonProps) {
  return (
    <span className={[classes.choice, className].filter(Boolean).join(' ')}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <button
        type="button"
        {...rest}
        className={`${classes.select} ${classes.button}`}
        aria-label={`${label}: ${children}`}
        title={label}
      >
        {children}
      </button>
      <IconChevronDown className={classes.chevron} size={16} aria-hidden />
    </span>
  );
}
