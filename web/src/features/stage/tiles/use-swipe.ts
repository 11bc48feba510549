import { type PointerEvent, useRef } from 'react';
import { isRightToLeft } from '../../../ui/direction.ts';

const farEnough = 48;

type Handlers = {
  onPointerDown: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: () => void;
};

/** Turns a horizontal swipe into a change of page. Buttons do the same. */
export function useSwipe(onStep: (step: 1 | -1) => void): Handlers {
  const start = useRef<{ x: number; y: number } | undefined>(undefined);
  return {
    onPointerDown: (event) => {
      start.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : undefined;
    },
    onPointerUp: (event) => {
      if (!start.current) return;
      const across = event.clientX - start.current.x;
      const along = event.clientY - start.current.y;
      start.current = undefined;
      if (Math.abs(across) <= farEnough || Math.abs(across) <= 2 * Math.abs(along)) return;
      const ahead = isRightToLeft(event.currentTarget) ? across : -across;
      onStep(ahead > 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      start.current = undefined;
    },
  };
}
