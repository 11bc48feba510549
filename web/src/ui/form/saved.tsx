import { IconCheck } from '@tabler/icons-react';
import { Row } from '../layout/layout.tsx';
import css from './saved.module.css';

/** Shown beside the save button after it has saved. */
export function SavedNote({ children }: { children: string | false }) {
  return (
    <Row as="span" inline align="center" size="md" weight={500} className={css.saved} role="status">
      {children && (
        <>
          <IconCheck size={18} aria-hidden />
          {children}
        </>
      )}
    </Row>
  );
}
