import { IconDots } from '@tabler/icons-react';
import type { ComponentProps, ComponentType } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Person } from '../../../models/call/people/people.ts';
import { Grid } from '../../../ui/layout/layout.tsx';
import css from './tile.module.css';

type Icon = ComponentType<{ size: number; 'aria-hidden'?: boolean }>;
type Props = ComponentProps<'button'> & { label: string; icon: Icon };

/** A button on a tile, which shows while a pointer is over the tile. */
export const TileAction = ({ label, icon: Icon, className = '', ...props }: Props) => (
  <Grid
    as="button"
    center
    className={`${css.action} ${className}`}
    aria-label={label}
    title={label}
    {...props}
  >
    <Icon size={20} aria-hidden />
  </Grid>
);

/** Opens the menu of a person. A touch screen shows it all the time; there the whole own tile opens its menu. */
export function TileMenuButton({ person, ...props }: ComponentProps<'button'> & { person: Person }) {
  const text = useText('tiles');
  const label = person.isMe ? text.ownMenu : text.menuOf(person.name);
  const look = (person.isMe ? css.ownMenu : css.menu) ?? '';
  return <TileAction {...props} label={label} icon={IconDots} className={look} />;
}
