import { createContext, useContext } from 'react';

type SidePanelControl = {
  /** Opens a part of the side panel in place of the open one. */
  show: (id: string) => void;
};

/** The side panel, for parts that link to each other. */
export const SidePanelContext = createContext<SidePanelControl | undefined>(undefined);

export function useSidePanelControl(): SidePanelControl {
  const panel = useContext(SidePanelContext);
  if (!panel) throw new Error('use this hook on a stage only');
  return panel;
}
