import { type RefObject, useLayoutEffect } from 'react';

/** The heading of the side panel that a control is in; that of the room for a control on the stage. */
export function headingAbove(control: HTMLElement | null): HTMLElement | null | undefined {
  const frame = control?.closest('aside, [data-stage]');
  return frame?.querySelector<HTMLElement>(frame.matches('aside') ? 'h2' : 'h1');
}

/** A removed person disappears with the focused button, so focus the heading. */
export function useFocusKept(opener: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const button = opener.current;
    return () => {
      if (button && document.activeElement === button) headingAbove(button)?.focus();
    };
  }, [opener]);
}
