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
    onPointerDown: ({ currentTarget, target, pointerType, clientX, clientY }) => {
      // React also hands over the events of menus and dialogs that a tile has opened above the stage.
      const isOnStage = target instanceof Node && currentTarget.contains(target);
      start.current = isOnStage && pointerType === 'touch' ? { x: clientX, y: clientY } : undefined;
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
