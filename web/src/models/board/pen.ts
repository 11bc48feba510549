import type { BoardElement } from './elements.ts';

export const tools = ['freedraw', 'line', 'arrow', 'rectangle', 'ellipse', 'text', 'eraser'] as const;
export type Tool = (typeof tools)[number];
export type Kind = Exclude<Tool, 'eraser'>;

export const penColors = ['#1e1e1e', '#e03131', '#1971c2', '#2f9e44', '#f08c00', '#ffffff'] as const;
export const penWidths = [3, 6, 12] as const;

export type Pen = { tool: Tool; color: (typeof penColors)[number]; width: (typeof penWidths)[number] };
export const firstPen: Pen = { tool: 'freedraw', color: '#e03131', width: 6 };

export type Point = readonly [number, number];

/** All boards have this width in their own coordinates; the height follows the shape (docs/decisions/0228). */
export const boardWidth = 1_600;
export const boardShape = 16 / 9;

const mostPoints = 5_000;
/** The size of letters for a width of the pen. */
export const letterSize = (width: number): number => 16 + 4 * width;

const randomNumber = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
export const newElementId = (): string => crypto.randomUUID();
/** In tenths, which are a quarter of a pixel on large screens. */
const rounded = (value: number): number => Math.round(value * 10) / 10;

type Drawn = { id: string; kind: Kind; pen: Pen; points: readonly Point[]; text?: string; now: number };

/** Makes the element of a drawing by its points, which are places on the board. Undefined: it is too small to be one. */
export function elementOf({ id, kind, pen, points, text, now }: Drawn): BoardElement | undefined {
  const [start, end] = [points[0], points.at(-1)];
  if (!start || !end) return undefined;
  const common = {
    ...{ id, type: kind, version: 1, versionNonce: randomNumber(), isDeleted: false },
    ...{ strokeColor: pen.color, strokeWidth: pen.width, roughness: 0, opacity: 100, angle: 0 },
    // Elements are ordered by their time; its digits in base 36 stay eight until 2059.
    index: `b${now.toString(36)}`,
  };
  if (kind === 'text') {
    if (!text?.trim()) return undefined;
    const fontSize = letterSize(pen.width);
    const lines = text.split('\n');
    const width = rounded(Math.max(...lines.map(({ length }) => length)) * fontSize * 0.6);
    const height = rounded(lines.length * fontSize * 1.25);
    const place = { x: rounded(start[0]), y: rounded(start[1]), width, height };
    return { ...common, ...place, text, originalText: text, fontSize, lineHeight: 1.25, textAlign: 'left' };
  }
  const used = kind === 'freedraw' ? points.slice(0, mostPoints) : [start, end];
  const [xs, ys] = [used.map(([x]) => x), used.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const size = { width: rounded(Math.max(...xs) - left), height: rounded(Math.max(...ys) - top) };
  if (kind !== 'freedraw' && size.width + size.height < 4) return undefined;
  if (kind === 'rectangle' || kind === 'ellipse')
    return { ...common, x: rounded(left), y: rounded(top), ...size, backgroundColor: 'transparent' };
  const [x, y] = [rounded(start[0]), rounded(start[1])];
  const relative = used.map((point) => [rounded(point[0] - x), rounded(point[1] - y)]);
  const heads = kind === 'arrow' ? { startArrowhead: null, endArrowhead: 'arrow' } : {};
  return { ...common, x, y, ...size, points: relative, ...heads };
}

/** The next version of an element, deleted or as it was. */
export const nextVersion = (
  element: BoardElement,
  isDeleted: boolean,
  above = element.version,
): BoardElement => ({
  ...element,
  ...{ version: above + 1, versionNonce: randomNumber(), isDeleted },
});

/** Whether an eraser at a place touches an element. */
export function isTouched(element: BoardElement, [x, y]: Point, reach: number): boolean {
  const { x: left, y: top, width, height } = element as unknown as Record<string, number>;
  if (left === undefined || top === undefined || width === undefined || height === undefined) return false;
  const { points, type } = element as { points?: readonly (readonly number[])[]; type?: string };
  if (!points) {
    const inside = (by: number): boolean =>
      x >= left - by && x <= left + width + by && y >= top - by && y <= top + height + by;
    return inside(reach) && (type === 'text' || !inside(-reach) || width < 2 * reach || height < 2 * reach);
  }
  return points.some((point, index) => {
    const [fromX = 0, fromY = 0] = points[Math.max(0, index - 1)] ?? [];
    const [toX = 0, toY = 0] = point;
    const [dx, dy] = [toX - fromX, toY - fromY];
    const along = ((x - left - fromX) * dx + (y - top - fromY) * dy) / (dx * dx + dy * dy || 1);
    const at = Math.min(1, Math.max(0, along));
    return Math.hypot(x - left - fromX - at * dx, y - top - fromY - at * dy) <= reach;
  });
}
