import { type RefObject, useLayoutEffect } from 'react';

/** The heading of the side panel that a control is in. */
export const headingAbove = (control: HTMLElement | null): HTMLElement | null | undefined =>
  control?.closest('aside')?.querySelector<HTMLElement>('h2');

/** A removed person disappears from the list with the focused button, so focus the panel's heading. */
export function useFocusKept(opener: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const button = opener.current;
    return () => {
      if (button && document.activeElement === button) headingAbove(button)?.focus();
    };
  }, [opener]);
}
