import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AttachableTrack } from '../../../models/call/people/people.ts';
import css from './video.module.css';

type Props = {
  picture: AttachableTrack | undefined;
  mirrored?: boolean;
  whole?: boolean;
  /** Called with the picture's width divided by its height, undefined while nothing is shown. */
  onShape?: ((shape: number | undefined) => void) | undefined;
};

/** The media server fills gaps with black frames of 8 pixels, which are no picture. */
const realWidth = 16;

/** Keeps the last frame on a canvas, so that the picture freezes during a recovery instead of turning black. */
function keepStill(video: HTMLVideoElement, canvas: HTMLCanvasElement | null): boolean {
  if (!canvas || video.videoWidth < realWidth) return false;
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext('2d');
  context?.drawImage(video, 0, 0);
  return context !== null;
}

/** Layers of one camera differ by a few lines, which changes nothing on the stage. */
const roundShape = (shape: number): number => Math.round(shape * 50) / 50;

export function Video({ picture, mirrored = false, whole = false, onShape }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const still = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState<'nothing' | 'still' | 'live'>('nothing');
  const [shape, setShape] = useState<number>();

  useLayoutEffect(() => {
    const element = video.current;
    if (!element || !picture) return;
    picture.attach(element);
    return () => {
      const isKept = keepStill(element, still.current);
      setShown(isKept ? 'still' : 'nothing');
      if (!isKept) setShape(undefined);
      picture.detach(element);
    };
  }, [picture]);
  useEffect(() => onShape?.(shape), [shape, onShape]);

  const look = (): void => {
    const element = video.current;
    if (!element || element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    if (element.videoWidth < realWidth) return;
    setShown('live');
    setShape(roundShape(element.videoWidth / element.videoHeight));
  };
  return (
    <div
      className={css.frame}
      data-mirrored={mirrored || undefined}
      data-whole={whole || (shape !== undefined && shape < 1) || undefined}
    >
      <canvas ref={still} className={css.media} data-shown={shown === 'still' || undefined} />
      {/* Muted, because the call's sound has elements of its own. */}
      <video
        ref={video}
        className={css.media}
        data-shown={shown === 'live' || undefined}
        autoPlay
        playsInline
        muted
        disablePictureInPicture
        onPlaying={look}
        onLoadedData={look}
        onResize={look}
      />
    </div>
  );
}
