import { Tooltip } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import css from './control-bar.module.css';

type Props = ComponentPropsWithRef<'button'> & {
  label: string;
  /** Shown beside the label: the key that does the same. */
  shortcut?: string;
  look?: 'quiet' | 'off' | 'active' | 'leave';
  count?: number | undefined;
  children: ReactNode;
};

export function BarButton({ label, shortcut, look = 'quiet', count, children, ...rest }: Props) {
  return (
    <Tooltip
      label={<TooltipWords label={label} shortcut={shortcut} />}
      openDelay={350}
      events={{ hover: true, focus: false, touch: false }}
      withArrow
    >
      <button
        type="button"
        className={css.button}
        data-look={look}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        {...rest}
      >
        {children}
        {count !== undefined && (
          <span className={css.count} aria-hidden>
            {count > 99 ? '99+' : count}
          </span>
        )}
      </button>
    </Tooltip>
  );
}

function TooltipWords({ label, shortcut }: { label: string; shortcut: string | undefined }) {
  return (
    <span className={css.tooltip}>
      {label}
      {shortcut && <kbd className={css.key}>{shortcut}</kbd>}
    </span>
  );
}
