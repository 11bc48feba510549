import { Menu, type MenuItemProps } from '@mantine/core';
import type { ComponentType, HTMLAttributes, ReactNode } from 'react';
import { Link } from '../../routing/link.tsx';

type Props = Omit<MenuItemProps, 'children'> &
  Omit<HTMLAttributes<HTMLElement>, keyof MenuItemProps> & {
    icon: ComponentType<{ size: number; 'aria-hidden'?: boolean }>;
    children: ReactNode;
    /** A page of ours. */
    to?: string;
    /** True if something may be lost. */
    isDanger?: boolean;
  };

/** An action or a page in a menu. */
export function MenuItem({ icon: Icon, to, isDanger, ...rest }: Props) {
  const look = {
    leftSection: <Icon size={18} aria-hidden />,
    ...(isDanger && { color: 'var(--danger-text)' }),
    ...rest,
  };
  return to === undefined ? <Menu.Item {...look} /> : <Menu.Item {...look} component={Link} to={to} />;
}
