import { useEffect } from 'react';

/** How much of the page a phone's keyboard leaves to be seen: the panel is no higher, so that one sees what one writes. */
export function useSeenHeight(): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const { style } = document.documentElement;
    const follow = (): void => {
      // Who enlarges the page sees less of it, and wants the panel no smaller.
      if (seen.scale > 1.05) return;
      style.setProperty('--seen-height', `${Math.round(seen.height)}px`);
      // Safari moves the page up under the keyboard; the panel is fixed, so there is nothing to move.
      if (seen.offsetTop > 0) window.scrollTo(0, 0);
    };
    seen.addEventListener('resize', follow);
    follow();
    return () => {
      seen.removeEventListener('resize', follow);
      style.removeProperty('--seen-height');
    };
  }, []);
}
