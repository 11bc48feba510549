import { type RefObject, useEffect, useRef } from 'react';

/** Returns the focus to the button that opened an editor, when the editor has closed and nothing else has the focus. */
export function useFocusBack(isEdited: boolean, opener: RefObject<HTMLButtonElement | null>): void {
  const wasEdited = useRef(false);
  useEffect(() => {
    if (wasEdited.current && !isEdited && document.activeElement === document.body) opener.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited, opener]);
}
