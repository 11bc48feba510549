import { type RefObject, useEffect, useState } from 'react';

const scrollKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']);

/** Whether the transcript scrolls along with the video. The reader's own scrolling stops it. */
export function useFollow(scroller: RefObject<HTMLElement | null>) {
  const [isFollowing, setFollowing] = useState(true);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const stop = (): void => setFollowing(false);
    const onKey = ({ key, target }: KeyboardEvent): void => {
      const isTyping = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
      if (scrollKeys.has(key) && !isTyping) stop();
    };
    const onPointer = ({ target }: PointerEvent): void => {
      // The scroll bar belongs to the element itself.
      if (target === element) stop();
    };
    element.addEventListener('wheel', stop, { passive: true });
    element.addEventListener('touchmove', stop, { passive: true });
    element.addEventListener('keydown', onKey);
    element.addEventListener('pointerdown', onPointer);
    return () => {
      element.removeEventListener('wheel', stop);
      element.removeEventListener('touchmove', stop);
      element.removeEventListener('keydown', onKey);
      element.removeEventListener('pointerdown', onPointer);
    };
  }, [scroller]);
  return { isFollowing, follow: () => setFollowing(true), stop: () => setFollowing(false) };
}
