/** The fields of a drawn element that the renderer reads; their values come from other people's pages. */
export type InkElement = Readonly<{
  id: string;
  type: string;
  isDeleted?: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
  angle?: number | undefined;
  strokeColor?: string | undefined;
  backgroundColor?: string | undefined;
  strokeWidth?: number | undefined;
  strokeStyle?: string | undefined;
  opacity?: number | undefined;
  index?: string | null | undefined;
  points?: readonly (readonly number[])[] | undefined;
  pressures?: readonly number[] | undefined;
  startArrowhead?: string | null | undefined;
  endArrowhead?: string | null | undefined;
  text?: string | undefined;
  fontSize?: number | undefined;
  textAlign?: string | undefined;
  lineHeight?: number | undefined;
}>;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** An element that can be drawn; undefined for any other value. */
export function inkElementIn(value: unknown): InkElement | undefined {
  const element = Object(value) as Record<string, unknown>;
  const { id, type, x, y, width, height, points } = element;
  if (typeof id !== 'string' || typeof type !== 'string') return undefined;
  if (![x, y, width, height].every(isNumber)) return undefined;
  const arePoints = (list: unknown): boolean =>
    Array.isArray(list) &&
    list.every((point) => Array.isArray(point) && isNumber(point[0]) && isNumber(point[1]));
  if (points !== undefined && !arePoints(points)) return undefined;
  return element as InkElement;
}

/** The elements from the lowest to the highest, as Excalidraw orders them by `index`. */
export const inkOrder = (elements: Iterable<InkElement>): InkElement[] =>
  [...elements].sort((a, b) => {
    const [one, other] = [a.index ?? '', b.index ?? ''];
    if (one !== other) return one < other ? -1 : 1;
    return a.id < b.id ? -1 : Number(a.id > b.id);
  });
