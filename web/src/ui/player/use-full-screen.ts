import { type RefObject, useEffect, useState } from 'react';

/** On iPhones only the video element itself can be full screen. */
type OnPhone = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

type Parts = {
  frame: RefObject<HTMLElement | null>;
  videoRef: RefObject<HTMLVideoElement | null>;
};

export function useFullScreen({ frame, videoRef }: Parts): { isFull: boolean; toggle: () => void } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = (): void =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, [frame]);

  function toggle(): void {
    if (isFull) void document.exitFullscreen().catch(() => undefined);
    else if (frame.current?.requestFullscreen) void frame.current.requestFullscreen().catch(() => undefined);
    else (videoRef.current as OnPhone | null)?.webkitEnterFullscreen?.();
  }

  return { isFull, toggle };
}
