import type { Layout } from '../folder/job.ts';
import { placeGrid } from './grid.ts';
import { even, evenDown, evenRect, fitInside, type Rect, type Size, wide } from './rect.ts';

/** A tile of the picture: its person, source and position. */
export interface TilePlan {
  key: string;
  participantId: string;
  source: 'camera' | 'screen';
  rect: Rect;
  /** Corner radius; 0: the tile reaches to the edges of the picture. */
  radius: number;
}

export interface TileRequest {
  size: Size;
  layout: Layout;
  /** Participants shown, in order. In the speaker view and beside a screen the speaker is first. */
  seated: readonly string[];
  /** The shared screen: its participant, and its width divided by its height. */
  screen: { participantId: string; shape: number } | undefined;
}

/** Largest number of people shown at once. */
export const mostShown = {
  grid: 16,
  speaker: 7,
  /** Beside a screen the speaker view shows only the speaker. */
  besideScreen: { speaker: 1, grid: 5 },
} as const;

/** The sizes below are for a picture of this height. */
const drawnFor = 720;
const spacing = 8;
const rounding = 12;
const screenRounding = 8;
/** The strip is divided into at least so many tiles, even if it has fewer people. */
const leastStrip = 4;
/** Limits of a tile's width beside a screen; within them it gets what the screen leaves free. */
const besideScreen = { least: 176, most: 480 };

/** Pixels of this picture for one pixel of a picture 720 high. */
export const scaleOf = ({ height }: Size): number => height / drawnFor;

interface Ground {
  size: Size;
  area: Rect;
  gap: number;
  unit: number;
}

function groundOf(size: Size): Ground {
  const unit = scaleOf(size);
  const gap = Math.max(2, Math.round((spacing * unit) / 2) * 2);
  return {
    size,
    unit,
    gap,
    area: { x: gap, y: gap, width: size.width - 2 * gap, height: size.height - 2 * gap },
  };
}

/** The large tile, and at its right a strip that has the same height when full; a shorter strip starts at the top. */
function placeSpeaker({ area, gap }: Ground, count: number): Rect[] {
  const cut = Math.max(count - 1, leastStrip);
  // All tiles are 16:9. The large one and the strip fill the width; the strip's tiles add up to the same height.
  const exact = ((area.width - gap) / wide - (cut - 1) * gap) / (cut + 1);
  const lowest = (area.height - (cut - 1) * gap) / cut;
  const small = evenDown(Math.min(exact, lowest));
  const width = even(small * wide);
  const height = cut * small + (cut - 1) * gap;
  // The large tile gets the width that rounding leaves over.
  const big = Math.min(area.width - gap - width, even(height * wide) + 2 * cut + 4);
  const left = area.x + even((area.width - big - gap - width) / 2);
  const top = area.y + even((area.height - height) / 2);
  const strip = Array.from({ length: count - 1 }, (_, index) => ({
    x: left + big + gap,
    y: top + index * (small + gap),
    width,
    height: small,
  }));
  return [{ x: left, y: top, width: big, height }, ...strip];
}

/** The screen at the left, the people in a column at its right, from the top. */
function screenAndColumn({ area, gap, unit }: Ground, count: number, shape: number): Rect[] {
  const free = area.width - area.height * shape - gap;
  const highest = (area.height - (count - 1) * gap) / count;
  const width = Math.min(Math.max(free, besideScreen.least * unit), besideScreen.most * unit, highest * wide);
  const screen = fitInside({ ...area, width: area.width - width - gap }, shape);
  const height = width / wide;
  const column = count * height + (count - 1) * gap;
  const left = area.x + even((area.width - screen.width - gap - width) / 2);
  // A screen lower than the column starts where the centred column starts.
  const top = Math.min(even(screen.y), area.y + even((area.height - column) / 2));
  const people = Array.from({ length: count }, (_, index) => ({
    x: left + even(screen.width) + gap,
    y: top + index * (height + gap),
    width,
    height,
  }));
  return [{ ...screen, x: left }, ...people];
}

/** The screen at the top, the people in a row below it: for a screen much wider than high. */
function screenAndRow({ area, gap, unit }: Ground, count: number, shape: number): Rect[] {
  const free = area.height - area.width / shape - gap;
  const widest = (area.width - (count - 1) * gap) / count;
  const most = Math.min((besideScreen.most * unit) / wide, widest / wide);
  const height = evenDown(Math.min(Math.max(free, (besideScreen.least * unit) / wide), most));
  const width = even(height * wide);
  const screen = fitInside({ ...area, height: area.height - height - gap }, shape);
  const top = area.y + even((area.height - screen.height - gap - height) / 2);
  const left = area.x + even((area.width - count * width - (count - 1) * gap) / 2);
  const people = Array.from({ length: count }, (_, index) => ({
    x: left + index * (width + gap),
    y: top + even(screen.height) + gap,
    width,
    height,
  }));
  return [{ ...screen, y: top }, ...people];
}

function placeScreen(ground: Ground, count: number, shape: number): Rect[] {
  if (count === 0) return [fitInside(ground.area, shape)];
  const options = [screenAndColumn(ground, count, shape), screenAndRow(ground, count, shape)] as const;
  const seen = ([screen]: Rect[]): number => (screen ? screen.width * screen.height : 0);
  return seen(options[0]) >= seen(options[1]) ? options[0] : options[1];
}

/** Positions of all tiles. */
export function arrangeTiles({ size, layout, seated, screen }: TileRequest): TilePlan[] {
  const ground = groundOf(size);
  const camera = (participantId: string, rect: Rect | undefined, radius: number): TilePlan[] =>
    rect
      ? [
          {
            key: `camera:${participantId}`,
            participantId,
            source: 'camera',
            rect: evenRect(rect, size),
            radius: Math.round(radius * ground.unit),
          },
        ]
      : [];
  if (screen) {
    const [first, ...people] = placeScreen(ground, seated.length, screen.shape);
    const [plan] = camera(screen.participantId, first, screenRounding);
    const large: TilePlan[] = plan
      ? [{ ...plan, key: `screen:${screen.participantId}`, source: 'screen' }]
      : [];
    return [...large, ...seated.flatMap((id, index) => camera(id, people[index], rounding))];
  }
  const [alone] = seated;
  if (alone !== undefined && seated.length === 1) return camera(alone, { x: 0, y: 0, ...size }, 0);
  const rects =
    layout === 'grid'
      ? placeGrid(seated.length, ground.area, ground.gap)
      : placeSpeaker(ground, seated.length);
  return seated.flatMap((id, index) => camera(id, rects[index], rounding));
}
