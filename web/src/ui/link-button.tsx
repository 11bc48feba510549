import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from '../routing/link.tsx';

/** A link to another page of ours that looks like a button. */
export function LinkButton({ to, children, ...rest }: ButtonProps & { to: string; children: ReactNode }) {
  return (
    <Button {...rest} renderRoot={(props) => <Link {...props} to={to} />}>
      {children}
    </Button>
  );
}
