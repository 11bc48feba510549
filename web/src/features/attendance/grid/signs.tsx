import { IconCheck, IconClock, IconMinus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Attended } from '../model/grid.ts';

const look = { size: 12, stroke: 3, 'aria-hidden': true } as const;

/** The sign of a cell, so that its meaning does not depend on its colour. Created once: a grid has many cells. */
export const signs: Record<Attended, ReactNode> = {
  present: <IconCheck {...look} />,
  partly: <IconClock {...look} />,
  missing: <IconX {...look} />,
  unknown: <IconMinus {...look} />,
};
