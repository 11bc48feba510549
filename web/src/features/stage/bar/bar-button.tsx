import { Tooltip } from '@mantine/core';
import { IconLockFilled, IconPhoneFilled } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Grid, Row, Text } from '../../../ui/layout/layout.tsx';
import css from './control-bar.module.css';
import { useKeysOn } from './keys-setting.ts';
import type { Lock } from './use-locks.ts';

type Props = ComponentPropsWithRef<'button'> & {
  label: string;
  /** The shortcut, shown beside the label. */
  shortcut?: string | undefined;
  /** Why the button does not do what its label says. */
  hint?: string | undefined;
  /** Keeps the button in its place, without its action. */
  lock?: Lock | undefined;
  look?: 'quiet' | 'off' | 'active' | 'leave';
  count?: number | undefined;
  /** Names the things that the number counts, if the label does not. */
  countLabel?: string | undefined;
  isUrgent?: boolean | undefined;
  children: ReactNode;
};

const countLook = { size: 'xs', weight: 600, tabular: true } as const;

/** A menu passes a class and other props to its target; they are merged with ours. */
export function BarButton(props: Props) {
  const {
    label,
    shortcut: key,
    hint: hintOfUse,
    lock,
    look = 'quiet',
    count,
    countLabel,
    isUrgent,
    children,
    className,
    onClick,
    ...rest
  } = props;
  const hint = lock?.reason ?? hintOfUse;
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
      classNames={{ tooltip: css.tooltip ?? '' }}
    >
      <Grid
        as="button"
        center
        className={`${css.button} ${className ?? ''}`}
        data-look={lock ? 'locked' : look}
        // The accessible name includes what the button shows.
        aria-label={shown === undefined ? label : `${label}, ${countLabel ?? shown}`}
        aria-keyshortcuts={shortcut}
        aria-description={hint}
        aria-disabled={lock ? true : undefined}
        onClick={lock ? lock.onPress : onClick}
        {...rest}
      >
        {children}
        {lock && <IconLockFilled className={css.lock} size={12} aria-hidden />}
        {shown !== undefined && (
          <Text
            as="span"
            p="0 xs"
            radius="md"
            tone="stage"
            className={css.count}
            {...countLook}
            data-urgent={isUrgent || undefined}
            aria-hidden
          >
            {shown}
          </Text>
        )}
      </Grid>
    </Tooltip>
  );
}

function TooltipText({ label, shortcut }: { label: string; shortcut: string | undefined }) {
  return (
    <Row as="span" inline align="center" gap="sm">
      {label}
      {shortcut && (
        <Text as="kbd" size="xs" p="0 sm" frame="current" className={css.key}>
          {shortcut}
        </Text>
      )}
    </Row>
  );
}

/** Leaves the call. */
export const HangUpButton = (props: Omit<Props, 'children'>) => (
  <BarButton look="leave" {...props}>
    <IconPhoneFilled className={css.hangUp} size={24} aria-hidden />
  </BarButton>
);
