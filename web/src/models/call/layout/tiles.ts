import { keepIfSame } from '../../../kit/store.ts';
import type { Person } from '../people/people.ts';

export type Tile = { key: string; kind: 'camera' | 'screen'; person: Person };

/** Viewers of a webinar have no tile: the stage shows people who may be seen or heard. */
export function isOnStage(person: Person): boolean {
  return person.maySpeak || person.camera || person.microphone || person.screen;
}

/**
 * The own screen has no tile: it would show itself recursively. A person who did not change keeps the tile of
 * `before`.
 */
export function tilesOf(people: readonly Person[], before: readonly Tile[] = []): Tile[] {
  const known = new Map(before.map((tile) => [tile.key, tile]));
  const tile = (kind: Tile['kind'], person: Person): Tile => {
    const key = `${kind}:${person.id}`;
    return keepIfSame(known.get(key), { key, kind, person });
  };
  return [
    ...people.filter(isOnStage).map((person) => tile('camera', person)),
    ...people.filter(({ screen, isMe }) => screen && !isMe).map((person) => tile('screen', person)),
  ];
}

/** Keys of the screens in the order in which they appeared; the newest is the main tile. */
export function orderScreens(before: readonly string[], tiles: readonly Tile[]): string[] {
  const now = tiles.filter(({ kind }) => kind === 'screen').map(({ key }) => key);
  return [...before.filter((key) => now.includes(key)), ...now.filter((key) => !before.includes(key))];
}

/** The faces that a moderator shows large to everybody, the first one first. */
export function spotlitTiles(tiles: readonly Tile[]): Tile[] {
  const since = ({ person }: Tile): string => person.spotlitSince ?? '';
  return tiles
    .filter((tile) => tile.kind === 'camera' && since(tile) !== '')
    .sort((a, b) => (since(a) < since(b) ? -1 : since(a) > since(b) ? 1 : 0));
}
