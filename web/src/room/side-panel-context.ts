import { createContext, useContext } from 'react';

export type SidePanelControl = {
  /** Opens a part of the side panel, whichever is open now. */
  show: (id: string) => void;
};

/** The side panel, for parts that lead from one to another. */
export const SidePanelContext = createContext<SidePanelControl | undefined>(undefined);

export function useSidePanelControl(): SidePanelControl {
  const panel = useContext(SidePanelContext);
  if (!panel) throw new Error('This part belongs on a stage.');
  return panel;
}
