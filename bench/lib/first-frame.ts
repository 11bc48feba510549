import type { BrowserContext, Page } from '@playwright/test';

interface Marks {
  began?: number;
  firstFrame?: number;
}

/**
 * Script for any page that records the times of the first press (Enter or click) and of the first decoded frame of a
 * remote video. It reads the frame from the peer connection, so that our page and a bare page are measured alike.
 */
function watch(): void {
  const marks: Marks = {};
  (window as unknown as { marks: Marks }).marks = marks;
  const begin = () => {
    marks.began ??= performance.now();
  };
  addEventListener('keydown', (event) => event.key === 'Enter' && begin(), { capture: true });
  addEventListener('click', begin, { capture: true });
  const Original = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Original {
    constructor(...args: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...args);
      this.addEventListener('track', (event) => {
        if (event.track.kind !== 'video') return;
        const video = document.createElement('video');
        video.muted = true;
        video.srcObject = new MediaStream([event.track]);
        video.requestVideoFrameCallback(() => {
          if (marks.began !== undefined) marks.firstFrame ??= performance.now();
        });
        void video.play();
      });
    }
  };
}

export const watchFrames = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(watch);
};

/** Milliseconds from the press to the first remote frame. */
export async function firstFrameAfterPress(page: Page): Promise<number> {
  const handle = await page.waitForFunction(
    () => {
      const { marks } = window as unknown as { marks: Marks };
      return marks.firstFrame !== undefined && marks.began !== undefined
        ? marks.firstFrame - marks.began
        : false;
    },
    undefined,
    { timeout: 30_000, polling: 20 },
  );
  return Number(await handle.jsonValue());
}
