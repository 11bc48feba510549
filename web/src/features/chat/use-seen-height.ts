import { useEffect } from 'react';

/** The height of the page above a phone's keyboard: the panel is no higher, so that the message field stays visible. */
export function useSeenHeight(): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const { style } = document.documentElement;
    const follow = (): void => {
      // A zoomed page must not make the panel smaller.
      if (seen.scale > 1.05) return;
      style.setProperty('--seen-height', `${Math.round(seen.height)}px`);
      // Safari scrolls the page below the keyboard; the panel is fixed, so scroll it back.
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
