import { type CSSProperties, type PointerEvent, useEffect, useState } from 'react';
import { whole, type Zoom, zoomAt } from '../../../models/call/layout/zoom.ts';
import { Fingers, type ZoomChange } from './fingers.ts';

type Point = { x: number; y: number };

export type ZoomHandle = {
  ref: (element: HTMLDivElement | null) => void;
  style: CSSProperties | undefined;
  isZoomed: boolean;
  handlers: {
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
    onPointerCancel: (event: PointerEvent) => void;
  };
  /** For a keyboard and a mouse: around the middle. */
  zoomBy: (factor: number) => void;
};

type Options = {
  isOn: boolean;
  /** Makes the tile of a small picture large; the same two fingers then enlarge the picture. */
  makeLarge: (() => void) | undefined;
};

/** Enlarges a picture by two fingers, by a double tap and by a touchpad; one finger moves what is enlarged. */
export function useZoom({ isOn, makeLarge }: Options): ZoomHandle {
  const [zoom, setZoom] = useState<Zoom>(whole);
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [fingers] = useState(() => new Fingers());

  useEffect(() => {
    if (!isOn) setZoom(whole);
  }, [isOn]);
  useEffect(() => (element && isOn ? followWheel(element, setZoom) : undefined), [element, isOn]);

  const isZoomed = zoom.scale > 1;
  const pointOf = (event: PointerEvent): Point => pointIn(element, event);
  const change = (by: ZoomChange | undefined): void => {
    if (!by || !element) return;
    const size = element.getBoundingClientRect();
    if (isOn) setZoom((before) => by(before, size));
    else if (by(whole, size).scale > 1) makeLarge?.();
  };
  /** The stage turns its pages by a swipe of one finger over a whole picture. */
  const keepFromStage = (event: PointerEvent): void => {
    if (isZoomed || fingers.hasPinched) event.stopPropagation();
  };

  return {
    ref: setElement,
    style: isZoomed
      ? { transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`, transformOrigin: '0 0' }
      : undefined,
    isZoomed,
    handlers: {
      onPointerDown: (event) => {
        fingers.down(event.pointerId, pointOf(event));
        keepFromStage(event);
      },
      onPointerMove: (event) => change(fingers.move(event.pointerId, pointOf(event))),
      onPointerUp: (event) => {
        keepFromStage(event);
        const { hasPinched } = fingers;
        if (!fingers.cancel(event.pointerId) || hasPinched || event.pointerType !== 'touch') return;
        change(fingers.tap(pointOf(event), event.timeStamp));
      },
      onPointerCancel: (event) => void fingers.cancel(event.pointerId),
    },
    zoomBy: (factor) =>
      change((before, size) => zoomAt(before, { x: size.width / 2, y: size.height / 2 }, { factor, size })),
  };
}

function pointIn(element: HTMLElement | null, { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>) {
  const { left, top } = element?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return { x: clientX - left, y: clientY - top };
}

/**
 * A touchpad's pinch arrives as a wheel with the control key. React's listeners cannot keep the page from zooming.
 * @returns a function that ends it
 */
function followWheel(element: HTMLElement, setZoom: (change: (before: Zoom) => Zoom) => void): () => void {
  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const factor = Math.exp(-event.deltaY / 100);
    const size = element.getBoundingClientRect();
    setZoom((before) => zoomAt(before, pointIn(element, event), { factor, size }));
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => element.removeEventListener('wheel', onWheel);
}
