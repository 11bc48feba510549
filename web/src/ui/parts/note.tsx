import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Row } from '../layout/layout.tsx';
import css from './note.module.css';

type Props = { tone?: 'quiet' | 'warning'; icon?: typeof IconInfoCircle; children: ReactNode };

/** A notice on a coloured background. */
export function Note({ tone = 'quiet', icon: Icon = IconInfoCircle, children }: Props) {
  return (
    <Row
      as="p"
      align="start"
      size="md"
      tone="text"
      pretty
      gap="sm"
      p="md"
      radius="md"
      ground="fill"
      className={css.note}
      data-tone={tone}
    >
      <Icon size={18} aria-hidden />
      <span>{children}</span>
    </Row>
  );
}
