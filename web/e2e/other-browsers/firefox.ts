import { type Browser, launch } from 'puppeteer-core';
import { collectConnections } from '../testing/person-page.ts';
import { type DrivenPage, findControl } from './page-driver.ts';

const preferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  // The media server of the tests listens on the loopback interface, and a test machine has no multicast DNS.
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
};

/** Starts a stock Firefox and drives it over WebDriver BiDi. */
export const startFirefox = (executablePath: string, display: string): Promise<Browser> =>
  launch({
    browser: 'firefox',
    executablePath,
    headless: false,
    env: { ...process.env, DISPLAY: display },
    extraPrefsFirefox: preferences,
  });

/** Opens a page with its own cookies and storage. */
export async function openFirefoxPage(browser: Browser): Promise<DrivenPage> {
  const context = await browser.createBrowserContext();
  // Each page has its own window, because a background tab receives no video.
  const page = await context.newPage({ type: 'window' });
  await page.evaluateOnNewDocument(collectConnections);
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: (work) => page.evaluate(work) as Promise<Awaited<ReturnType<typeof work>>>,
    click: async (name) => await (await page.evaluateHandle(findControl, name)).click(),
    type: async (name, text) => await (await page.evaluateHandle(findControl, name)).type(text),
    close: () => context.close(),
  };
}
