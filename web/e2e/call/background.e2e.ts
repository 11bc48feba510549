import type { Page } from '@playwright/test';
import { patient } from '../../../server/testing/patience.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

/** The colour in a corner of a picture, where no person is: red, green and blue. */
const cornerOf = (page: Page, selector: string) =>
  page.evaluate((found) => {
    const video = document.querySelector<HTMLVideoElement>(found);
    if (!video || video.videoWidth < 16) return undefined;
    const canvas = new OffscreenCanvas(8, 8);
    const context = canvas.getContext('2d');
    context?.drawImage(video, 0, 0, 8, 8, 0, 0, 8, 8);
    return [...(context?.getImageData(4, 4, 1, 1).data ?? [])].slice(0, 3);
  }, selector);

/** The corner of our plain blue picture, through the codec. */
const isBlue = (colour: number[] | undefined): boolean => {
  const [red = 0, green = 0, blue = 0] = colour ?? [];
  return blue > 150 && blue > red + 60 && blue > green + 40;
};

const isRed = (colour: number[] | undefined): boolean => {
  const [red = 0, green = 0, blue = 0] = colour ?? [];
  return red > 100 && red > green + 60 && red > blue + 60;
};

/** A PNG of one red point. */
const redPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Records the colour of the corner of the remote tile in each of its pictures from now on. */
function watchCorner(): void {
  const seen: number[][] = [];
  Object.assign(window, { corners: seen });
  const canvas = new OffscreenCanvas(8, 8);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let at = -1;
  const look = (): void => {
    const video = document.querySelector<HTMLVideoElement>(
      '[data-tile^="camera:"]:not([data-role="corner"]) video',
    );
    if (video && video.videoWidth >= 16 && video.currentTime !== at && context) {
      at = video.currentTime;
      context.drawImage(video, 0, 0, 8, 8, 0, 0, 8, 8);
      seen.push([...context.getImageData(4, 4, 1, 1).data].slice(0, 3));
    }
    requestAnimationFrame(look);
  };
  look();
}

test('a background is chosen before the call, hides the room from the first picture on, is kept, and changes in the call', async ({
  browser,
  school,
}) => {
  test.setTimeout(180_000);
  const room = await school.room();
  const boris = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Boris Ivanov' }));
  const anna = await PersonPage.open(browser, await school.link(room));
  const { page } = anna;
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^http/.test(url.protocol) && url.origin !== new URL(school.lectern.url).origin)
      foreign.push(url.href);
  });
  const files: string[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/assets/vision-')) return;
    files.push(
      `${response.status()} ${response.headers()['cache-control']} ${response.url().split('/').at(-1)}`,
    );
  });
  const picker = page.getByRole('group', { name: 'Background' });
  const option = (name: string) => picker.getByRole('radio', { name, exact: true });
  await expect(option('No effect')).toBeChecked();
  expect(files).toEqual([]);
  await option('Plain blue').check();
  await expect(page.getByText('Effects use more processor time')).toBeVisible();
  await expect
    .poll(async () => isBlue(await cornerOf(page, 'video')), { timeout: patient(60_000) })
    .toBe(true);
  expect(files.map((one) => one.replace(/^200 public, max-age=31536000, immutable /, '')).sort()).toEqual([
    'selfie_segmenter.tflite',
    'vision_wasm_internal.js',
    'vision_wasm_internal.wasm',
  ]);

  await boris.page.evaluate(watchCorner);
  await anna.enter();
  const remote = '[data-tile^="camera:"]:not([data-role="corner"]) video';
  const corners = () => boris.page.evaluate(() => (window as unknown as { corners: number[][] }).corners);
  await expect.poll(async () => (await corners()).some(isBlue), { timeout: patient(60_000) }).toBe(true);
  const bare = (await corners()).filter((colour) => !isBlue(colour) && Math.max(...colour) > 40);
  expect(bare).toEqual([]);

  await anna.button('Choose camera').click();
  const choice = (name: string) => page.getByRole('menuitemradio', { name });
  await expect(choice('Plain blue')).toHaveAttribute('aria-checked', 'true');
  await choice('No effect').click();
  await expect.poll(async () => isBlue(await cornerOf(boris.page, remote))).toBe(false);
  await anna.button('Turn off camera').click();
  await expect(boris.tile('Anna Petrova').locator('video')).toHaveCount(0);
  await anna.button('Choose camera').click();
  await choice('Plain blue').click();
  await anna.button('Turn on camera').click();
  await expect.poll(async () => isBlue(await cornerOf(boris.page, remote))).toBe(true);
  await page.reload();
  await anna.button('Check devices first').click();
  await expect(option('Plain blue')).toBeChecked();

  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose your own picture…' }).click();
    await (await chooser).setFiles(file);
  };
  await choose({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByText('This file is not a picture')).toBeVisible();
  await expect(option('Plain blue')).toBeChecked();
  await choose({ name: 'red.png', mimeType: 'image/png', buffer: redPicture });
  await expect(option('Your picture')).toBeChecked();
  const isRedThere = async () => isRed(await cornerOf(page, 'video'));
  await expect.poll(isRedThere, { timeout: patient(60_000) }).toBe(true);
  await page.reload();
  await expect(option('Your picture')).toBeChecked();
  await expect.poll(isRedThere, { timeout: patient(60_000) }).toBe(true);
  expect(foreign).toEqual([]);
  expect([...anna.violations, ...boris.violations]).toEqual([]);
  await Promise.all([anna.close(), boris.close()]);
});
