import { Menu } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from '../../routing/link.tsx';

type Props = {
  icon: Icon;
  children: string;
  onClick?: () => void;
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
  };
  if (to === undefined) return <Menu.Item {...look} {...rest} />;
  return <Menu.Item {...look} {...rest} component={Link} to={to} />;
}
