import { createContext, useContext } from 'react';
import type { Call, CallState } from '../../models/call/call.ts';
import type { CallRoom } from '../../models/call/call-contract.ts';
import type { OpenCall } from '../../models/call/open-call.ts';
import type { Person } from '../../models/call/people/people.ts';
import { usePartOf } from '../../ui/use-store.ts';

type StageContext = OpenCall & { room: CallRoom };

export const CallContext = createContext<StageContext | undefined>(undefined);

export function useStage(): StageContext {
  const context = useContext(CallContext);
  if (!context) throw new Error('use this hook on a stage only');
  return context;
}

export function useCall(): Call {
  return useStage().call;
}

/** A part of the call's state; renders again only when that part changes. */
export function useCallState<T>(select: (state: CallState) => T): T {
  return usePartOf(useCall().state, select);
}

export function useIsSpeaking(id: string): boolean {
  return usePartOf(useCall().speaking.ids, (ids) => ids.has(id));
}

export function useOwnPerson(): Person {
  const me = useCallState((state) => state.people[0]);
  if (!me) throw new Error('the list of people has no own person');
  return me;
}
