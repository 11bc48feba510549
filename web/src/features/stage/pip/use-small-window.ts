import { useCallback, useEffect, useRef, useState } from 'react';

/** Document Picture-in-Picture, which TypeScript's DOM types do not describe yet. */
type DocumentPip = { requestWindow: (size: { width: number; height: number }) => Promise<Window> };

const documentPip = (): DocumentPip | undefined =>
  (window as { documentPictureInPicture?: DocumentPip }).documentPictureInPicture;

/** `video`: a bare picture without buttons, for browsers without windows and for rooms in a frame. */
type SmallWindowKind = 'window' | 'video';

function smallWindowKind(): SmallWindowKind | undefined {
  if (documentPip() && window.parent === window) return 'window';
  return document.pictureInPictureEnabled ? 'video' : undefined;
}

/** The window has no style sheets of its own; the policy of our page allows those that the page has loaded. */
function copyLook(from: Document, to: Document): void {
  for (const { name, value } of from.documentElement.attributes) to.documentElement.setAttribute(name, value);
  for (const sheet of from.head.querySelectorAll('link[rel="stylesheet"], style'))
    to.head.append(to.importNode(sheet, true));
}

async function openWindow(): Promise<Window> {
  const opened = await documentPip()?.requestWindow({ width: 380, height: 290 });
  if (!opened) throw new Error('this browser has no small windows');
  copyLook(document, opened.document);
  opened.document.title = document.title;
  return opened;
}

/** Shows the video element of this tile, or any other, in the browser's own small window. */
async function openVideo(tile: string | undefined): Promise<void> {
  const videos = [...document.querySelectorAll<HTMLVideoElement>('[data-tile] video')];
  const fit = videos.filter(({ readyState }) => readyState >= HTMLMediaElement.HAVE_METADATA);
  const video = fit.find((one) => one.closest<HTMLElement>('[data-tile]')?.dataset.tile === tile) ?? fit[0];
  if (!video) throw new Error('no picture');
  await video.requestPictureInPicture();
}

export type SmallWindow = {
  kind: SmallWindowKind | undefined;
  /** The open window, in which the page renders. */
  opened: Window | undefined;
  /** Opens it, or closes an open one. Rejects if the browser refuses or no picture is shown. */
  toggle: (tile: string | undefined) => Promise<void>;
};

/** The small window that stays above other programs. It closes with the call. */
export function useSmallWindow(): SmallWindow {
  const [kind] = useState(smallWindowKind);
  const [opened, setOpened] = useState<Window>();
  const current = useRef<Window>(undefined);
  useEffect(
    () => () => {
      current.current?.close();
      if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => undefined);
    },
    [],
  );
  const toggle = useCallback(
    async (tile: string | undefined): Promise<void> => {
      if (kind === 'video') {
        if (document.pictureInPictureElement) await document.exitPictureInPicture();
        else await openVideo(tile);
        return;
      }
      if (current.current) {
        current.current.close();
        return;
      }
      const next = await openWindow();
      current.current = next;
      next.addEventListener('pagehide', () => {
        // A second press opens another window, and the browser closes this one.
        if (current.current !== next) return;
        current.current = undefined;
        setOpened(undefined);
      });
      setOpened(next);
    },
    [kind],
  );
  return { kind, opened, toggle };
}
