import { Row } from '../layout/layout.tsx';
import { Status, type Tone } from './status.tsx';
import css from './status-progress.module.css';

type Props = {
  tone: Tone;
  /** From 0 to 1. */
  value: number;
  /** Names the bar for screen readers. */
  label: string;
  children: string;
};

/** A state with a bar of its progress. */
export function StatusProgress({ tone, value, label, children }: Props) {
  return (
    <Row as="span" inline gap="sm" align="center" shrink className={css.line}>
      <Status tone={tone}>{children}</Status>
      <progress className={css.progress} value={value} aria-label={label} />
    </Row>
  );
}
