import { type RefObject, useEffect, useState } from 'react';

const patience = 2_500;

/** True after a while without input. */
export function useIdle(frame: RefObject<HTMLElement | null>, isAsked: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!isAsked || !element) return;
    let timer: ReturnType<typeof setTimeout>;
    const stir = (): void => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), patience);
    };
    const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const sign of signs) element.addEventListener(sign, stir);
    stir();
    return () => {
      clearTimeout(timer);
      setIdle(false);
      for (const sign of signs) element.removeEventListener(sign, stir);
    };
  }, [frame, isAsked]);
  return isIdle;
}
