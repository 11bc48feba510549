import { useMemo } from 'react';
import { createStore } from '../../../kit/store.ts';
import type { WaitingPerson } from '../../../models/waiting/api.ts';
import { useWaitingRoom, useWaitingRoomIfOpen } from '../../../room/room-parts.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useCall } from '../call-context.ts';

type WaitingDecisions = {
  admit: (person: Pick<WaitingPerson, 'id' | 'name'>) => Promise<void>;
  refuse: (person: Pick<WaitingPerson, 'id' | 'name'>) => Promise<void>;
  admitAll: () => Promise<void>;
  refuseAll: () => Promise<void>;
};

/** A moderator's decisions on waiting people; a failure becomes a notice. */
export function useWaitingDecisions(): WaitingDecisions {
  const room = useWaitingRoom();
  const { notices } = useCall();
  return useMemo(() => {
    const withNotice = (answer: Promise<void>): Promise<void> =>
      answer.catch(() => notices.add({ kind: 'action-failed' }));
    return {
      admit: ({ id }) => withNotice(room.admit(id)),
      refuse: ({ id }) => withNotice(room.refuse(id)),
      admitAll: () => withNotice(room.admitAll()),
      refuseAll: () => withNotice(room.refuseAll()),
    };
  }, [room, notices]);
}

const nobody = createStore<readonly WaitingPerson[]>([]);

/** Nobody if the waiting room could not be opened: the call needs it only for a number. */
export function useWaiting(): readonly WaitingPerson[] {
  return useStore(useWaitingRoomIfOpen()?.list ?? nobody);
}
