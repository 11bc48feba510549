import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useLanguage } from '../../i18n/language.ts';
import css from './curve.module.css';
import type { CurvePoint, TimeRange } from './curve-points.ts';

const height = 168;

/** In pixels: the room beside the plot for the figures of its axis, the same as beside the presence lines. */
type Margins = { left: number; right: number };

type Props = {
  points: readonly CurvePoint[];
  range: TimeRange;
  ticks: readonly number[];
  /** With its margins. */
  width: number;
  margins: Margins;
  /** The moment that the reader points at. */
  at: number | undefined;
  onAt: (at: number | undefined) => void;
  /** Its name, and how to use it, for screen readers. */
  label: string;
  hint: string;
  /** A moment on the axis. */
  labelOf: (at: number) => string;
  /** The moment with the number of people, for screen readers. */
  valueTextOf: (at: number) => string;
  isPrinting: boolean;
};

type Shown = Pick<Props, 'range' | 'ticks' | 'onAt' | 'labelOf'>;
type PlotProps = Pick<Props, 'points' | 'width' | 'margins'> & {
  shown: { current: Shown };
  plot: RefObject<UPlot | undefined>;
};

/** The steps of the axis: nobody counts half people. */
const steps = [1, 2, 5]
  .flatMap((step) => [1, 10, 100, 1_000, 10_000].map((ten) => step * ten))
  .sort((a, b) => a - b);

const dataOf = (points: readonly CurvePoint[]): UPlot.AlignedData => [
  points.map(({ at }) => at / 1000),
  points.map(({ people }) => people),
];

/** @param shown is read at each drawing, because a running call grows */
function optionsOf(shown: { current: Shown }, { left, right }: Margins, width: number): UPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const [text, line, accent] = [color('--text-muted'), color('--line'), color('--accent')];
  const axis = {
    stroke: text,
    font: `12px ${getComputedStyle(document.body).fontFamily}`,
    ticks: { show: false },
  };
  const grid = { stroke: line, width: 1 };
  return {
    width,
    height,
    padding: [12, right, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { range: () => [shown.current.range.start / 1000, shown.current.range.end / 1000] },
      y: { range: (_, __, most) => [0, Math.max(1, Math.ceil((most ?? 0) * 1.05))] },
    },
    axes: [
      {
        ...{ ...axis, grid, size: 28, gap: 8 },
        splits: () => shown.current.ticks.map((at) => at / 1000),
        values: (_, splits) => splits.map((at) => shown.current.labelOf(at * 1000)),
      },
      { ...axis, grid, size: left, gap: 8, incrs: steps, space: 32 },
    ],
    series: [
      {},
      {
        stroke: accent,
        fill: `color-mix(in srgb, ${accent} 14%, transparent)`,
        width: 2,
        points: { show: false },
        ...(UPlot.paths.stepped && { paths: UPlot.paths.stepped({ align: 1 }) }),
      },
    ],
    hooks: {
      setCursor: [
        (plot) => {
          const { left: x = -1, event } = plot.cursor;
          if (event) shown.current.onAt(x < 0 ? undefined : plot.posToVal(x, 'x') * 1000);
        },
      ],
    },
  };
}

/** How far a key moves, in hundredths of the call. */
const moves: Record<string, number> = {
  ...{ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 },
  ...{ PageDown: -10, PageUp: 10, Home: -100, End: 100 },
};

/** The canvas. Its colours and labels are drawn once: render it again with another key for others. */
function Plot({ points, width, margins: { left, right }, shown, plot }: PlotProps) {
  const target = useRef<HTMLDivElement>(null);
  const first = useRef(points);
  useEffect(() => {
    if (width === 0 || !target.current) return;
    const own = new UPlot(optionsOf(shown, { left, right }, width), dataOf(first.current), target.current);
    plot.current = own;
    return () => {
      own.destroy();
      plot.current = undefined;
    };
  }, [width, left, right, shown, plot]);
  useEffect(() => {
    first.current = points;
    plot.current?.setData(dataOf(points));
  }, [points, plot]);
  return <div ref={target} />;
}

/**
 * The number of people over time. A mouse or the arrow keys choose a moment. Time runs from left to right in every
 * language (docs/decisions/0155).
 */
export function Curve(props: Props) {
  const { points, range, ticks, width, margins, at, onAt, labelOf, isPrinting } = props;
  const language = useLanguage();
  const scheme = useComputedColorScheme('light');
  const plot = useRef<UPlot>(undefined);
  const shown = useRef<Shown>({ range, ticks, onAt, labelOf });
  shown.current = { range, ticks, onAt, labelOf };

  const moment = at ?? range.start;
  function onKeyDown(event: KeyboardEvent): void {
    const move = moves[event.key];
    if (event.key === 'Escape' && at !== undefined) onAt(undefined);
    if (move === undefined) return;
    event.preventDefault();
    const next = moment + ((range.end - range.start) / 100) * move;
    const kept = Math.min(range.end, Math.max(range.start, next));
    plot.current?.setCursor({ left: plot.current.valToPos(kept / 1000, 'x'), top: 0 }, false);
    onAt(kept);
  }
  return (
    <div
      className={css.curve}
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={props.label}
      aria-description={props.hint}
      aria-valuemin={0}
      aria-valuemax={Math.round((range.end - range.start) / 1000)}
      aria-valuenow={Math.round((moment - range.start) / 1000)}
      aria-valuetext={props.valueTextOf(moment)}
      onKeyDown={onKeyDown}
    >
      <Plot
        key={[scheme, language, isPrinting].join(' ')}
        points={points}
        width={width}
        margins={margins}
        shown={shown}
        plot={plot}
      />
    </div>
  );
}
