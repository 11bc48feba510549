import type { ComponentProps, ReactNode } from 'react';
import { Row, Text } from '../../ui/layout/layout.tsx';
import css from './report-part.module.css';

type Props = Omit<ComponentProps<'section'>, 'id' | 'title'> & {
  /** The id of the heading. */
  id: string;
  title: string;
  /** On the line of the heading. */
  beside?: ReactNode;
};

/** A part of a report with its heading. */
export function ReportPart({ id, title, beside, children, ...section }: Props) {
  return (
    <section aria-labelledby={id} {...section}>
      <Row className={css.head} gap="lg" wrap="xs" align="baseline" justify="between" mb="md">
        <Text as="h2" id={id} className={css.title} weight={600}>
          {title}
        </Text>
        {beside}
      </Row>
      {children}
    </section>
  );
}
