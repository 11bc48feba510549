import { type RefObject, useEffect } from 'react';

const near = 80;

/** Keeps the list at its end when it becomes smaller because of a banner, a long draft or a keyboard. */
export function useEndKept(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let isAtEnd = true;
    const note = (): void => {
      isAtEnd = element.scrollHeight - element.clientHeight - element.scrollTop < near;
    };
    const observer = new ResizeObserver(() => {
      if (isAtEnd) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', note);
    };
  }, [box]);
}
