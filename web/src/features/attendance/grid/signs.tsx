import type { ReactNode } from 'react';
import type { Attended } from '../model/grid.ts';

const Sign = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 16 16"
    width={12}
    height={12}
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    {children}
  </svg>
);

/** The sign of a cell, so that its meaning does not depend on its colour. Created once: a grid has many cells. */
export const signs: Record<Attended, ReactNode> = {
  present: (
    <Sign>
      <path d="M3 8.5 6.5 12 13 4.5" />
    </Sign>
  ),
  partly: (
    <Sign>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 5v3.2l2 1.6" />
    </Sign>
  ),
  missing: (
    <Sign>
      <path d="m4 4 8 8M12 4l-8 8" />
    </Sign>
  ),
  unknown: (
    <Sign>
      <path d="M4 8h8" />
    </Sign>
  ),
};
