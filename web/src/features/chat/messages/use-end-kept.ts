import { type RefObject, useEffect } from 'react';

const near = 80;

/** In ms. Within this time after a change of its size, the list measures its rows and moves; nobody scrolls so fast. */
const settles = 300;

/** Keeps the list at its end when it gets another size because of a banner, a long draft, a keyboard or a turned phone. */
export function useEndKept(box: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const element = box.current;
    if (!isShown || !element) return;
    let isAtEnd = true;
    let settlesUntil = 0;
    const keepEnd = (): void => {
      if (isAtEnd) element.scrollTop = element.scrollHeight;
    };
    const note = (): void => {
      // The rows of another width are higher or lower.
      const isSettling = isAtEnd && performance.now() < settlesUntil;
      if (isSettling) keepEnd();
      else isAtEnd = element.scrollHeight - element.clientHeight - element.scrollTop < near;
    };
    const observer = new ResizeObserver(() => {
      settlesUntil = performance.now() + settles;
      keepEnd();
    });
    observer.observe(element);
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', note);
    };
  }, [box, isShown]);
}
