import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const schemeAttribute = 'data-mantine-color-scheme';

/** True while the page is printed, so that it renders all rows; paper is white, so it also becomes light. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    const root = document.documentElement;
    let scheme: string | null = null;
    const change = (isNow: boolean): void => {
      if (isNow) {
        scheme ??= root.getAttribute(schemeAttribute);
        root.setAttribute(schemeAttribute, 'light');
      } else if (scheme !== null) {
        root.setAttribute(schemeAttribute, scheme);
        scheme = null;
      }
      // The browser takes the picture of the page right after these events.
      flushSync(() => setPrinting(isNow));
    };
    const onMedia = (): void => change(media.matches);
    const onBefore = (): void => change(true);
    const onAfter = (): void => change(false);
    media.addEventListener('change', onMedia);
    window.addEventListener('beforeprint', onBefore);
    window.addEventListener('afterprint', onAfter);
    return () => {
      media.removeEventListener('change', onMedia);
      window.removeEventListener('beforeprint', onBefore);
      window.removeEventListener('afterprint', onAfter);
    };
  }, []);
  return isPrinting;
}
