import { fitInside, layOutGrid, type Rect, type Size } from './grid.ts';
import { tilesPerPage } from './pages.ts';

type FocusLayout = {
  focus: Rect;
  strip: Rect[];
  /** How many people of the strip are not shown; its last tile shows this number. */
  hidden: number;
};

const gap = 8;
const wide = 16 / 9;
/** The strip takes at most a quarter of the stage's width or height. */
const stripShare = 0.25;
const stripLimits = { width: 240, height: 150 };
const leastStrip = { width: 128, height: 72 };
/** The main tile has at least this share of the area that it would have on the whole stage. */
const focusShare = 0.75;
const smallestInStrip = 84;
const wantedInStrip = 4;

/** The last tile shows the count instead of its person, so that person counts as hidden. */
function hiddenOf(count: number, shown: number): number {
  return count > shown ? count - shown + 1 : 0;
}

function visible({ focus }: FocusLayout, shape: number): number {
  const { width, height } = fitInside(focus, shape);
  return width * height;
}

/** The height at which the main tile has its share of the stage, also if its shape leaves bars. */
function heightOfShare(area: Size, shape: number): number {
  return Math.sqrt((focusShare * area.width * area.height) / shape);
}

function beside(area: Size, count: number, shape: number): FocusLayout {
  const free = area.width - heightOfShare(area, shape) * shape - gap;
  const widest = Math.min(area.width * stripShare - gap, stripLimits.width);
  const width = Math.floor(Math.min(Math.max(free, leastStrip.width), widest));
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

function below(area: Size, count: number, shape: number): FocusLayout {
  const free = area.height - heightOfShare(area, shape) - gap;
  const most = Math.min(area.height * stripShare - gap, stripLimits.height);
  const highest = Math.floor(Math.min(Math.max(free, leastStrip.height), most));
  const wanted = Math.min(count, wantedInStrip);
  const widest = (area.width - gap * (wanted - 1)) / wanted;
  const width = Math.min(highest * wide, Math.max(widest, smallestInStrip));
  const height = width / wide;
  const places = Math.max(1, Math.floor((area.width + gap + 0.01) / (width + gap)));
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

/**
 * If the shape of the main tile leaves more space than a strip needs, the others get all of it: the main tile loses
 * nothing.
 */
function inTheRest(area: Size, count: number, shape: number): FocusLayout | undefined {
  const focus = { x: 0, y: 0, width: area.width, height: area.width / shape };
  const rest = { width: area.width, height: area.height - focus.height - gap };
  if (rest.height < area.height * stripShare) return undefined;
  const shown = Math.min(count, tilesPerPage(rest));
  const grid = layOutGrid(shown, rest);
  const top = Math.min(...grid.map(({ y }) => y));
  // Center the main tile and the people as one block.
  return {
    focus: { ...focus, y: top },
    strip: grid.map((rect) => ({ ...rect, y: rect.y + focus.height + gap })),
    hidden: hiddenOf(count, shown),
  };
}

/**
 * One main tile with the others in a strip beside or below it, whichever leaves the main tile more space. `shape` is
 * its width divided by its height, if known.
 */
export function layOutFocus(area: Size, count: number, shape: number = wide): FocusLayout {
  if (count === 0) return { focus: { x: 0, y: 0, ...area }, strip: [], hidden: 0 };
  const rest = inTheRest(area, count, shape);
  if (rest) return rest;
  const options = [beside(area, count, shape), below(area, count, shape)] as const;
  return visible(options[0], shape) >= visible(options[1], shape) ? options[0] : options[1];
}
