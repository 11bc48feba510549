import type { Tile } from './tiles.ts';

/** How many speakers are remembered: no page shows more people. */
const longestMemory = 49;

/** The main speakers so far, the newest first. */
export function rememberSpeaker(before: readonly string[], speaker: string | undefined): readonly string[] {
  if (speaker === undefined || before[0] === speaker) return before;
  return [speaker, ...before.filter((id) => id !== speaker)].slice(0, longestMemory);
}

/** The tiles in the order of these keys, newcomers last; without keys in the order of arrival. */
export function orderTiles(tiles: readonly Tile[], keys: readonly string[]): readonly Tile[] {
  if (keys.length === 0) return tiles;
  const rank = new Map(keys.map((key, index) => [key, index]));
  const rankOf = (tile: Tile): number => (tile.person.isMe ? -1 : (rank.get(tile.key) ?? keys.length));
  return [...tiles].sort((one, other) => rankOf(one) - rankOf(other));
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
export function addSpeakerToPage(
  page: readonly Tile[],
  tiles: readonly Tile[],
  speakers: readonly string[],
): readonly Tile[] {
  const speaker = tiles[speakerIn(tiles, speakers)];
  return !speaker || page.includes(speaker) ? page : [...page, speaker];
}
