import { createContext, useContext } from 'react';

/** Facts of the call for the parts beside the stage. */
type CallFacts = {
  /** When the call started, in ms; undefined until it is known. */
  startedAt: number | undefined;
  /** The number of people in the call who are not moderators. */
  participants: number;
};

export const CallFactsContext = createContext<CallFacts | undefined>(undefined);

/** Undefined outside a call. */
export const useCallFacts = (): CallFacts | undefined => useContext(CallFactsContext);
