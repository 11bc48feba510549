import type { ReactNode } from 'react';
import { Text } from '../ui/layout/layout.tsx';
import css from './lead.module.css';

/** Sentences above a part of a page. */
export function Lead({ children }: { children: ReactNode }) {
  return (
    <Text className={css.lead} mb="lg" size="md" leading={1.5} dim>
      {children}
    </Text>
  );
}
