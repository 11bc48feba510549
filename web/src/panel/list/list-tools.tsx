import type { ReactNode } from 'react';
import { Row } from '../../ui/layout/layout.tsx';
import css from './list-tools.module.css';

/**
 * The toolbar above a list: search, filters, order, and the button that creates a row. Without a search field, the
 * filters stay on the left.
 */
export function ListTools({ hasSearch, children }: { hasSearch: boolean; children: ReactNode }) {
  return (
    <Row
      hide="print"
      className={css.tools}
      gap="sm"
      wrap
      align="center"
      mb="md"
      data-quiet={!hasSearch || undefined}
    >
      {children}
    </Row>
  );
}
