import { createContext, useContext } from 'react';

/** Facts of the call for the parts beside the stage. */
export type CallFacts = {
  /** The people in the call who are not moderators. */
  participants: readonly { id: string; name: string }[];
};

export const CallFactsContext = createContext<CallFacts | undefined>(undefined);

/** Undefined outside a call. */
export const useCallFacts = (): CallFacts | undefined => useContext(CallFactsContext);
