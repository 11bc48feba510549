import { useMemo } from 'react';
import { useStore } from '../../chat-context.ts';
import { useGestures } from '../../extras-context.tsx';
import { useCallState, useMe, useStage } from './call-context.ts';

/** The place in line of everybody here whose hand is up; who went out for a moment keeps theirs, unseen. */
export function useHandPlaces(): ReadonlyMap<string, number> {
  const { hands } = useGestures();
  const list = useStore(hands.list);
  const people = useCallState((state) => state.people);
  return useMemo(() => {
    const here = new Set(people.map(({ id }) => id));
    const up = list.filter(({ participantId }) => here.has(participantId));
    return new Map(up.map(({ participantId }, index) => [participantId, index + 1]));
  }, [list, people]);
}

export function useHandPlace(personId: string): number | undefined {
  return useHandPlaces().get(personId);
}

export function useMayRaise(): boolean {
  const { room } = useStage();
  const me = useMe();
  return room.isHandRaisingAllowed || me.role === 'moderator';
}
