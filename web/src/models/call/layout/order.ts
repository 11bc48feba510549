import type { Tile } from './tiles.ts';

/** As many earlier speakers are remembered: no page shows more people. */
const longestMemory = 49;

/** The main speakers so far, the newest first. */
export function rememberSpeaker(before: readonly string[], speaker: string | undefined): readonly string[] {
  if (speaker === undefined || before[0] === speaker) return before;
  return [speaker, ...before.filter((id) => id !== speaker)].slice(0, longestMemory);
}

/** The tiles in the order of these keys, people who came since at the end; without keys as they arrived. */
export function orderTiles(tiles: readonly Tile[], keys: readonly string[]): readonly Tile[] {
  if (keys.length === 0) return tiles;
  const rank = new Map(keys.map((key, index) => [key, index]));
  const rankOf = (tile: Tile): number => (tile.person.isMe ? -1 : (rank.get(tile.key) ?? keys.length));
  return [...tiles].sort((one, other) => rankOf(one) - rankOf(other));
}

const speakerIn = (tiles: readonly Tile[], speakers: readonly string[]): number =>
  tiles.findIndex(({ key }) => key === `camera:${speakers[0]}`);

/**
 * Brings the main speaker to the first `places` tiles: they change places with the person there who has been silent
 * for longest, so that one tile moves.
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
 * A later page with the main speaker as one tile more: whoever leafs sees everybody once, and the speaker all the
 * time.
 */
export function addSpeakerToPage(
  page: readonly Tile[],
  tiles: readonly Tile[],
  speakers: readonly string[],
): readonly Tile[] {
  const speaker = tiles[speakerIn(tiles, speakers)];
  return !speaker || page.includes(speaker) ? page : [...page, speaker];
}
