import type { ReactNode } from 'react';
import { Row, Text } from '../../ui/layout/layout.tsx';
import css from './entries.module.css';

/** A short list in a dialog, which scrolls in itself. */
export const Entries = ({ label, children }: { label?: string; children: ReactNode }) => (
  <Text as="ul" className={css.entries} aria-label={label}>
    {children}
  </Text>
);

export const Entry = ({ children }: { children: ReactNode }) => (
  <Row as="li" className={css.entry} gap="lg" wrap align="center" justify="between" size="md">
    {children}
  </Row>
);
