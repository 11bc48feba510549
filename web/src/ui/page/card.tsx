import type { ReactNode } from 'react';
import css from './card.module.css';

/** What belongs together on one ground: rows, a form, an empty place. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={css.card}>{children}</div>;
}
