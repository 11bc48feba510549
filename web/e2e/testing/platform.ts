import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

export type Platform = { url: string; close: () => void };

type Wishes = {
  /** The permissions that the page delegates to the frame. */
  allow?: string;
  /** Headers of the page's response. */
  headers?: Record<string, string>;
  /** A module of the page, after the frame. */
  script?: string;
};

/** A learning platform's page with the room in a frame, on another site than Lectern: `localhost` beside `127.0.0.1`. */
export async function startPlatform(
  link: string,
  { allow = 'camera; microphone', headers, script = '' }: Wishes = {},
): Promise<Platform> {
  const page = `<!doctype html><title>Course</title><body>
    <script>addEventListener('message', (event) => { document.body.dataset.heard = event.data; });</script>
    <iframe src="${link.replaceAll('&', '&amp;')}" allow="${allow}" width="1000" height="700"></iframe>
    <script type="module">${script}</script>`;
  const server: Server = createServer((_, answer) =>
    answer.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page),
  );
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, close: () => server.close() };
}

/**
 * Blocks cookies and storage of a frame of another site, as Chromium does by default. The headless shell has this
 * setting for cookies only, so the storage is removed from the page's script.
 */
export async function blockThirdParties(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
  await page.addInitScript(() => {
    if (window.parent === window) return;
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
}
