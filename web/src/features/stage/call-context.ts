import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Store } from '../../kit/store.ts';
import type { Call, CallState } from '../../models/call/call.ts';
import type { CallRoom } from '../../models/call/call-contract.ts';
import type { OpenCall } from '../../models/call/open-call.ts';
import type { Person } from '../../models/call/people/people.ts';

export type StageContext = OpenCall & { room: CallRoom };

export const CallContext = createContext<StageContext | undefined>(undefined);

export function useStage(): StageContext {
  const context = useContext(CallContext);
  if (!context) throw new Error('This part belongs inside a stage.');
  return context;
}

export function useCall(): Call {
  return useStage().call;
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** A part of the call's state; draws again only when that part is another. */
export function useCallState<T>(select: (state: CallState) => T): T {
  const { state } = useCall();
  return useSyncExternalStore(state.subscribe, () => select(state.get()));
}

export function useIsSpeaking(id: string): boolean {
  const { ids } = useCall().speaking;
  return useSyncExternalStore(ids.subscribe, () => ids.get().has(id));
}

export function useMe(): Person {
  const me = useCallState((state) => state.people[0]);
  if (!me) throw new Error('A call always has oneself in it.');
  return me;
}
