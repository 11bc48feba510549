import type { ReactNode } from 'react';
import { Text } from '../ui/layout/layout.tsx';

/** A sentence that explains. */
export function Quiet({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <Text className={className} size="md" dim>
      {children}
    </Text>
  );
}
