import type { Locator, Page } from '@playwright/test';
import { expect, test, videoSeconds } from '../testing/content-group.ts';
import { show, video, waitForVideo } from '../testing/content-page.ts';

const placeOf = (page: Page): Promise<number> =>
  video(page).evaluate((video: HTMLVideoElement) => video.currentTime);

test('a recording is played on its page, with seeking, speed, keys and full screen; every control fits on a phone', {
  tag: '@main',
}, async ({ page, group }) => {
  const id = await group.write({ name: 'Lesson 5' });
  await show(page, group);
  await page.getByRole('link', { name: 'Lesson 5' }).click();
  await expect(page).toHaveURL(`${group.lectern.url}${group.pageOf(id)}`);
  await page.getByRole('button', { name: 'Play' }).first().click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => placeOf(page)).toBeGreaterThan(0.5);

  await page.keyboard.press('k');
  await expect(video(page)).toHaveJSProperty('paused', true);
  await page.keyboard.press('5');
  await expect(video(page)).toHaveJSProperty('currentTime', videoSeconds / 2);
  await page.keyboard.press('ArrowLeft');
  await expect(video(page)).toHaveJSProperty('currentTime', videoSeconds / 2 - 5);
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
  const speed = page.getByLabel('Speed');
  await speed.focus();
  await speed.selectOption('2×');
  await expect(video(page)).toHaveJSProperty('playbackRate', 2);
  // A keyboard user continues there; letters are the player's all the same.
  await expect(speed).toBeFocused();
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Mute' })).toBeVisible();
  // A test cannot click the browser's own list.
  await speed.dispatchEvent('pointerdown');
  await speed.selectOption('1.5×');
  await expect(video(page)).toHaveJSProperty('playbackRate', 1.5);
  await page.keyboard.press('Space');
  await expect(video(page)).toHaveJSProperty('paused', false);
  await page.keyboard.press('Space');
  await expect(video(page)).toHaveJSProperty('paused', true);
  await page.getByRole('slider', { name: 'Position in the recording' }).fill('20');
  await expect(video(page)).toHaveJSProperty('currentTime', 20);
  await expect(page.getByRole('slider', { name: 'Position in the recording' })).toHaveAttribute(
    'aria-valuetext',
    '0:20 of 0:30',
  );
  await page.keyboard.press('ArrowRight');
  await expect(video(page)).toHaveJSProperty('currentTime', 25);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('button', { name: 'Exit full screen' })).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible();

  await test.step('a phone, and a recording of several hours', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    await waitForVideo(page);
    await video(page).evaluate((video: HTMLVideoElement) => {
      Object.defineProperty(video, 'duration', { value: 7_384 });
      video.dispatchEvent(new Event('durationchange'));
    });
    const player = page.getByRole('region', { name: 'Player' });
    await expect(player).toContainText('0:00 / 2:03:04');
    const right = async (part: Locator): Promise<number> => {
      const { x = 0, width = 0 } = (await part.boundingBox()) ?? {};
      return x + width;
    };
    expect(await right(player.getByRole('button', { name: 'Full screen' }))).toBeLessThanOrEqual(
      await right(player),
    );
  });
});

type Answers = {
  /** The first address has expired when it is given. */
  isOver?: boolean;
  /** Until then there is no second one. */
  second?: Promise<void>;
};

/** Counts the requests for the addresses of a recording. */
async function watchAddresses(page: Page, id: string, { isOver = false, second }: Answers = {}) {
  const asked = { times: 0, first: '' };
  await page.route(`**/records/${id}/media`, async (route) => {
    asked.times += 1;
    const isFirst = asked.times === 1;
    if (!isFirst) await second;
    const response = await route.fetch();
    const media = await response.json();
    if (isFirst) asked.first = media.videoUrl;
    const expiresAt = isFirst && isOver ? new Date().toISOString() : media.expiresAt;
    await route.fulfill({ response, json: { ...media, expiresAt } });
  });
  return asked;
}

test('a signed address that is refused during playback is renewed, and the video continues at its position', async ({
  page,
  group,
}) => {
  const id = await group.write({ name: 'Lesson 5', isLarge: true });
  const asked = await watchAddresses(page, id);
  await show(page, group, group.pageOf(id));
  await waitForVideo(page);
  await page.getByLabel('Speed').selectOption('1.5×');
  await page.route(asked.first, (route) => route.fulfill({ status: 403, body: 'Expired' }));
  await page.getByRole('button', { name: 'Play' }).first().click();
  await page.getByRole('slider', { name: 'Position in the recording' }).fill('24');
  await expect.poll(() => placeOf(page)).toBeGreaterThan(24.5);
  await expect(video(page)).toHaveJSProperty('playbackRate', 1.5);
  expect([asked.times, await video(page).getAttribute('src')]).not.toEqual([1, asked.first]);
  expect(asked.times).toBe(2);
});

test('an address that is known to have expired is not used', async ({ page, group }) => {
  const id = await group.write({ name: 'Lesson 5' });
  const asked = await watchAddresses(page, id, { isOver: true });
  await show(page, group, group.pageOf(id));
  await waitForVideo(page);
  expect(asked.times).toBe(1);
  await page.getByRole('button', { name: 'Play' }).first().click();
  await expect.poll(() => placeOf(page)).toBeGreaterThan(0.2);
  expect(asked.times).toBe(2);
});

test('commands given while another address is requested take effect under that one', async ({
  page,
  group,
}) => {
  const id = await group.write({ name: 'Lesson 5' });
  const second = Promise.withResolvers<void>();
  const asked = await watchAddresses(page, id, { isOver: true, second: second.promise });
  await show(page, group, group.pageOf(id));
  await waitForVideo(page);
  await page.getByRole('slider', { name: 'Position in the recording' }).fill('24');
  await expect.poll(() => asked.times).toBe(2);
  await page.getByLabel('Speed').selectOption('0.5×');
  await page.getByRole('button', { name: 'Back 10 seconds' }).click();
  await page.keyboard.press('l');
  await page.getByRole('slider', { name: 'Position in the recording' }).press('ArrowLeft');
  await page.getByRole('button', { name: 'Play' }).first().click();
  second.resolve();
  await expect(video(page)).toHaveJSProperty('paused', false);
  const place = await placeOf(page);
  expect(place).toBeGreaterThanOrEqual(19);
  expect(place).toBeLessThan(24);
  await expect(video(page)).toHaveJSProperty('playbackRate', 0.5);
});

test('a video that cannot be loaded says so and plays once it can; while the storage is silent the player waits', async ({
  page,
  group,
}) => {
  const id = await group.write({ name: 'Lesson 5', isLarge: true });
  await page.route('**/files/**', (route) => route.fulfill({ status: 403, body: 'Expired' }));
  await show(page, group, group.pageOf(id));
  await expect(page.getByText('The video cannot be played now')).toBeVisible();
  await page.unroute('**/files/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await waitForVideo(page);
  await page.getByRole('button', { name: 'Play' }).first().click();
  await expect(video(page)).toHaveJSProperty('paused', false);

  await page.reload();
  await waitForVideo(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/files/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('slider', { name: 'Position in the recording' }).fill('24');
  await page.getByRole('button', { name: 'Play' }).first().click();
  await expect(page.getByText('This takes longer than usual.')).toBeVisible();
  held.resolve();
  await expect.poll(() => placeOf(page)).toBeGreaterThan(24.5);
  await expect(page.getByText('This takes longer than usual.')).toBeHidden();
});
