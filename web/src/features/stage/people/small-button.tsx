import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import css from './people-panel.module.css';

type Props = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>;

/** A button in the list of people, high enough for a finger. */
export const SmallButton = ({ className = '', ...props }: Props) => (
  <Button variant="subtle" size="compact-sm" {...props} className={`${css.small} ${className}`} />
);
