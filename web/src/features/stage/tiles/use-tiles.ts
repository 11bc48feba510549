import { useMemo, useRef } from 'react';
import { orderTiles, rememberSpeaker } from '../../../models/call/layout/order.ts';
import { orderScreens, type Tile, tilesOf } from '../../../models/call/layout/tiles.ts';
import { useStore } from '../../../ui/use-store.ts';
import { useCall, useCallState } from '../call-context.ts';

/** The stage's tiles in their order; `keepOrder` keeps a new order after a speaker was moved to the visible page. */
export function useTiles() {
  const people = useCallState((state) => state.people);
  const mainSpeaker = useStore(useCall().speaking.main);
  const before = useRef<{ tiles: Tile[]; screens: readonly string[] }>({ tiles: [], screens: [] });
  const speakers = useRef<readonly string[]>([]);
  const order = useRef<readonly string[]>([]);
  speakers.current = rememberSpeaker(speakers.current, mainSpeaker);
  const { tiles, screens } = useMemo(() => {
    const all = tilesOf(people, before.current.tiles);
    before.current = { tiles: all, screens: orderScreens(before.current.screens, all) };
    return before.current;
  }, [people]);
  const keys = order.current;
  return {
    tiles: useMemo(() => orderTiles(tiles, keys), [tiles, keys]),
    screens,
    speakers: speakers.current,
    keepOrder: (next: readonly string[] | undefined): void => {
      order.current = next ?? order.current;
    },
  };
}
