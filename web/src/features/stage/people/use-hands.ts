import { useCallback } from 'react';
import { createStore } from '../../../kit/store.ts';
import type { Hand } from '../../../models/gestures/api.ts';
import { useGesturesIfOpen } from '../../../room/room-parts.tsx';
import { useCall } from '../call-context.ts';
import { lastResultOf, useWithPeople } from '../use-with-people.ts';
import { useMay } from './use-permissions.ts';

type Places = ReadonlyMap<string, number>;

const placesOf = lastResultOf((list: readonly Hand[], here: readonly string[]): Places => {
  const ids = new Set(here);
  const up = list.filter(({ participantId }) => ids.has(participantId));
  return new Map(up.map(({ participantId }, index) => [participantId, index + 1]));
});

const noHands = createStore<readonly Hand[]>([]);

/** No hands if the gestures could not be opened: tiles and the list of people still work. */
function useHands<T>(select: (places: Places) => T): T {
  const list = useGesturesIfOpen()?.hands.list ?? noHands;
  return useWithPeople(list, (hands, here) => select(placesOf(hands, here)));
}

/** The rank of everybody here with a raised hand; people who are briefly away keep theirs, unseen. */
export function useHandPositions(): Places {
  return useHands((places) => places);
}

/** Renders again only when this person's rank changes. */
export function useHandPosition(personId: string): number | undefined {
  return useHands((places) => places.get(personId));
}

/** H raises and lowers the own hand, or shows that hands are off. */
export function useHandKey(): (code: string) => (() => void) | undefined {
  const hands = useGesturesIfOpen()?.hands;
  const may = useMayRaise();
  const { notices } = useCall();
  return useCallback(
    (code) => {
      if (code !== 'KeyH' || !hands) return undefined;
      return () => void (may ? hands.toggle() : notices.add({ kind: 'hands-off' }));
    },
    [hands, may, notices],
  );
}

export function useMayRaise(): boolean {
  return useMay('isHandRaisingAllowed');
}
