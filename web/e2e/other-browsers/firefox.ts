import { type Browser, type ElementHandle, launch } from 'puppeteer-core';
import { waitUntil } from '../../../server/testing/wait.ts';
import { collectConnections } from '../testing/media-flow.ts';
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

/**
 * Fails if the control received no click. Puppeteer reads the control's position, then clicks there: a control that
 * moves in between, as Join does when the preview lists the devices, is missed and nothing says so.
 */
async function clickAndCheck(control: ElementHandle<HTMLElement>): Promise<void> {
  const clicks = await control.evaluateHandle((element) => {
    const received: Event[] = [];
    element.addEventListener('click', (event) => received.push(event));
    return received;
  });
  await control.click();
  await waitUntil(() => clicks.evaluate(({ length }) => length > 0), {
    timeout: 2_000,
    message: 'the click to reach the control',
  });
}

/** Opens a page with its own cookies and storage. */
export async function openFirefoxPage(browser: Browser): Promise<DrivenPage> {
  const context = await browser.createBrowserContext();
  // Each page has its own window, because a background tab receives no video.
  const page = await context.newPage({ type: 'window' });
  await page.evaluateOnNewDocument(collectConnections);
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: (work) => page.evaluate(work) as Promise<Awaited<ReturnType<typeof work>>>,
    click: async (name) => clickAndCheck(await page.evaluateHandle(findControl, name)),
    type: async (name, text) => await (await page.evaluateHandle(findControl, name)).type(text),
    close: () => context.close(),
  };
}
