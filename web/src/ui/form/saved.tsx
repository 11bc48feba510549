import { IconCheck } from '@tabler/icons-react';
import { Row } from '../layout/layout.tsx';

/** Shown beside the save button after it has saved. */
export function SavedNote({ children }: { children: string | false }) {
  return (
    <Row as="span" inline align="center" size="md" weight={500} gap="sm" tone="success" role="status">
      {children && (
        <>
          <IconCheck size={18} aria-hidden />
          {children}
        </>
      )}
    </Row>
  );
}
