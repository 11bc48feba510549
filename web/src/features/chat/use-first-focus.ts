import { useCallback, useRef, useState } from 'react';

/**
 * Who opens a conversation wants to write: the field gets the focus, once. Not where a finger would get the keyboard
 * over half of what it wants to read, and not from a tab or from whatever one has gone on to meanwhile.
 */
export function useFirstFocus(): (field: HTMLElement | null) => void {
  const [before] = useState(() => document.activeElement);
  const isOver = useRef(false);
  return useCallback(
    (field) => {
      const { activeElement } = document;
      const isFree = activeElement === before || activeElement === document.body;
      const isInside = activeElement?.closest('aside') != null;
      const isTab = activeElement?.getAttribute('role') === 'tab';
      const isFinger = window.matchMedia('(pointer: coarse)').matches;
      if (field && !isOver.current && !isTab && !isFinger && (isFree || isInside)) field.focus();
      isOver.current = true;
    },
    [before],
  );
}
