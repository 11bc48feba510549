import type { InkElement } from './ink-element.ts';

/** The part of a canvas that the renderer uses: of browsers, and of programs that write pictures. */
export type InkCanvas = Pick<
  CanvasRenderingContext2D,
  | 'save'
  | 'restore'
  | 'translate'
  | 'rotate'
  | 'beginPath'
  | 'closePath'
  | 'moveTo'
  | 'lineTo'
  | 'quadraticCurveTo'
  | 'arc'
  | 'ellipse'
  | 'rect'
  | 'stroke'
  | 'fill'
  | 'fillText'
  | 'setLineDash'
> & {
  strokeStyle: CanvasRenderingContext2D['strokeStyle'];
  fillStyle: CanvasRenderingContext2D['fillStyle'];
  lineWidth: number;
  lineCap: CanvasLineCap;
  lineJoin: CanvasLineJoin;
  globalAlpha: number;
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
};

type Point = readonly number[];
type DrawKind = (canvas: InkCanvas, element: InkElement) => void;

const usualWidth = 2;
/** The length of the sides of an arrowhead, in widths of its line. */
const headLength = 8;
const headAngle = Math.PI / 7;
/** A pressure of 0 to 1 makes a line 0.5 to 1.5 times as wide. */
const widthAt = (pressure: number): number => 0.5 + pressure;

const isColor = (color: string | undefined): color is string =>
  color !== undefined && color !== 'transparent';

const at = (points: readonly Point[], index: number): [number, number] => {
  const [x = 0, y = 0] = points[index] ?? [];
  return [x, y];
};

/** A smooth line: curves from the middle of one segment to the middle of the next. */
function traceSmooth(canvas: InkCanvas, points: readonly Point[]): void {
  canvas.moveTo(...at(points, 0));
  for (let index = 1; index < points.length - 1; index += 1) {
    const [x, y] = at(points, index);
    const [nextX, nextY] = at(points, index + 1);
    canvas.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2);
  }
  canvas.lineTo(...at(points, points.length - 1));
}

function traceStraight(canvas: InkCanvas, points: readonly Point[]): void {
  canvas.moveTo(...at(points, 0));
  for (let index = 1; index < points.length; index += 1) canvas.lineTo(...at(points, index));
}

function dot(canvas: InkCanvas, { points = [], strokeWidth = usualWidth, strokeColor }: InkElement): void {
  canvas.beginPath();
  const [x, y] = at(points, 0);
  canvas.arc(x, y, strokeWidth, 0, 2 * Math.PI);
  if (isColor(strokeColor)) canvas.fillStyle = strokeColor;
  canvas.fill();
}

/** Each segment has the width of its pressure. */
function drawPressed(canvas: InkCanvas, points: readonly Point[], pressures: readonly number[]): void {
  const { lineWidth } = canvas;
  for (let index = 1; index < points.length; index += 1) {
    canvas.lineWidth = lineWidth * widthAt(pressures[index] ?? 0.5);
    canvas.beginPath();
    canvas.moveTo(...at(points, index - 1));
    canvas.lineTo(...at(points, index));
    canvas.stroke();
  }
}

const drawFreehand: DrawKind = (canvas, element) => {
  const { points = [], pressures = [] } = element;
  if (points.length === 1) dot(canvas, element);
  else if (pressures.length > 0) drawPressed(canvas, points, pressures);
  else {
    canvas.beginPath();
    traceSmooth(canvas, points);
    canvas.stroke();
  }
};

/** Two sides that meet in the tip; the line comes from `from`. */
function drawHead(canvas: InkCanvas, [tipX, tipY]: Point, [fromX = 0, fromY = 0]: Point): void {
  const direction = Math.atan2((tipY ?? 0) - fromY, (tipX ?? 0) - fromX);
  const length = headLength * canvas.lineWidth;
  canvas.setLineDash([]);
  canvas.beginPath();
  for (const side of [-1, 1]) {
    const angle = direction + Math.PI + side * headAngle;
    canvas.moveTo((tipX ?? 0) + length * Math.cos(angle), (tipY ?? 0) + length * Math.sin(angle));
    canvas.lineTo(tipX ?? 0, tipY ?? 0);
  }
  canvas.stroke();
}

const drawLine: DrawKind = (canvas, { points = [], startArrowhead, endArrowhead, type }) => {
  if (points.length < 2) return;
  canvas.beginPath();
  traceStraight(canvas, points);
  canvas.stroke();
  const last = points.length - 1;
  const hasEnd = endArrowhead === undefined ? type === 'arrow' : endArrowhead !== null;
  if (hasEnd) drawHead(canvas, at(points, last), at(points, last - 1));
  if (startArrowhead) drawHead(canvas, at(points, 0), at(points, 1));
};

const closedShape =
  (trace: (canvas: InkCanvas, element: InkElement) => void): DrawKind =>
  (canvas, element) => {
    canvas.beginPath();
    trace(canvas, element);
    if (isColor(element.backgroundColor)) {
      canvas.fillStyle = element.backgroundColor;
      canvas.fill();
    }
    canvas.stroke();
  };

const drawText: DrawKind = (canvas, element) => {
  const { text = '', fontSize = 20, lineHeight = 1.25, textAlign = 'left', width, strokeColor } = element;
  canvas.font = `${fontSize}px system-ui, sans-serif`;
  canvas.textBaseline = 'top';
  const align = textAlign === 'center' || textAlign === 'right' ? textAlign : 'left';
  canvas.textAlign = align;
  if (isColor(strokeColor)) canvas.fillStyle = strokeColor;
  const x = { left: 0, center: width / 2, right: width }[align];
  for (const [line, words] of text.split('\n').entries())
    canvas.fillText(words, x, line * fontSize * lineHeight);
};

const kinds: Record<string, DrawKind | undefined> = {
  freedraw: drawFreehand,
  line: drawLine,
  arrow: drawLine,
  rectangle: closedShape((canvas, { width, height }) => canvas.rect(0, 0, width, height)),
  ellipse: closedShape((canvas, { width, height }) => {
    const [x, y] = [width / 2, height / 2];
    canvas.ellipse(x, y, Math.abs(x), Math.abs(y), 0, 0, 2 * Math.PI);
  }),
  text: drawText,
};

const dashes = (style: string | undefined, width: number): number[] => {
  if (style === 'dashed') return [8, 8 + width];
  return style === 'dotted' ? [1.5, 6 + width] : [];
};

/** Draws one element; unknown kinds and deleted elements are left out. The canvas has the coordinates of the board. */
export function drawInk(canvas: InkCanvas, element: InkElement): void {
  const draw = Object.hasOwn(kinds, element.type) ? kinds[element.type] : undefined;
  if (!draw || element.isDeleted) return;
  const { x, y, width, height, angle = 0, opacity = 100, strokeWidth = usualWidth } = element;
  canvas.save();
  canvas.globalAlpha = Math.min(1, Math.max(0, opacity / 100));
  canvas.translate(x, y);
  if (angle !== 0) {
    canvas.translate(width / 2, height / 2);
    canvas.rotate(angle);
    canvas.translate(-width / 2, -height / 2);
  }
  canvas.strokeStyle = isColor(element.strokeColor) ? element.strokeColor : 'transparent';
  canvas.lineWidth = strokeWidth;
  canvas.lineCap = 'round';
  canvas.lineJoin = 'round';
  canvas.setLineDash(dashes(element.strokeStyle, strokeWidth));
  draw(canvas, element);
  canvas.restore();
}
