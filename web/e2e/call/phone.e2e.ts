import type { Locator, Page } from '@playwright/test';
import { keepDevicesOff } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';
import { shareOf } from '../testing/stage.ts';

/** Two fingers and double taps on a shared screen and on a small tile, which becomes the large one. */
async function enlarge(page: Page): Promise<void> {
  const screen = page.locator('[data-tile^="screen:"]');
  await expect(screen.locator('video[data-shown]')).toBeVisible();
  const sizeOf = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const widthOf = async (of = screen) => (await sizeOf(of.locator('video'))).width;
  const middleOf = async (of: Locator) => {
    const box = await sizeOf(of);
    return { ...box, x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const tile = await middleOf(screen);
  const { x, y } = tile;
  const fingers = await page.context().newCDPSession(page);
  type Touch = 'touchStart' | 'touchMove' | 'touchEnd';
  const touchAt = (timestamp: number, type: Touch, ...points: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', {
      ...{ type, timestamp, touchPoints: points.map((at, id) => ({ ...at, id })) },
    });
  const seconds = () => Date.now() / 1000;
  const touch = (type: Touch, ...points: { x: number; y: number }[]) => touchAt(seconds(), type, ...points);
  // The events carry their own times: a slow machine would make two single taps of a double tap.
  const doubleTap = async (at: { x: number; y: number }) => {
    const first = seconds();
    for (const time of [first, first + 0.15]) {
      await touchAt(time, 'touchStart', at);
      await touchAt(time, 'touchEnd');
    }
  };
  const pinchAt = async ({ x: at, y: high }: { x: number; y: number }, ...steps: number[]) => {
    for (const [step, apart] of steps.entries()) {
      await touch(
        step === 0 ? 'touchStart' : 'touchMove',
        { x: at - apart, y: high },
        { x: at + apart, y: high },
      );
    }
    await touch('touchEnd');
  };
  await pinchAt(tile, 30, 40, 50, 60);
  await expect.poll(widthOf).toBeGreaterThan(tile.width * 1.8);
  const left = async () => (await screen.locator('video').boundingBox())?.x ?? 0;
  const before = await left();
  await touch('touchStart', { x, y });
  await touch('touchMove', { x: x + 40, y });
  await touch('touchEnd');
  await expect.poll(left).toBeGreaterThan(before + 20);
  await doubleTap({ x, y });
  await expect.poll(widthOf).toBeLessThan(tile.width * 1.1);
  // The board in front of a camera: two fingers on its small tile make it the large one, two more enlarge it.
  const board = page.locator('[data-tile^="camera:"]').filter({ hasText: 'Boris' });
  await expect(board).toHaveAttribute('data-role', 'strip');
  await pinchAt(await middleOf(board), 10, 15, 20);
  await expect(board).toHaveAttribute('data-role', 'focus');
  await expect.poll(async () => (await sizeOf(board)).width).toBeGreaterThan(300);
  await pinchAt(await middleOf(board), 30, 45, 60);
  await expect.poll(() => widthOf(board)).toBeGreaterThan((await sizeOf(board)).width * 1.3);
  // By a mouse: Chrome takes a tap right after two fast fingers for the end of their movement, and clicks nothing.
  await board.getByRole('button', { name: 'Unpin Boris' }).click();
  await expect(screen).toHaveAttribute('data-role', 'focus');
  // The page itself was not enlarged.
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
}

/** On phones of all sizes, upright and on their side, and in a wide window. */
async function seesWhereItIs(page: Page): Promise<void> {
  const signs = [
    page.getByText('Algebra').and(page.locator('[title]:visible')).first(),
    page.getByRole('timer', { name: /since the call started/ }),
    page.getByRole('button', { name: /^(1 person is here\. Show people|People, 1)$/ }),
  ];
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 844, height: 390 },
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    const boxes = await Promise.all(
      signs.map(async (sign) => {
        await expect(sign).toBeInViewport({ ratio: 1 });
        return sign.boundingBox();
      }),
    );
    const middles = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2));
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  }
}

test('a phone cuts nothing off, its controls are big enough to touch, and fingers enlarge a screen and a board', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await keepDevicesOff(page);
  await page.goto(await school.link(room));
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
  // Screen readers get the name of the room as a heading before the controls.
  await expect(page.getByRole('heading', { level: 1, name: 'Algebra' })).toBeFocused();
  for (const button of await page.getByRole('region', { name: 'Call controls' }).getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await test.step('the room, its time and the number of people, in one line', () => seesWhereItIs(page));
  // There is space for few buttons; the rest is in the menu.
  await page.getByRole('button', { name: 'More' }).tap();
  const sheet = page.getByRole('menu');
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(390);
  await expect(sheet.getByText('Microphone', { exact: true })).toBeVisible();
  await page.getByRole('menuitem', { name: /^People/ }).tap();
  await expect(page.getByRole('complementary', { name: 'People' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).tap();
  await expect(page.getByRole('complementary', { name: 'People' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused();

  // The tile of the only other person has the shape of their picture; three pictures fill their tiles.
  const boris = await school.person(room, 'Boris');
  await boris.publish('camera');
  const wrongShape = () =>
    page.evaluate(() => {
      const picture = document.querySelector<HTMLVideoElement>('[data-role="equal"] video[data-shown]');
      const tile = picture?.closest('[data-tile]')?.getBoundingClientRect();
      return picture && tile ? tile.width / tile.height - picture.videoWidth / picture.videoHeight : 9;
    });
  await expect.poll(async () => Math.abs(await wrongShape())).toBeLessThan(0.05);
  await test.step('a touch on the own tile, and on the dots of another one, opens a menu', async () => {
    await page.locator('[data-role="corner"]').tap();
    await expect(page.getByRole('menuitem', { name: /^Hide my picture/ })).toBeVisible();
    await page.keyboard.press('Escape');
    // The browser keeps the finger's place as that of a pointer; the picture is not darker there.
    await page.locator('[data-role="corner"]').hover();
    await expect(page.locator('[data-role="corner"] [aria-haspopup="menu"]')).toHaveCSS(
      'background-color',
      'rgba(0, 0, 0, 0)',
    );
    await page.getByRole('button', { name: 'Options for Boris' }).tap();
    await expect(page.getByRole('menuitem', { name: 'Pin Boris' })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  const vera = await school.person(room, 'Vera');
  await vera.publish('camera');
  await expect(page.locator('[data-role="corner"]')).toHaveCount(0);
  await expect
    .poll(() =>
      page
        .locator('[data-role="equal"] video')
        .first()
        .evaluate((picture) => getComputedStyle(picture).objectFit),
    )
    .toBe('cover');
  await vera.leave();

  await boris.publish('screen');
  await test.step('a shared screen has three quarters of an upright phone, and the whole height of one held sideways', async () => {
    const screen = '[data-tile^="screen:"]';
    await expect.poll(() => shareOf(page, screen)).toBeGreaterThan(0.75);
    await page.setViewportSize({ width: 844, height: 390 });
    const region = page.getByRole('region', { name: 'People in the call' });
    await expect
      .poll(async () => {
        const [inner, outer] = await Promise.all([page.locator(screen).boundingBox(), region.boundingBox()]);
        return (outer?.height ?? 0) - (inner?.height ?? 0);
      })
      .toBeLessThan(1);
    await page.setViewportSize({ width: 390, height: 844 });
  });
  await test.step('two fingers, a double tap and one finger', () => enlarge(page));
  await Promise.all([context.close(), boris.leave()]);
});

test('a window of 800 × 500, and a page at 200 %, cut nothing off before the call and in it', {
  tag: '@main',
}, async ({ page, school }) => {
  const viewports = [
    { width: 800, height: 500 },
    // 1280 × 800 at 200 %.
    { width: 640, height: 400 },
  ];
  const cutOff = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  const expectWhole = async (...names: string[]) => {
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      for (const name of names) {
        await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
      }
      expect(await cutOff()).toBe(false);
    }
  };
  await keepDevicesOff(page);
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto(await school.link(await school.room()));
  await expectWhole('Join');
  await page.getByRole('button', { name: 'Join' }).click();
  await expectWhole('Turn on microphone', 'Turn on camera', 'More', 'Leave');
  await page.keyboard.press('p');
  await expectWhole('Close');
});
