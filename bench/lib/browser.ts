import { type Browser, chromium, type LaunchOptions } from '@playwright/test';

/** A headless browser with a fake camera and microphone and without permission prompts. */
export function browserOptions(): LaunchOptions {
  const executablePath = process.env.LECTERN_TEST_BROWSER;
  if (!executablePath) throw new Error('LECTERN_TEST_BROWSER is not set: run this with `npm run bench`.');
  return {
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
  };
}

export const launchBrowser = (): Promise<Browser> => chromium.launch(browserOptions());
