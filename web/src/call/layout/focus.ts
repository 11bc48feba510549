import type { Rect, Size } from './grid.ts';

export type FocusLayout = {
  focus: Rect;
  strip: Rect[];
  /** How many of the strip's people are not shown; the last place then tells their number. */
  hidden: number;
};

const gap = 8;
const wide = 16 / 9;
/** What is looked at gets at least three quarters of the stage in either direction of the cut. */
const stripShare = 0.25;
const stripLimits = { width: 240, height: 150 };

function areaAt(box: Size, shape: number): number {
  const width = Math.min(box.width, box.height * shape);
  return (width * width) / shape;
}

function beside(area: Size, count: number): FocusLayout {
  const width = Math.floor(Math.min(area.width * stripShare - gap, stripLimits.width));
  const height = width / wide;
  const places = Math.max(1, Math.floor((area.height + gap) / (height + gap)));
  const shown = Math.min(count, places);
  const top = (area.height - (shown * height + (shown - 1) * gap)) / 2;
  return {
    focus: { x: 0, y: 0, width: area.width - width - gap, height: area.height },
    strip: Array.from({ length: shown }, (_, index) => ({
      x: area.width - width,
      y: top + index * (height + gap),
      width,
      height,
    })),
    hidden: hiddenOf(count, shown),
  };
}

function below(area: Size, count: number): FocusLayout {
  const height = Math.floor(Math.min(area.height * stripShare - gap, stripLimits.height));
  const width = height * wide;
  const places = Math.max(1, Math.floor((area.width + gap) / (width + gap)));
  const shown = Math.min(count, places);
  const left = (area.width - (shown * width + (shown - 1) * gap)) / 2;
  return {
    focus: { x: 0, y: 0, width: area.width, height: area.height - height - gap },
    strip: Array.from({ length: shown }, (_, index) => ({
      x: left + index * (width + gap),
      y: area.height - height,
      width,
      height,
    })),
    hidden: hiddenOf(count, shown),
  };
}

/** The last place stands for everybody who has none, so it hides its own person too. */
function hiddenOf(count: number, shown: number): number {
  return count > shown ? count - shown + 1 : 0;
}

/**
 * One thing big and the others in a strip, at the side or below, whichever leaves the big one more room.
 * `shape` is the width by height of what is shown, where it is known.
 */
export function placeFocus(area: Size, count: number, shape: number = wide): FocusLayout {
  if (count === 0) return { focus: { x: 0, y: 0, ...area }, strip: [], hidden: 0 };
  const options = [beside(area, count), below(area, count)] as const;
  return areaAt(options[0].focus, shape) >= areaAt(options[1].focus, shape) ? options[0] : options[1];
}
