import type { Person } from '../../../models/call/people/people.ts';

/** How many of the three bars are filled. */
const filled: Record<Person['quality'], number> = { unknown: 3, good: 3, poor: 1, lost: 0 };
const bars = [
  { x: 2.5, height: 6 },
  { x: 9.5, height: 12 },
  { x: 16.5, height: 18 },
];

type Props = { quality: Person['quality']; size: number };

/** The strength of a connection: filled and hollow bars, which a text beside them or a label of their frame names. */
export const QualityBars = ({ quality, size }: Props) => (
  <svg width={size} height={size} viewBox="0 0 24 24" stroke="currentColor" strokeWidth={1.5} aria-hidden>
    {bars.map(({ x, height }, index) => (
      <rect
        key={x}
        x={x}
        y={21 - height}
        width={5}
        height={height}
        rx={1}
        fill={index < filled[quality] ? 'currentColor' : 'none'}
      />
    ))}
  </svg>
);
