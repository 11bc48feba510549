import { useMemo } from 'react';
import { useText } from '../../../i18n/language.ts';
import { createStore } from '../../../kit/store.ts';
import type { WaitingPerson } from '../../../models/waiting/api.ts';
import { useWaitingRoom, useWaitingRoomIfOpen } from '../../../room/room-parts.tsx';
import type { Question } from '../../../ui/form/confirm.tsx';
import { usePartOf, useStore } from '../../../ui/use-store.ts';
import { useCall } from '../call-context.ts';

type WaitingDecisions = {
  admit: (person: Pick<WaitingPerson, 'id' | 'name'>) => Promise<void>;
  refuse: (person: Pick<WaitingPerson, 'id' | 'name'>) => Promise<void>;
  admitAll: () => Promise<void>;
  refuseAll: () => Promise<void>;
  /** Resolves to false after a failure. */
  setMessage: (text: string | null) => Promise<boolean>;
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
      setMessage: async (text) => {
        try {
          await room.setMessage(text);
          return true;
        } catch {
          notices.add({ kind: 'action-failed' });
          return false;
        }
      },
    };
  }, [room, notices]);
}

/** Admitting this many people asks first, because they cannot be seen at a glance. */
const askFrom = 6;

type AdmitAllOptions = {
  count: number;
  onAsk: (question: Question) => void;
  /** Called before the buttons of these people disappear. */
  moveFocus: () => void;
  returnTo: () => HTMLElement | null | undefined;
};

/** Admits everybody who waits; many people only after a question. */
export function useAdmitAll(): (options: AdmitAllOptions) => void {
  const text = useText('waitingList');
  const { admitAll } = useWaitingDecisions();
  return ({ count, onAsk, moveFocus, returnTo }) => {
    const act = (): void => {
      moveFocus();
      void admitAll();
    };
    if (count < askFrom) {
      act();
      return;
    }
    onAsk({
      title: text.admitAllTitle(count),
      text: text.admitAllText,
      yes: text.admitAllYes,
      isSafe: true,
      act,
      returnTo,
    });
  };
}

const nobody = createStore<readonly WaitingPerson[]>([]);

/** Nobody if the waiting room could not be opened: the call needs it only for a number. */
export function useWaiting(): readonly WaitingPerson[] {
  return useStore(useWaitingRoomIfOpen()?.list ?? nobody);
}

/** The message to everybody who waits, which each of them has; null also if nobody waits. */
export const useWaitingMessage = (): string | null => useWaiting()[0]?.message ?? null;

const notListed = createStore(false);

/** True while a notice or the open list shows who waits, so that nothing else needs to say it. */
export function useIsWaitingShown(): boolean {
  const { notices } = useCall();
  const isListed = useStore(useWaitingRoomIfOpen()?.isWatched ?? notListed);
  const isNoticed = usePartOf(notices.list, (list) => list.some(({ kind }) => kind === 'asks-to-join'));
  return isListed || isNoticed;
}
