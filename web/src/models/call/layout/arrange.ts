import { type FocusLayout, layOutFocus, layOutPhoneScreen } from './focus.ts';
import { fitInside, type GridOptions, layOutGrid, type Rect, type Size } from './grid.ts';
import { addSpeakerToPage as addSpeaker, showSpeaker } from './order.ts';
import { pageOf, tilesOnPhone, tilesPerPage } from './pages.ts';
import { spotlitTiles, type Tile } from './tiles.ts';

export type StageView = 'grid' | 'speaker';

export type LayoutRequest = {
  area: Size;
  tiles: readonly Tile[];
  /** How many people have no tile because the person who looks hides people without video. */
  hidden: number;
  view: StageView;
  /** A phone: pages of six, and tiles of flexible shape. */
  compact: boolean;
  page: number;
  pinned: string | undefined;
  /** The key of the tile that is on the stage for everybody. */
  onStage: string | undefined;
  /** Width divided by height of the page that is on the stage for everybody. */
  slide?: number | undefined;
  /** Ids of the main speakers so far, the newest first. */
  speakers: readonly string[];
  /** Width divided by height of the pictures, by the keys of their tiles, as far as they are known. */
  shapes: ReadonlyMap<string, number>;
};

export type PlacedTile = { tile: Tile; rect: Rect; role: 'equal' | 'focus' | 'strip' | 'corner' };

export type Arrangement = {
  placed: PlacedTile[];
  /** The place of the page on the stage. */
  slide?: Rect | undefined;
  page: { index: number; count: number };
  /** People who are hidden or for whom the strip has no room: their number, and where it is shown. */
  more: { count: number; rect: Rect } | undefined;
  /** Keys of all tiles, if the speaker was moved to the visible page. */
  order: readonly string[] | undefined;
};

const wide = 16 / 9;
const phoneFace = 3 / 4;
const phoneShape: GridOptions = { shape: { narrowest: phoneFace, widest: wide } };
/** Initials fill a phone. */
const phoneAlone = { narrowest: 0.4, widest: wide };

type MainTileRequest = Pick<LayoutRequest, 'tiles' | 'view' | 'pinned' | 'onStage' | 'speakers'>;

/** The main tile: the pinned one, else the one on the stage, else the first in the spotlight, else in the speaker view the speaker. */
export function mainTileOf({ tiles, view, pinned, onStage, speakers }: MainTileRequest): Tile | undefined {
  const byKey = (key: string | undefined): Tile | undefined => tiles.find((tile) => tile.key === key);
  const found = byKey(pinned) ?? byKey(onStage) ?? spotlitTiles(tiles)[0];
  if (found || view === 'grid') return found;
  const cameras = tiles.filter(({ kind }) => kind === 'camera');
  return byKey(`camera:${speakers[0]}`) ?? cameras.find(({ person }) => !person.isMe) ?? cameras[0];
}

export function arrange(request: LayoutRequest): Arrangement {
  const { slide, pinned, tiles } = request;
  if (slide && !tiles.some(({ key }) => key === pinned)) return arrangeSlide(request, slide);
  const focus = mainTileOf(request);
  const spotlit = spotlitTiles(request.tiles);
  if (focus && focus === spotlit[0] && focus.key !== request.pinned && spotlit.length > 1) {
    return arrangeSpotlight(request, spotlit);
  }
  if (focus) return arrangeFocus(request, focus);
  return arrangeGrid(request);
}

function arrangeFocus({ area, tiles, hidden, compact, speakers }: LayoutRequest, focus: Tile): Arrangement {
  const others = tiles.filter((tile) => tile !== focus);
  const isScreen = focus.kind === 'screen';
  const shape = (isScreen && focus.person.screenShape) || (compact ? phoneFace : wide);
  const layout =
    compact && isScreen
      ? layOutPhoneScreen(area, others.length, hidden > 0)
      : layOutFocus(area, others.length, { shape, isMoreShown: hidden > 0 });
  // A phone's strip is short, so the others come before the own tile.
  const ordered = compact
    ? [...others].sort((a, b) => Number(a.person.isMe) - Number(b.person.isMe))
    : others;
  // On a phone the picture has bars instead: the enlarged picture uses their space.
  const rect = compact ? layout.focus : fitInside(layout.focus, shape);
  return withStrip([{ tile: focus, rect, role: 'focus' }], ordered, { layout, hidden, speakers });
}

/** The page on the stage in the place of the main tile. */
function arrangeSlide({ area, tiles, hidden, compact, speakers }: LayoutRequest, shape: number): Arrangement {
  const layout = compact
    ? layOutPhoneScreen(area, tiles.length, hidden > 0)
    : layOutFocus(area, tiles.length, { shape, isMoreShown: hidden > 0 });
  const slide = compact ? layout.focus : fitInside(layout.focus, shape);
  return { ...withStrip([], tiles, { layout, hidden, speakers }), slide };
}

/** Several people in the spotlight: a grid of them in the place of the main tile. */
function arrangeSpotlight(
  { area, tiles, hidden, speakers }: LayoutRequest,
  spotlit: readonly Tile[],
): Arrangement {
  const others = tiles.filter((tile) => !spotlit.includes(tile));
  const layout = layOutFocus(area, others.length, { isMoreShown: hidden > 0 });
  const { focus } = layout;
  const grid = layOutGrid(spotlit.length, focus).map((rect) => ({
    ...rect,
    x: rect.x + focus.x,
    y: rect.y + focus.y,
  }));
  return withStrip(place(spotlit, grid, 'focus'), others, { layout, hidden, speakers });
}

type Strip = Pick<LayoutRequest, 'hidden' | 'speakers'> & { layout: FocusLayout };

/** The large tiles with the others in the strip. */
function withStrip(
  large: PlacedTile[],
  others: readonly Tile[],
  { layout, hidden, speakers }: Strip,
): Arrangement {
  const { strip, more } = layout;
  const inStrip = withSpeaker(others, strip.length, speakers[0]);
  const count = hidden + others.length - strip.length;
  return {
    placed: [...large, ...place(inStrip, strip, 'strip')],
    page: { index: 0, count: 1 },
    more: more && { count, rect: more },
    order: undefined,
  };
}

/** If the speaker does not fit in the strip, they replace the last tile. */
function withSpeaker(
  tiles: readonly Tile[],
  places: number,
  mainSpeaker: string | undefined,
): readonly Tile[] {
  const index = tiles.findIndex(({ key }) => key === `camera:${mainSpeaker}`);
  const speaker = tiles[index];
  if (!speaker || index < places || places === 0) return tiles;
  return [...tiles.slice(0, places - 1), speaker];
}

/** Undefined is the place that shows how many people are hidden. */
type Item = Tile | undefined;

type ShownPage = {
  items: readonly Item[];
  index: number;
  count: number;
  order: readonly Tile[] | undefined;
};

/** A page of the grid, with the speaker on it. The number of hidden people is the last item of the last page. */
function pageWithSpeaker(
  tiles: readonly Tile[],
  perPage: number,
  { page, hidden, speakers }: LayoutRequest,
): ShownPage {
  const last: Item[] = hidden > 0 ? [undefined] : [];
  const found = pageOf<Item>([...tiles, ...last], perPage, page);
  if (found.index > 0) {
    return { ...found, items: addSpeaker(found.items, tiles, speakers), order: undefined };
  }
  const shown = showSpeaker(tiles, perPage, speakers);
  const first = pageOf<Item>([...shown, ...last], perPage, 0);
  return { ...first, order: shown === tiles ? undefined : shown };
}

function gridOf(
  { items, index, count, order }: ShownPage,
  rects: readonly Rect[],
  hidden: number,
): Arrangement {
  const rect = rects[items.indexOf(undefined)];
  return {
    placed: place(items, rects, 'equal'),
    page: { index, count },
    more: rect && { count: hidden, rect },
    order: order?.map(({ key }) => key),
  };
}

/** One person, or one other person: large, and the own tile in the corner. */
function arrangePair(
  { area, compact, shapes }: LayoutRequest,
  large: Tile,
  me: Tile | undefined,
): Arrangement {
  const known = large.person.camera ? shapes.get(large.key) : undefined;
  const shape = known ? { narrowest: known, widest: known } : compact ? phoneAlone : undefined;
  const [rect = { x: 0, y: 0, ...area }] = layOutGrid(1, area, shape && { shape });
  const corner = cornerOf(area, compact);
  return {
    placed: [
      { tile: large, rect, role: 'equal' },
      ...(me ? [{ tile: me, rect: moveInto(rect, corner, area), role: 'corner' as const }] : []),
    ],
    page: { index: 0, count: 1 },
    more: undefined,
    order: undefined,
  };
}

function arrangeGrid(request: LayoutRequest): Arrangement {
  const { area, tiles, hidden, compact } = request;
  const me = tiles.find(({ person }) => person.isMe);
  const others = tiles.filter((tile) => tile !== me);
  const large = others[0] ?? me;
  if (large && others.length < 2 && hidden === 0) {
    return arrangePair(request, large, large === me ? undefined : me);
  }
  if (!compact) {
    const page = pageWithSpeaker(tiles, tilesPerPage(area), request);
    return gridOf(page, layOutGrid(page.items.length, area), hidden);
  }
  // In a corner the own tile would cover the name or the face of another person, so it has a place on each
  // page (docs/decisions/0112).
  const own = me ? [me] : [];
  const page = pageWithSpeaker(others, tilesOnPhone - own.length, request);
  const items = [...page.items, ...own];
  return gridOf({ ...page, items }, layOutGrid(items.length, area, phoneShape), hidden);
}

function place(tiles: readonly Item[], rects: readonly Rect[], role: PlacedTile['role']): PlacedTile[] {
  return rects.flatMap((rect, index) => {
    const tile = tiles[index];
    return tile ? [{ tile, rect, role }] : [];
  });
}

/** In px. On a phone the corner is above the name of the large tile. */
const cornerGap = { phone: { side: 8, bottom: 44 }, desktop: { side: 12, bottom: 12 } };
/** In px: a fifth of a wide stage. */
const cornerWidth = { share: 0.2, least: 160, most: 280 };

function cornerOf(area: Size, compact: boolean): Rect {
  const upright = area.height >= area.width;
  const width = Math.min(cornerWidth.most, Math.max(cornerWidth.least, area.width * cornerWidth.share));
  const onPhone = upright ? { width: 84, height: 112 } : { width: 128, height: 72 };
  const size = compact ? onPhone : { width, height: width / wide };
  const { side, bottom } = compact ? cornerGap.phone : cornerGap.desktop;
  return { x: area.width - size.width - side, y: area.height - size.height - bottom, ...size };
}

/** A corner that a small margin would leave half outside the large tile moves into this tile. */
function moveInto(large: Rect, corner: Rect, area: Size): Rect {
  const [right, below] = [area.width - large.x - large.width, area.height - large.y - large.height];
  return {
    ...corner,
    x: corner.x - (right < corner.width / 2 ? right : 0),
    y: corner.y - (below < corner.height / 2 ? below : 0),
  };
}
