import type { ReactNode } from 'react';
import css from './card.module.css';

/** A card with related content: rows, a form, an empty state. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={css.card}>{children}</div>;
}
