import { Tooltip } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import css from './control-bar.module.css';
import { useKeysOn } from './keys-setting.ts';

type Props = ComponentPropsWithRef<'button'> & {
  label: string;
  /** The shortcut, shown beside the label. */
  shortcut?: string;
  /** Why the button does not do what its label says. */
  hint?: string | undefined;
  look?: 'quiet' | 'off' | 'active' | 'leave';
  count?: number | undefined;
  /** Names the things that the number counts, if the label does not. */
  countLabel?: string | undefined;
  isUrgent?: boolean | undefined;
  children: ReactNode;
};

/** A menu passes a class and other props to its target; they are merged with ours. */
export function BarButton(props: Props) {
  const {
    label,
    shortcut: key,
    hint,
    look = 'quiet',
    count,
    countLabel,
    isUrgent,
    children,
    className,
    ...rest
  } = props;
  const shortcut = useKeysOn() ? key : undefined;
  const shown = count !== undefined && count > 99 ? '99+' : count;
  return (
    <Tooltip
      label={<TooltipText label={hint ?? label} shortcut={hint ? undefined : shortcut} />}
      {...(hint && { multiline: true, maw: 280 })}
      openDelay={350}
      // The menu of the button is where the tooltip would be.
      disabled={rest['aria-haspopup'] !== undefined && rest['aria-expanded'] === true}
      events={{ hover: true, focus: false, touch: false }}
      withArrow
    >
      <button
        type="button"
        className={`${css.button} ${className ?? ''}`}
        data-look={look}
        // The accessible name includes what the button shows.
        aria-label={shown === undefined ? label : `${label}, ${countLabel ?? shown}`}
        aria-keyshortcuts={shortcut}
        aria-description={hint}
        {...rest}
      >
        {children}
        {shown !== undefined && (
          <span className={css.count} data-urgent={isUrgent || undefined} aria-hidden>
            {shown}
          </span>
        )}
      </button>
    </Tooltip>
  );
}

function TooltipText({ label, shortcut }: { label: string; shortcut: string | undefined }) {
  return (
    <span className={css.tooltip}>
      {label}
      {shortcut && <kbd className={css.key}>{shortcut}</kbd>}
    </span>
  );
}
