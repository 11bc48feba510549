import { type RefObject, useEffect, useRef } from 'react';

/**
 * Names the page: in the browser's title, and by the focus on its heading, so that who listens hears where they
 * are. The focus moves once; a name that comes later changes the title only.
 */
export function useTitle(title: string | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (title) document.title = `${title} · Lectern`;
  }, [title]);
  useEffect(() => {
    // Whoever is in a field or a dialog already stays there.
    const active = document.activeElement;
    if (!active?.closest('input, textarea, select, [role="dialog"]')) heading.current?.focus();
  }, []);
  return heading;
}
