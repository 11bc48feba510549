import { keepDevicesOff } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

/** A weak mobile network, in bytes a second. */
const weak = { offline: false, latency: 0, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Runs in the page: keeps the style sheets that are not loaded when the first text gives way to the page. */
function keepMissingStyles(): void {
  new MutationObserver((_, observer) => {
    const shown = document.querySelector('#root')?.firstElementChild;
    if (!shown || shown.className === 'opening') return;
    observer.disconnect();
    const loaded = [...document.styleSheets].map(({ href }) => href);
    const named = [...document.querySelectorAll<HTMLLinkElement>('link[data-late]')].map(({ href }) => href);
    Object.assign(window, { styles: { named, missing: named.filter((href) => !loaded.includes(href)) } });
  }).observe(document, { childList: true, subtree: true });
}

test('a weak network shows a text within a second, in the language of the browser, and the page with its styles', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const context = await browser.newContext({ locale: 'ru-RU', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await keepDevicesOff(page);
  await page.addInitScript(keepMissingStyles);
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', weak);
  await page.goto(await school.link(room), { waitUntil: 'commit' });
  await expect(page.getByText('Открываем…', { exact: true })).toBeVisible();
  await expect(page.getByText('Opening…')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Открываем…', { exact: true })).toHaveCount(0);
  const firstPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  expect(firstPaint).toBeLessThan(1000);
  const { named, missing } = await page.evaluate(
    () => (window as unknown as { styles: Record<'named' | 'missing', string[]> }).styles,
  );
  expect(named.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
  await context.close();
});

test('the page can be installed: its manifest and icons are there', async ({ page, school }) => {
  await page.goto(school.lectern.url);
  const path = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await page.request.get(`${school.lectern.url}${path}`);
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { icons, start_url: start } = (await manifest.json()) as {
    icons: { src: string; type: string }[];
    start_url: string;
  };
  expect(start).toBe('/');
  for (const { src, type } of icons) {
    const icon = await page.request.get(`${school.lectern.url}${src}`);
    expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, type]);
  }
});
