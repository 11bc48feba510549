import type { ReportRow } from '../../../../../contract/operations/reports.ts';
import type { TimeRange } from '../../../panel/report/curve-points.ts';

type Interval = { startedAt: string; endedAt: string };

/** The parts that a presence line can show within the time online. */
export const layers = ['tab', 'microphone', 'camera', 'screen', 'speaking'] as const;
export type Layer = (typeof layers)[number];

/** Shown until the reader chooses others. */
const firstLayers: readonly Layer[] = ['tab', 'microphone', 'camera'];

/** The layers from their stored names. */
export function readLayers(stored: string | null): readonly Layer[] {
  if (stored === null) return firstLayers;
  const names = new Set(stored.split(','));
  return layers.filter((layer) => names.has(layer));
}

/** A part of a line, in per cent of the call. */
type Bar = { left: number; width: number };

/** Narrower bars and gaps would be invisible on the widest line. */
const finest = 0.15;

/** The intervals as bars. Bars with an invisible gap become one, so that a line has a few hundred at most. */
export function barsOf(intervals: readonly Interval[], { start, end }: TimeRange): Bar[] {
  const length = Math.max(1, end - start);
  const bars: Bar[] = [];
  for (const { startedAt, endedAt } of intervals) {
    const from = Math.min(100, Math.max(0, ((Date.parse(startedAt) - start) / length) * 100));
    const to = Math.min(100, Math.max(from, ((Date.parse(endedAt) - start) / length) * 100));
    const last = bars.at(-1);
    if (last && from - (last.left + last.width) < finest) {
      last.width = Math.max(last.width, to - last.left);
    } else {
      const left = Math.min(from, 100 - finest);
      bars.push({ left, width: Math.max(finest, to - left) });
    }
  }
  return bars;
}

const short = (value: number): number => Math.round(value * 1000) / 1000;

/** The outline of the bars in a picture that is 100 wide: one element for each layer, however many bars it has. */
export const outlineOf = (bars: readonly Bar[], { top, height }: { top: number; height: number }): string =>
  bars
    .map(({ left, width }) => `M${short(left)} ${top}h${short(width)}v${height}h${short(-width)}z`)
    .join('');

/** The seconds of each layer in the report. */
export const layerSeconds = (row: ReportRow): Record<Layer, number> => ({
  tab: row.onlineDurationWithActiveTab,
  microphone: row.activeMicrophoneDuration,
  camera: row.activeCameraDuration,
  screen: row.screenSharingDuration,
  speaking: row.speakingDuration,
});
