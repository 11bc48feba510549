import type { ReactNode } from 'react';
import { Text } from '../ui/layout/layout.tsx';

/** A sentence that explains. */
export function Quiet({ children }: { children: ReactNode }) {
  return (
    <Text size="md" leading={1.5} dim>
      {children}
    </Text>
  );
}
