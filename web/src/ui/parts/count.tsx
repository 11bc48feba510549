import type { ComponentProps } from 'react';
import { Text } from '../layout/layout.tsx';
import css from './count.module.css';

type Props = ComponentProps<'span'> & { isUrgent?: boolean | undefined };

/** The number of things behind a name. An urgent one asks for attention. */
export function Count({ isUrgent, className = '', ...props }: Props) {
  const look = { className: `${css.count} ${className}`, 'data-urgent': isUrgent || undefined };
  return <Text as="span" size="xs" weight={600} center tabular {...props} {...look} />;
}
