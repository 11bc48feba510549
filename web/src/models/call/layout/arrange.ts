import { layOutFocus } from './focus.ts';
import { fitInside, type GridOptions, layOutGrid, type Rect, type Size } from './grid.ts';
import { addSpeakerToPage as addSpeaker, showSpeaker } from './order.ts';
import { pageOf, type TilePage, tilesOnPhone, tilesPerPage } from './pages.ts';
import { spotlitTiles, type Tile } from './tiles.ts';

export type StageView = 'grid' | 'speaker';

export type LayoutRequest = {
  area: Size;
  tiles: readonly Tile[];
  view: StageView;
  /** A phone: pages of six, tiles of flexible shape; with one other person, the own tile in the corner. */
  compact: boolean;
  page: number;
  pinned: string | undefined;
  /** Keys of the screens, in the order in which they appeared. */
  screens: readonly string[];
  /** Ids of the main speakers so far, the newest first. */
  speakers: readonly string[];
};

export type PlacedTile = { tile: Tile; rect: Rect; role: 'equal' | 'focus' | 'strip' | 'corner' };

type Arrangement = {
  placed: PlacedTile[];
  page: { index: number; count: number };
  /** People for whom the strip has no room: their number, and where it is shown. */
  more: { count: number; rect: Rect } | undefined;
  /** Keys of all tiles, if the speaker was moved to the visible page. */
  order: readonly string[] | undefined;
};

const wide = 16 / 9;
const phoneFace = 3 / 4;
const phoneShape: GridOptions = { shape: { narrowest: phoneFace, widest: wide } };
/** One other person fills a phone. */
const phoneAlone: GridOptions = { shape: { narrowest: 0.4, widest: wide } };

type MainTileRequest = Pick<LayoutRequest, 'tiles' | 'view' | 'pinned' | 'screens' | 'speakers'>;

/** The main tile: the pinned one, else the newest screen, else the first in the spotlight, else in the speaker view the speaker. */
export function mainTileOf({ tiles, view, pinned, screens, speakers }: MainTileRequest): Tile | undefined {
  const byKey = (key: string | undefined): Tile | undefined => tiles.find((tile) => tile.key === key);
  const found = byKey(pinned) ?? byKey(screens.at(-1)) ?? spotlitTiles(tiles)[0];
  if (found || view === 'grid') return found;
  const cameras = tiles.filter(({ kind }) => kind === 'camera');
  return byKey(`camera:${speakers[0]}`) ?? cameras.find(({ person }) => !person.isMe) ?? cameras[0];
}

export function arrange(request: LayoutRequest): Arrangement {
  const focus = mainTileOf(request);
  const spotlit = spotlitTiles(request.tiles);
  if (focus && focus === spotlit[0] && focus.key !== request.pinned && spotlit.length > 1) {
    return arrangeSpotlight(request, spotlit);
  }
  if (focus) return arrangeFocus(request, focus);
  return request.compact ? arrangePhone(request) : arrangeGrid(request);
}

function arrangeFocus({ area, tiles, compact, speakers }: LayoutRequest, focus: Tile): Arrangement {
  const others = tiles.filter((tile) => tile !== focus);
  const cover = compact && focus.kind === 'camera';
  const shape = (focus.kind === 'screen' && focus.person.screenShape) || (cover ? phoneFace : wide);
  const layout = layOutFocus(area, others.length, shape);
  const places = layout.hidden > 0 ? layout.strip.slice(0, -1) : layout.strip;
  // A phone's strip is short, so the others come before the own tile.
  const ordered = compact
    ? [...others].sort((a, b) => Number(a.person.isMe) - Number(b.person.isMe))
    : others;
  const inStrip = withSpeaker(ordered, places.length, speakers[0]);
  const moreRect = layout.strip.at(-1);
  const focusRect = cover ? layout.focus : fitInside(layout.focus, shape);
  return {
    placed: [{ tile: focus, rect: focusRect, role: 'focus' }, ...place(inStrip, places, 'strip')],
    page: { index: 0, count: 1 },
    more: layout.hidden > 0 && moreRect ? { count: layout.hidden, rect: moreRect } : undefined,
    order: undefined,
  };
}

/** Several people in the spotlight: a grid of them in the place of the main tile. */
function arrangeSpotlight({ area, tiles, speakers }: LayoutRequest, spotlit: readonly Tile[]): Arrangement {
  const others = tiles.filter((tile) => !spotlit.includes(tile));
  const { focus, strip, hidden } = layOutFocus(area, others.length);
  const places = hidden > 0 ? strip.slice(0, -1) : strip;
  const moreRect = strip.at(-1);
  const grid = layOutGrid(spotlit.length, focus).map((rect) => ({
    ...rect,
    x: rect.x + focus.x,
    y: rect.y + focus.y,
  }));
  const inStrip = withSpeaker(others, places.length, speakers[0]);
  return {
    placed: [...place(spotlit, grid, 'focus'), ...place(inStrip, places, 'strip')],
    page: { index: 0, count: 1 },
    more: hidden > 0 && moreRect ? { count: hidden, rect: moreRect } : undefined,
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

/** A page of the grid, with the speaker on it. */
function pageWithSpeaker(
  tiles: readonly Tile[],
  perPage: number,
  { page, speakers }: LayoutRequest,
): ShownPage {
  const found = pageOf(tiles, perPage, page);
  if (found.index > 0) {
    return { ...found, items: addSpeaker(found.items, tiles, speakers), order: undefined };
  }
  const shown = showSpeaker(tiles, perPage, speakers);
  return { ...pageOf(shown, perPage, 0), order: shown === tiles ? undefined : shown };
}

type ShownPage = Omit<TilePage<Tile>, 'items'> & {
  items: readonly Tile[];
  order: readonly Tile[] | undefined;
};

function gridOf({ items, index, count, order }: ShownPage, rects: readonly Rect[]): Arrangement {
  return {
    placed: place(items, rects, 'equal'),
    page: { index, count },
    more: undefined,
    order: order?.map(({ key }) => key),
  };
}

function arrangeGrid(request: LayoutRequest): Arrangement {
  const page = pageWithSpeaker(request.tiles, tilesPerPage(request.area), request);
  return gridOf(page, layOutGrid(page.items.length, request.area));
}

function arrangePhone(request: LayoutRequest): Arrangement {
  const { area, tiles } = request;
  const me = tiles.find(({ person }) => person.isMe);
  const others = tiles.filter((tile) => tile !== me);
  if (me && others.length === 1) {
    const alone = gridOf({ ...pageOf(others, 1, 0), order: undefined }, layOutGrid(1, area, phoneAlone));
    return { ...alone, placed: [...alone.placed, { tile: me, rect: cornerOf(area), role: 'corner' }] };
  }
  // In a corner the own tile would cover the name or the face of another person, so it has a place on each
  // page (docs/decisions/0112).
  const own = me && others.length > 0 ? [me] : [];
  const page = pageWithSpeaker(own.length > 0 ? others : tiles, tilesOnPhone - own.length, request);
  const items = [...page.items, ...own];
  return gridOf({ ...page, items }, layOutGrid(items.length, area, phoneShape));
}

function place(tiles: readonly Tile[], rects: readonly Rect[], role: PlacedTile['role']): PlacedTile[] {
  return rects.flatMap((rect, index) => {
    const tile = tiles[index];
    return tile ? [{ tile, rect, role }] : [];
  });
}

/** Above the name of the large tile. */
const cornerBottom = 44;

function cornerOf(area: Size): Rect {
  const upright = area.height >= area.width;
  const width = upright ? 84 : 128;
  const height = upright ? 112 : 72;
  return { x: area.width - width - 8, y: area.height - height - cornerBottom, width, height };
}
