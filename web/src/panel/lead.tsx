import type { ReactNode } from 'react';
import { Text } from '../ui/layout/layout.tsx';

/** Sentences above a part of a page. */
export function Lead({ children }: { children: ReactNode }) {
  return (
    <Text measure={70} mb="lg" size="md" dim>
      {children}
    </Text>
  );
}
