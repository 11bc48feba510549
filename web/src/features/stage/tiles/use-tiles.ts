import { useEffect, useMemo, useReducer, useRef } from 'react';
import { createStore } from '../../../kit/store.ts';
import { type CameraOn, followCameras, nextReview } from '../../../models/call/layout/cameras.ts';
import {
  followStage,
  isAheadOfServer,
  isSlideOnStage,
  tileOnStage,
  unfollowed,
} from '../../../models/call/layout/on-stage.ts';
import { rememberSpeaker, seatTiles } from '../../../models/call/layout/order.ts';
import { type Tile, tilesOf } from '../../../models/call/layout/tiles.ts';
import type { StageItem } from '../../../models/stage/api.ts';
import { useSharedStageIfOpen } from '../../../room/room-parts.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useCall, useCallState } from '../call-context.ts';

/** The stage's tiles in their order; `keepOrder` keeps a new order after a speaker was moved to the visible page. */
export function useTiles() {
  const people = useCallState((state) => state.people);
  const mainSpeaker = useStore(useCall().speaking.main);
  const before = useRef<Tile[]>([]);
  const speakers = useRef<readonly string[]>([]);
  const order = useRef<readonly string[]>([]);
  speakers.current = rememberSpeaker(speakers.current, mainSpeaker);
  const tiles = useMemo(() => {
    before.current = tilesOf(people, before.current);
    return before.current;
  }, [people]);
  const { onStage, isSlide } = useOnStage(tiles);
  const cameras = useCameras(tiles);
  const speaker = speakers.current[0];
  const seated = useMemo(() => {
    const next = seatTiles(tiles, order.current, { cameras, speaker });
    order.current = next.map(({ key }) => key);
    return next;
  }, [tiles, cameras, speaker]);
  return {
    tiles: seated,
    cameras,
    onStage,
    isSlide,
    speakers: speakers.current,
    keepOrder: (next: readonly string[] | undefined): void => {
      order.current = next ?? order.current;
    },
  };
}

const noItem = createStore<StageItem | undefined>(undefined);

/** The key of the tile that is on the stage for everybody, or whether that is a page. */
function useOnStage(tiles: readonly Tile[]) {
  const stage = useSharedStageIfOpen();
  const item = useStore(stage?.item ?? noItem);
  const isConnected = useCallState(({ connection }) => connection.phase === 'connected');
  const before = useRef(unfollowed);
  const followed = useMemo(() => {
    before.current = followStage(before.current, { item, isConnected, tiles });
    return before.current;
  }, [item, isConnected, tiles]);
  useEffect(() => {
    if (isAheadOfServer(followed)) stage?.expectChange();
  }, [followed, stage]);
  return { onStage: tileOnStage(followed), isSlide: isSlideOnStage(followed) };
}

/** Ids of the people whose cameras count as on, in the order in which they went on. */
function useCameras(tiles: readonly Tile[]): readonly string[] {
  const followed = useRef<readonly CameraOn[]>([]);
  const [, review] = useReducer((count: number) => count + 1, 0);
  followed.current = followCameras(followed.current, tiles, performance.now());
  const cameras = followed.current;
  useEffect(() => {
    const wait = nextReview(cameras, performance.now());
    if (wait === undefined) return;
    // A timer may be early by a part of a millisecond.
    const timer = window.setTimeout(review, wait + 1);
    return () => window.clearTimeout(timer);
  }, [cameras]);
  return useMemo(() => cameras.map(({ id }) => id), [cameras]);
}
