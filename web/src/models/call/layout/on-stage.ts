import type { StageItem } from '../../stage/api.ts';
import { orderScreens, type Tile } from './tiles.ts';

/** The screens of a call beside the item that the server says is on the stage. */
export type FollowedStage = {
  item: StageItem | undefined;
  isConnected: boolean;
  /** Keys of the screens in the order in which they appeared. */
  screens: readonly string[];
  /** Those that appeared after the item: they take the stage, and the server is about to say so. */
  begun: readonly string[];
};

export const unfollowed: FollowedStage = { item: undefined, isConnected: false, screens: [], begun: [] };

type Seen = Pick<FollowedStage, 'item' | 'isConnected'> & { tiles: readonly Tile[] };

/** Follows the screens and the item, which arrive by different connections in any order. */
export function followStage(before: FollowedStage, { item, isConnected, tiles }: Seen): FollowedStage {
  const screens = orderScreens(before.screens, tiles);
  // The server knew the screens that were there when this person connected.
  const isHere = isConnected && before.isConnected;
  const appeared = isHere ? screens.filter((key) => !before.screens.includes(key)) : [];
  const waiting = item === before.item ? before.begun.filter((key) => screens.includes(key)) : [];
  return { item, isConnected, screens, begun: [...waiting, ...appeared] };
}

/** The key of the tile that is on the stage for everybody; undefined: no item, or it has not arrived. */
export function tileOnStage({ item, screens, begun }: FollowedStage): string | undefined {
  const newest = screens.at(-1);
  if (!item) return newest;
  const latest = begun.at(-1);
  if (latest) return latest;
  if (item.kind !== 'screen') return undefined;
  const key = `screen:${item.participantId}`;
  // One that has ended or has not arrived leaves the place to the newest that is there.
  return screens.includes(key) ? key : newest;
}

/** Whether the page of the item is on the stage: by itself, or because the last screen over it has ended. */
export function isSlideOnStage({ item, screens, begun, isConnected }: FollowedStage): boolean {
  if (!item?.documentId || begun.length > 0) return false;
  // Before the connection the screen over it is there, and has not arrived.
  return item.kind === 'page' || (item.kind === 'screen' && screens.length === 0 && isConnected);
}

/** Whether a screen is shown that the server has not put on the stage yet. */
export const isAheadOfServer = ({ item, begun }: FollowedStage): boolean =>
  begun.length > 0 && `screen:${item?.participantId}` !== begun.at(-1);
