import { useCallback, useRef, useState } from 'react';
import type { SidePanelTab } from '../../room/meeting-parts.ts';

export const buttonOf = (id: string): string => `call-${id}-button`;

type OpenPanel = {
  open: SidePanelTab | undefined;
  show: (id: string) => void;
  close: () => void;
  toggle: (id: string) => void;
  /** Returns the effect of a physical key on the panel. */
  onKey: (code: string) => (() => void) | undefined;
};

/** The open part of the side panel, and where the focus goes when it closes. */
export function useSidePanel(sides: readonly SidePanelTab[]): OpenPanel {
  const [openId, setOpenId] = useState<string>();
  const current = useRef(openId);
  current.current = openId;
  const close = useCallback(() => {
    setOpenId(undefined);
    document.getElementById(buttonOf(current.current ?? ''))?.focus();
  }, []);
  const toggle = useCallback(
    (id: string) => {
      // The shortcut also closes the panel, while the focus may be inside.
      if (current.current !== id) setOpenId(id);
      else if (document.activeElement?.closest('aside')) close();
      else setOpenId(undefined);
    },
    [close],
  );
  const onKey = (code: string): (() => void) | undefined => {
    const side = sides.find((one) => one.code === code);
    return side && (() => toggle(side.id));
  };
  return { open: sides.find(({ id }) => id === openId), show: setOpenId, close, toggle, onKey };
}
