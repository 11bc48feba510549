import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './note.module.css';

type Props = { tone?: 'quiet' | 'warning'; icon?: typeof IconInfoCircle; children: ReactNode };

/** What is to be known before it matters, on a ground of its own. */
export function Note({ tone = 'quiet', icon: Icon = IconInfoCircle, children }: Props) {
  return (
    <p className={css.note} data-tone={tone}>
      <Icon size={18} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
