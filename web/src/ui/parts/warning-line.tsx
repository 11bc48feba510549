import type { ComponentType, ReactNode } from 'react';
import { Row, Text } from '../layout/layout.tsx';

type Props = {
  icon?: ComponentType<{ size: number; 'aria-hidden': boolean }>;
  /** Undefined for no warning. */
  text: string | undefined;
  /** A button. */
  children?: ReactNode;
};

/** Warns across the whole width of a panel; screen readers hear it when it appears. */
export const WarningLine = ({ icon: Icon, text, children }: Props) => (
  <div role="status" aria-live="polite">
    {text !== undefined && (
      <Row
        align="center"
        gap="sm"
        size="md"
        weight={500}
        tone="warning"
        p="xs lg"
        pe="xs"
        tall={44}
        ground="warning-soft"
      >
        {Icon && <Icon size={18} aria-hidden />}
        <Text as="span" leading={1.35} p="sm 0" grow>
          {text}
        </Text>
        {children}
      </Row>
    )}
  </div>
);
