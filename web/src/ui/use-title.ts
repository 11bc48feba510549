import { type RefObject, useEffect, useRef } from 'react';

/**
 * Sets the document's title and moves the focus to the page's heading, so that screen readers announce the page. The
 * focus moves once; a later name changes the title only.
 */
export function useTitle(title: string | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (title) document.title = `${title} · Lectern`;
  }, [title]);
  useEffect(() => {
    // Keep the focus if it is in a field or a dialog.
    const active = document.activeElement;
    if (!active?.closest('input, textarea, select, [role="dialog"]')) heading.current?.focus();
  }, []);
  return heading;
}
