import type { ReactNode } from 'react';
import { Row, Title } from '../../../ui/layout/layout.tsx';
import css from './call.module.css';

/** The title of a part of the page, and beside it a figure or a download. */
export function PartHead({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Row gap="lg" wrap="xs" align="baseline" justify="between" mb="md" className={css.partHead}>
      <Title id={id}>{title}</Title>
      {children}
    </Row>
  );
}
