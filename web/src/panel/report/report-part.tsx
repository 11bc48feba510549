import type { ComponentProps, ReactNode } from 'react';
import { type Gap, Row, Text } from '../../ui/layout/layout.tsx';

type Props = Omit<ComponentProps<'section'>, 'id' | 'title'> & {
  /** Below another part that is not in a Stack. */
  mt?: Gap;
  /** The id of the heading. */
  id: string;
  title: string;
  /** On the line of the heading. */
  beside?: ReactNode;
};

/** A part of a report with its heading. */
export function ReportPart({ id, title, beside, children, ...section }: Props) {
  return (
    <Text as="section" aria-labelledby={id} {...section}>
      <Row gap="xs lg" wrap align="baseline" justify="between" mb="md">
        <Text as="h2" id={id} size="xl" weight={600}>
          {title}
        </Text>
        {beside}
      </Row>
      {children}
    </Text>
  );
}
