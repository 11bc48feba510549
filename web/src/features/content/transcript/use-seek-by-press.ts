import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * A press on a text jumps to its second. Keyboards have the button with the time for it, and a text that is being
 * selected stays where it is.
 */
export function useSeekByPress(
  scroller: RefObject<HTMLElement | null>,
  seek: (seconds: number) => void,
): void {
  const seekTo = useEffectEvent(seek);
  useEffect(() => {
    const element = scroller.current;
    const onClick = ({ target }: MouseEvent): void => {
      const pressed = target instanceof Element && target.closest<HTMLElement>('[data-start]');
      if (!pressed || window.getSelection()?.isCollapsed === false) return;
      seekTo(Number(pressed.dataset.start));
    };
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, [scroller]);
}
