import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import css from '../parts/icon-button.module.css';
import { IconButton } from '../parts/icon-button.tsx';

type Props = {
  label: string;
  /** The index of its row, from 0. */
  index: number;
  className?: string | undefined;
  onMove: (to: number) => void;
  /** Called with the height in the window to which it was dragged. */
  onDrag: (y: number) => void;
};

/** Moves its row, by dragging or with the arrow keys. */
export function DragHandle({ label, index, className, onMove, onDrag }: Props) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    onMove(index + step);
  };
  return (
    <IconButton
      icon={IconGripVertical}
      className={className ? `${css.grip} ${className}` : css.grip}
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerDown={useDrag(onDrag)}
    />
  );
}

/** Listen on the window until release, because a moved row loses the pointer capture. */
function useDrag(onDrag: (y: number) => void): () => void {
  const latest = useRef(onDrag);
  latest.current = onDrag;
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);
  return () => {
    end.current?.();
    const drag = new AbortController();
    const { signal } = drag;
    end.current = () => drag.abort();
    window.addEventListener('pointermove', ({ clientY }) => latest.current(clientY), { signal });
    for (const name of ['pointerup', 'pointercancel'] as const) {
      window.addEventListener(name, () => drag.abort(), { signal });
    }
  };
}

/** The index of the row at this height of the window; below the last one, the last. */
export function rowAt(list: Element | null, y: number): number {
  const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect());
  const under = rows.findIndex(({ bottom }) => y < bottom);
  return under < 0 ? rows.length - 1 : under;
}

/** Call this before rows change places: a row that moves in the document loses the focus, and gets it back here. */
export function keepFocus(): void {
  const focused = document.activeElement;
  setTimeout(() => focused instanceof HTMLElement && focused.focus({ preventScroll: true }));
}
