import type { ReactNode } from 'react';
import { Row, Text } from '../../ui/layout/layout.tsx';
import css from './entries.module.css';

/** A short list in a dialog, which scrolls in itself. */
export const Entries = ({ label, children }: { label?: string; children: ReactNode }) => (
  <Text as="ul" frame="line" className={css.entries} aria-label={label}>
    {children}
  </Text>
);

export const Entry = ({ children }: { children: ReactNode }) => (
  <Row as="li" gap="0 lg" p="sm md" className={css.entry} wrap align="center" justify="between" size="md">
    {children}
  </Row>
);
