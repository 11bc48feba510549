import { createContext, useContext } from 'react';

/** The number of people in the call who are not moderators, for parts beside the stage. */
export const AudienceContext = createContext<number | undefined>(undefined);

/** Undefined outside a call. */
export const useAudience = (): number | undefined => useContext(AudienceContext);
