import type { ComponentProps, ComponentType } from 'react';
import { Grid } from '../../../ui/layout/layout.tsx';
import css from './tile.module.css';

export type Icon = ComponentType<{
  size: number;
  role?: 'img';
  'aria-label'?: string;
  'aria-hidden'?: boolean;
}>;
type Props = ComponentProps<'button'> & { label: string; icon: Icon };

/** A button on a tile, which shows while a pointer is over the tile. */
export const TileAction = ({ label, icon: Icon, className = '', ...props }: Props) => (
  <Grid
    as="button"
    type="button"
    center
    className={`${css.action} ${className}`}
    aria-label={label}
    title={label}
    {...props}
  >
    <Icon size={20} aria-hidden />
  </Grid>
);
