import { Row, Text } from '../layout/layout.tsx';
import css from './status.module.css';

export type Tone = 'good' | 'quiet' | 'warning' | 'bad';

/** A state as a dot with a label: never by colour alone. */
export function Status({ tone, children }: { tone: Tone; children: string }) {
  return (
    <Row as="span" inline gap="sm" align="center" nowrap>
      <Text as="span" square={8} radius="round" className={css.dot} data-tone={tone} aria-hidden />
      {children}
    </Row>
  );
}
