import { type RefObject, useEffect } from 'react';

const near = 80;

/** Who reads the newest goes on seeing it when the list gets lower: a banner comes, a long text is written, a keyboard opens. */
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
