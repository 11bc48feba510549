import { Stack } from '../../../ui/layout/layout.tsx';

/** Explains an item of a menu. */
export const MenuHint = ({ children }: { children: string }) => (
  <Stack as="span" size="sm" leading={1.35} dim>
    {children}
  </Stack>
);
