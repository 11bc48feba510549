import { fitInside, layOutGrid, type Rect, type Size } from './grid.ts';
import { tilesPerPage } from './pages.ts';

export type FocusLayout = {
  focus: Rect;
  strip: Rect[];
  /** Where the number of people without a place in the strip is shown. */
  more: Rect | undefined;
};

type FocusOptions = {
  /** The width of the main tile divided by its height, if known. */
  shape?: number;
  /** True: the strip has a place for a number although it may show everybody, because some people are hidden. */
  isMoreShown?: boolean;
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

type Wanted = {
  /** How many people want a place in the strip. */
  count: number;
  isMoreShown: boolean;
};

/** How many places the strip needs. */
const placesOf = ({ count, isMoreShown }: Wanted): number => count + Number(isMoreShown);

/** If not everybody has a place, the last one shows their number. */
function withMore(focus: Rect, places: Rect[], wanted: Wanted): FocusLayout {
  const hasMore = wanted.isMoreShown || places.length < wanted.count;
  return hasMore
    ? { focus, strip: places.slice(0, -1), more: places.at(-1) }
    : { focus, strip: places, more: undefined };
}

function visible({ focus }: FocusLayout, shape: number): number {
  const { width, height } = fitInside(focus, shape);
  return width * height;
}

/** The height at which the main tile has its share of the stage, also if its shape leaves bars. */
function heightOfShare(area: Size, shape: number): number {
  return Math.sqrt((focusShare * area.width * area.height) / shape);
}

function beside(area: Size, wanted: Wanted, shape: number): FocusLayout {
  const free = area.width - heightOfShare(area, shape) * shape - gap;
  const widest = Math.min(area.width * stripShare - gap, stripLimits.width);
  const width = Math.floor(Math.min(Math.max(free, leastStrip.width), widest));
  const height = width / wide;
  const places = Math.max(1, Math.floor((area.height + gap) / (height + gap)));
  const shown = Math.min(placesOf(wanted), places);
  const top = (area.height - (shown * height + (shown - 1) * gap)) / 2;
  const focus = { x: 0, y: 0, width: area.width - width - gap, height: area.height };
  const strip = Array.from({ length: shown }, (_, index) => ({
    x: area.width - width,
    y: top + index * (height + gap),
    width,
    height,
  }));
  return withMore(focus, strip, wanted);
}

function below(area: Size, wanted: Wanted, shape: number): FocusLayout {
  const free = area.height - heightOfShare(area, shape) - gap;
  const most = Math.min(area.height * stripShare - gap, stripLimits.height);
  const highest = Math.floor(Math.min(Math.max(free, leastStrip.height), most));
  const inRow = Math.min(placesOf(wanted), wantedInStrip);
  const widest = (area.width - gap * (inRow - 1)) / inRow;
  const width = Math.min(highest * wide, Math.max(widest, smallestInStrip));
  const height = width / wide;
  const places = Math.max(1, Math.floor((area.width + gap + 0.01) / (width + gap)));
  const shown = Math.min(placesOf(wanted), places);
  const left = (area.width - (shown * width + (shown - 1) * gap)) / 2;
  const focus = { x: 0, y: 0, width: area.width, height: area.height - height - gap };
  const strip = Array.from({ length: shown }, (_, index) => ({
    x: left + index * (width + gap),
    y: area.height - height,
    width,
    height,
  }));
  return withMore(focus, strip, wanted);
}

/**
 * If the shape of the main tile leaves more space than a strip needs, the others get all of it: the main tile loses
 * nothing.
 */
function inTheRest(area: Size, wanted: Wanted, shape: number): FocusLayout | undefined {
  const focus = { x: 0, y: 0, width: area.width, height: area.width / shape };
  const rest = { width: area.width, height: area.height - focus.height - gap };
  if (rest.height < area.height * stripShare) return undefined;
  const grid = layOutGrid(Math.min(placesOf(wanted), tilesPerPage(rest)), rest);
  const top = Math.min(...grid.map(({ y }) => y));
  const strip = grid.map((rect) => ({ ...rect, y: rect.y + focus.height + gap }));
  // Center the main tile and the people as one block.
  return withMore({ ...focus, y: top }, strip, wanted);
}

/** One main tile with the others in a strip beside or below it, whichever leaves the main tile more space. */
export function layOutFocus(
  area: Size,
  count: number,
  { shape = wide, isMoreShown = false }: FocusOptions = {},
): FocusLayout {
  const wanted = { count, isMoreShown };
  if (placesOf(wanted) === 0) return { focus: { x: 0, y: 0, ...area }, strip: [], more: undefined };
  const rest = inTheRest(area, wanted, shape);
  if (rest) return rest;
  const options = [beside(area, wanted, shape), below(area, wanted, shape)] as const;
  return visible(options[0], shape) >= visible(options[1], shape) ? options[0] : options[1];
}

/** The faces beside a shared screen on a phone. */
const phoneFace = { upright: { width: 84, height: 84 }, lying: { width: 96, height: 72 } };
/** Large enough for a finger. */
const chip = 44;

/**
 * A shared screen on a phone: it takes all that a line of small faces leaves, below it on an upright phone and beside it
 * on one that is held sideways.
 */
export function layOutPhoneScreen(area: Size, count: number, isMoreShown = false): FocusLayout {
  if (count === 0 && !isMoreShown) return { focus: { x: 0, y: 0, ...area }, strip: [], more: undefined };
  const isUpright = area.height >= area.width;
  const face = isUpright ? phoneFace.upright : phoneFace.lying;
  const [length, step] = isUpright ? [area.width, face.width + gap] : [area.height, face.height + gap];
  const all = Math.floor((length + gap) / step);
  const hasMore = isMoreShown || count > all;
  const shown = Math.min(count, hasMore ? Math.max(0, Math.floor((length - chip) / step)) : all);
  const start = (length - shown * step + gap - (hasMore ? chip + gap : 0)) / 2;
  const placeOf = (index: number, size: Size): Rect => {
    const along = start + index * step;
    return isUpright
      ? { x: along, y: area.height - size.height, ...size }
      : { x: area.width - size.width, y: along, ...size };
  };
  return {
    focus: isUpright
      ? { x: 0, y: 0, width: area.width, height: area.height - face.height - gap }
      : { x: 0, y: 0, width: area.width - face.width - gap, height: area.height },
    strip: Array.from({ length: shown }, (_, index) => placeOf(index, face)),
    more: hasMore
      ? placeOf(shown, isUpright ? { width: chip, height: face.height } : { width: face.width, height: chip })
      : undefined,
  };
}
