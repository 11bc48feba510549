import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from '../../routing/link.tsx';

type Props = ButtonProps & { to: string; children: ReactNode; onClick?: () => void };

/** A link to another page of ours that looks like a button. */
export function LinkButton({ to, children, onClick, ...rest }: Props) {
  return (
    <Button {...rest} renderRoot={(props) => <Link {...props} to={to} onClick={onClick} />}>
      {children}
    </Button>
  );
}
