import { useEffect } from 'react';

/**
 * Keeps in `--keyboard-height` how much of the page's lower end a phone's keyboard covers, so that what sticks there
 * stays above it. The page keeps its height: the layouts for low screens must not begin while somebody types.
 */
export function useKeyboardHeight(): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const { documentElement: page } = document;
    const follow = (): void => {
      // A zoomed page shows a part of itself, too.
      const covered = seen.scale > 1.05 ? 0 : page.clientHeight - seen.offsetTop - seen.height;
      page.style.setProperty('--keyboard-height', `${Math.max(0, Math.round(covered))}px`);
    };
    const events = ['resize', 'scroll'] as const;
    for (const event of events) seen.addEventListener(event, follow);
    follow();
    return () => {
      for (const event of events) seen.removeEventListener(event, follow);
      page.style.removeProperty('--keyboard-height');
    };
  }, []);
}
