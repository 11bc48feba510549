import { type Browser, chromium } from '@playwright/test';

/** Opens a headless browser with a fake camera and microphone and without permission prompts. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.LECTERN_TEST_BROWSER;
  if (!executablePath) throw new Error('LECTERN_TEST_BROWSER is not set: run this with `npm run bench`.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
}
