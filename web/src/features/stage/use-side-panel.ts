import { useCallback, useRef, useState } from 'react';
import type { SidePanelTab } from '../../room/meeting-parts.ts';
import { moreButtonId } from './bar/keys-dialog.tsx';

export const buttonOf = (id: string): string => `call-${id}-button`;

/** The button that opens this panel; on a phone it may be the one of the menu. */
export const panelButton = (id: string): HTMLElement | null =>
  document.getElementById(buttonOf(id)) ?? document.getElementById(moreButtonId);

export const focusPanelButton = (id: string): void => panelButton(id)?.focus();

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
    if (current.current !== undefined) focusPanelButton(current.current);
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
