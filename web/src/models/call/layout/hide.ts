import { spotlitTiles, type Tile } from './tiles.ts';

type Options = {
  /** True: the own tile is hidden, unless it is the only one. */
  isOwnHidden: boolean;
  /** True: people without video are hidden, unless nobody has video. */
  isVideoOnly: boolean;
  /** Ids of the people whose cameras count as on. */
  cameras: readonly string[];
  /** Keys of tiles that stay: the pinned one, and the speaker in the speaker view. */
  kept: readonly (string | undefined)[];
};

export type ShownTiles = {
  tiles: readonly Tile[];
  /** How many people without video are hidden. */
  hidden: number;
};

/** The tiles that the person who looks wants to see. Screens and the spotlight always stay. */
export function hideTiles(all: readonly Tile[], options: Options): ShownTiles {
  const { isOwnHidden, isVideoOnly, cameras, kept } = options;
  const others = all.filter(({ person }) => !person.isMe);
  const withVideo = new Set(cameras);
  const hidesOthers = isVideoOnly && others.some(({ person }) => withVideo.has(person.id));
  const stays = new Set([...spotlitTiles(all).map(({ key }) => key), ...kept]);
  const isShown = ({ key, kind, person }: Tile): boolean => {
    if (person.isMe) return !isOwnHidden || others.length === 0;
    return !hidesOthers || kind === 'screen' || withVideo.has(person.id) || stays.has(key);
  };
  const tiles = all.filter(isShown);
  const hidden = others.filter((tile) => !isShown(tile)).length;
  return { tiles: tiles.length === all.length ? all : tiles, hidden };
}
