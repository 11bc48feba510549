import { createContext, useContext } from 'react';

export type Panel = {
  /** Opens a part of the side panel, whichever is open now. */
  show: (id: string) => void;
};

/** The side panel, for parts that lead from one to another. */
export const PanelContext = createContext<Panel | undefined>(undefined);

export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('This part belongs on a stage.');
  return panel;
}
