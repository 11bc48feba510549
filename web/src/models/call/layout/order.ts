import type { Tile } from './tiles.ts';

/** How many speakers are remembered: no page shows more people. */
const longestMemory = 49;

/** The main speakers so far, the newest first. */
export function rememberSpeaker(before: readonly string[], speaker: string | undefined): readonly string[] {
  if (speaker === undefined || before[0] === speaker) return before;
  return [speaker, ...before.filter((id) => id !== speaker)].slice(0, longestMemory);
}

type Seating = {
  /** Ids of the people whose cameras count as on, in the order in which they went on. */
  cameras: readonly string[];
  /** The main speaker, who stays where `showSpeaker` has put them, also without a camera. */
  speaker: string | undefined;
};

/**
 * The tiles in the order of these keys, newcomers last, the own one first, and people with a camera before the others
 * (docs/decisions/0188). Somebody whose camera goes on changes places with the first person without one; all other
 * tiles stay.
 */
export function seatTiles(
  tiles: readonly Tile[],
  keys: readonly string[],
  { cameras, speaker }: Seating,
): readonly Tile[] {
  const rank = new Map(keys.map((key, index) => [key, index]));
  const rankOf = (tile: Tile): number => (tile.person.isMe ? -1 : (rank.get(tile.key) ?? keys.length));
  const sorted = [...tiles].sort((one, other) => rankOf(one) - rankOf(other));
  const turn = new Map(cameras.map((id, index) => [id, index]));
  const hasVideo = ({ person }: Tile): boolean => turn.has(person.id);
  const turnOf = ({ person }: Tile): number => turn.get(person.id) ?? cameras.length;
  const isSeated = (tile: Tile): boolean =>
    tile.kind === 'camera' && !tile.person.isMe && (tile.person.id !== speaker || hasVideo(tile));
  const seated = sorted.filter(isSeated);
  const border = seated.filter(hasVideo).length;
  const coming = seated
    .slice(border)
    .filter(hasVideo)
    .sort((one, other) => turnOf(one) - turnOf(other));
  const going = seated.slice(0, border).filter((tile) => !hasVideo(tile));
  const swaps = new Map(
    coming.flatMap((tile, index) => {
      const other = going[index];
      return other ? [[tile, other] as const, [other, tile] as const] : [];
    }),
  );
  return sorted.map((tile) => swaps.get(tile) ?? tile);
}

const speakerIn = (tiles: readonly Tile[], speakers: readonly string[]): number =>
  tiles.findIndex(({ key }) => key === `camera:${speakers[0]}`);

/**
 * Moves the main speaker to the first `places` tiles by swapping them with the person there who has been silent for
 * longest. All other tiles stay.
 */
export function showSpeaker(
  tiles: readonly Tile[],
  places: number,
  speakers: readonly string[],
): readonly Tile[] {
  const speaker = speakerIn(tiles, speakers);
  if (speaker < places) return tiles;
  const silence = new Map(speakers.map((id, index) => [id, index]));
  let leaving = -1;
  let longest = -1;
  for (const [index, { person }] of tiles.slice(0, places).entries()) {
    if (person.isMe) continue;
    const silent = silence.get(person.id) ?? speakers.length;
    if (silent >= longest) [leaving, longest] = [index, silent];
  }
  const [one, other] = [tiles[leaving], tiles[speaker]];
  if (!one || !other) return tiles;
  return tiles.map((tile) => (tile === one ? other : tile === other ? one : tile));
}

/**
 * Adds the main speaker to a later page as an additional tile, so that each page shows the speaker and the pages
 * together show everybody.
 */
export function addSpeakerToPage<Item>(
  page: readonly (Item | Tile)[],
  tiles: readonly Tile[],
  speakers: readonly string[],
): readonly (Item | Tile)[] {
  const speaker = tiles[speakerIn(tiles, speakers)];
  return !speaker || page.includes(speaker) ? page : [...page, speaker];
}
