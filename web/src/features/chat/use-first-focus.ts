import { type RefObject, useCallback, useRef, useState } from 'react';

/**
 * Moves the focus to the message field once when a conversation opens. It does not on a touch screen, where the
 * keyboard would cover the messages, nor away from a tab or another element that has the focus.
 * @param goesOn true if the person was writing already: the field takes the focus in any case, with the caret at its end
 */
export function useFirstFocus(goesOn?: RefObject<boolean>): (field: HTMLTextAreaElement | null) => void {
  const [before] = useState(() => document.activeElement);
  const isOver = useRef(false);
  return useCallback(
    (field) => {
      const { activeElement } = document;
      const isFree = activeElement === before || activeElement === document.body;
      const isInside = activeElement?.closest('aside') != null;
      const isTab = activeElement?.getAttribute('role') === 'tab';
      const isFinger = window.matchMedia('(pointer: coarse)').matches;
      if (field && goesOn?.current) {
        goesOn.current = false;
        field.focus();
        field.setSelectionRange(field.value.length, field.value.length);
      } else if (field && !isOver.current && !isTab && !isFinger && (isFree || isInside)) field.focus();
      isOver.current = true;
    },
    [before, goesOn],
  );
}
