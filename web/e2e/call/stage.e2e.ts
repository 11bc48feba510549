import type { Browser, Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/account-page.ts';
import { keepDevicesOff, PersonPage } from '../testing/person-page.ts';
import { expect, type School, test } from '../testing/school.ts';

/** Two people in a call; `enterQuietly` if their media do not matter. */
async function openPair(browser: Browser, school: School, how: 'enter' | 'enterQuietly' = 'enterQuietly') {
  const room = await school.room();
  const [anna, boris] = await Promise.all([
    PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' })),
    PersonPage[how](browser, await school.link(room, { username: 'Boris Ivanov' })),
  ]);
  await expect(anna.tile('Boris Ivanov')).toBeVisible();
  return { anna, boris, room, end: () => Promise.all([anna.close(), boris.close()]) };
}

/** The share of its area on the page that something covers. */
async function shareOf(page: Page, selector: string): Promise<number> {
  const [inner, outer] = await Promise.all([
    page.locator(selector).boundingBox(),
    page.getByRole('region', { name: 'People in the call' }).boundingBox(),
  ]);
  return inner && outer ? (inner.width * inner.height) / (outer.width * outer.height) : 0;
}

/** Runs in the page. Remembers whether a text has been there, however short. */
function watchForText(text: string): void {
  const look = (): void => {
    if (document.body.textContent.includes(text)) Object.assign(window, { hasSeenText: true });
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
}

test('a screen share fills the stage, and a moderator can end it; tiles are pinned, follow the speaker, and menus work', {
  tag: '@main',
}, async ({ browser, school }) => {
  test.slow();
  const { anna, boris, room, end } = await openPair(browser, school);
  const role = (name: string) => anna.tile(name).getAttribute('data-role');
  await test.step('in a call of two the other person is large; the own small tile is hidden and comes back', async () => {
    await expect.poll(() => role('Anna Petrova')).toBe('corner');
    await expect.poll(() => shareOf(anna.page, '[data-role="equal"]')).toBeGreaterThan(0.6);
    const people = anna.page.getByRole('region', { name: 'People in the call' }).getByRole('listitem');
    await expect(people).toHaveText([/Boris Ivanov.*Camera off/, /Anna Petrova \(you\).*Camera off/]);
    await anna.tile('Anna Petrova').hover();
    await anna.button('Your tile').click();
    await anna.page.getByRole('menuitem', { name: /^Hide my picture/ }).click();
    await expect(people).toHaveCount(1);
    await expect(anna.button('More')).toBeFocused();
    await anna.button('More').click();
    const item = anna.page.getByRole('menuitemcheckbox', { name: 'Hide my picture' });
    await expect(item).toHaveAttribute('aria-checked', 'true');
    await item.click();
    await anna.page.keyboard.press('Escape');
    await expect(people).toHaveCount(2);
  });
  await test.step('the tooltip of a button makes way for its menu, and the page changes its language', async () => {
    await anna.button('More').hover();
    await expect(anna.page.getByRole('tooltip')).toBeVisible();
    await anna.button('More').click();
    await expect(anna.page.getByRole('menu')).toBeVisible();
    await expect(anna.page.getByRole('tooltip')).toHaveCount(0);
    await anna.page.getByRole('menuitem', { name: 'Русский' }).click();
    await expect(anna.button('Выйти')).toBeVisible();
    await expect(anna.page.locator('html')).toHaveAttribute('lang', 'ru');
    await expect(anna.tile('(вы)')).toBeVisible();
    await anna.button('Ещё').click();
    await anna.page.getByRole('menuitem', { name: 'English' }).click();
    await expect(anna.button('Leave')).toBeVisible();
  });

  await test.step('axe finds nothing serious in menus and dialogs', async () => {
    const check = () => expectAccessible(anna.page, ['dark', 'light']);
    await anna.button('Choose microphone and speaker').click();
    await expect(anna.page.getByRole('menuitemradio').first()).toBeVisible();
    await check();
    await anna.page.keyboard.press('Escape');
    await anna.act('Boris Ivanov', 'Remove from the call');
    await expect(anna.page.getByRole('dialog')).toBeVisible();
    await check();
    await anna.page.keyboard.press('Escape');
    await expect(anna.button('More actions for Boris Ivanov')).toBeFocused();
    await anna.page.keyboard.press('p');
  });

  await test.step('a person is pinned and unpinned; the speaker view shows who speaks', async () => {
    await anna.tile('Boris Ivanov').hover();
    await anna.button('Pin Boris Ivanov').click();
    await expect.poll(() => role('Boris Ivanov')).toBe('focus');
    await anna.button('Unpin Boris Ivanov').click();
    await expect.poll(() => role('Boris Ivanov')).toBe('equal');
    await anna.tile('Boris Ivanov').hover();
    await anna.button('Options for Boris Ivanov').click();
    await expect(anna.page.getByRole('menuitem', { name: 'Remove from the call' })).toBeVisible();
    await anna.page.keyboard.press('Escape');
    await expect(anna.button('Options for Boris Ivanov')).toBeFocused();
    await anna.button('More').click();
    await anna.page.getByRole('menuitemradio', { name: 'Speaker' }).click();
    await expect.poll(() => role('Boris Ivanov')).toBe('focus');
    // A speaker whose microphone was turned off no longer has the large tile.
    const [gleb, vera] = await Promise.all([school.person(room, 'Gleb'), school.person(room, 'Vera')]);
    await gleb.publish('microphone');
    await expect(anna.tile('Gleb').locator('[data-speaking]')).toHaveCount(1);
    await expect.poll(() => role('Gleb')).toBe('focus');
    await gleb.unpublish('microphone');
    await vera.publish('microphone');
    await expect.poll(() => role('Vera')).toBe('focus');
    await Promise.all([gleb.leave(), vera.leave()]);
    await anna.button('More').click();
    await anna.page.getByRole('menuitemradio', { name: 'Gallery' }).click();
    await expect.poll(() => role('Boris Ivanov')).toBe('equal');
  });

  await test.step('the person who shares sees in a small picture what the others see', async () => {
    await boris.page.keyboard.press('s');
    const own = boris.page.locator('[data-own-screen] video[data-shown]');
    await expect(own).toBeVisible();
    // A tablet: the sign of sharing covers no tile, and the name beside a raised hand is whole.
    await boris.page.setViewportSize({ width: 768, height: 1024 });
    await boris.page.keyboard.press('h');
    await boris.page.keyboard.press('p');
    const people = boris.page.getByRole('complementary', { name: 'People' });
    const name = people.getByTitle('Boris Ivanov');
    await expect(people.getByText('Raised hands')).toBeVisible();
    const fits = (element: Element) => element.scrollWidth <= element.clientWidth;
    await expect.poll(() => name.evaluate(fits)).toBe(true);
    const [sign, tile] = await Promise.all([
      boris.page.locator('[data-kind="sharing"]').boundingBox(),
      boris.page.getByRole('region', { name: 'People in the call' }).boundingBox(),
    ]);
    expect((sign?.y ?? 0) + (sign?.height ?? 0)).toBeLessThanOrEqual(tile?.y ?? 0);
    await boris.button('Stop sharing').first().click();
    await expect(own).toHaveCount(0);
  });

  const screen = anna.page.locator('[data-tile^="screen:"]');
  const loading = 'Loading the screen of Boris Ivanov…';
  await expect(screen).toHaveCount(0);
  await anna.page.evaluate(watchForText, loading);
  await boris.page.keyboard.press('s');
  await expect(boris.text('You are sharing your screen')).toBeVisible();
  await expect(screen).toContainText('Boris Ivanov’s screen');
  await expect(screen.locator('video[data-shown]')).toBeVisible();
  expect(await anna.page.evaluate(() => Object.hasOwn(window, 'hasSeenText'))).toBe(true);
  await expect(screen.getByText(loading)).toHaveCount(0);
  await expect.poll(() => shareOf(anna.page, '[data-tile^="screen:"]')).toBeGreaterThan(0.6);
  await expect(anna.tile('Boris Ivanov')).toBeVisible();
  await anna.act('Boris Ivanov', 'Stop their screen sharing');
  await expect(boris.text('Anna Petrova stopped your screen sharing.')).toBeVisible();
  await expect(boris.button('Share screen')).toBeVisible();
  await expect(screen).toHaveCount(0);
  await end();
});

test(
  'a picture or a sound that stopped is marked within four seconds, until it comes back',
  {
    tag: '@alone',
  },
  async ({ browser, school }, info) => {
    const { anna, boris, end } = await openPair(browser, school, 'enter');
    await anna.seesAndHears();
    const mark = anna.tile('Boris Ivanov').getByRole('img', { name: 'Connection interrupted' });
    await expect(mark).toHaveCount(0);
    // The track stays published, and nothing is sent: as if the network took nothing.
    const stop = (kind: string) =>
      boris.page.evaluate(async (of) => {
        const { peerConnections } = window as unknown as { peerConnections: RTCPeerConnection[] };
        const sender = peerConnections
          .flatMap((one) => one.getSenders())
          .find(({ track }) => track?.kind === of);
        const track = sender?.track ?? null;
        await sender?.replaceTrack(null);
        Object.assign(window, { sendAgain: () => sender?.replaceTrack(track) });
      }, kind);
    const sendAgain = () =>
      boris.page.evaluate(() => (window as unknown as { sendAgain: () => Promise<void> }).sendAgain());
    // A raised hand hides no other sign, on the tile and in the list.
    await boris.page.keyboard.press('h');
    await anna.page.keyboard.press('p');
    const row = anna.page
      .getByRole('complementary', { name: 'People' })
      .getByRole('listitem')
      .filter({ hasText: 'Boris Ivanov' });
    await stop('audio');
    await expect(mark).toBeVisible({ timeout: 5_500 });
    await sendAgain();
    await expect(mark).toHaveCount(0);
    await stop('video');
    await expect(mark).toBeVisible({ timeout: 5_500 });
    await expect(row.getByText(/^(Weak connection|Connection lost)$/)).toBeVisible();
    for (const place of [anna.tile('Boris Ivanov'), row]) {
      await expect(place.getByText('1', { exact: true })).toBeVisible();
    }
    await expect(row.getByRole('button', { name: 'Mute Boris Ivanov' })).toBeVisible();
    await anna.page.screenshot({ path: info.outputPath('weak.png') });
    await sendAgain();
    await expect(mark).toHaveCount(0);
    await end();
  },
);

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

/** On phones of all sizes, upright and on their side. */
async function seesWhereItIs(page: Page): Promise<void> {
  const signs = [
    page.getByText('Algebra').and(page.locator('[title]:visible')).first(),
    page.getByRole('timer', { name: /since the call started/ }),
    page.getByRole('button', { name: '1 person is here. Show people' }),
  ];
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 844, height: 390 },
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

test('people with a camera come first, others keep their places, and people without video can be hidden', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const anna = await PersonPage.enterQuietly(browser, await school.link(room));
  const tiles = anna.page.locator('[data-tile^="camera:"]');
  const boris = await school.person(room, 'Boris');
  await expect(tiles).toHaveCount(2);
  const vera = await school.person(room, 'Vera');
  await expect(tiles).toHaveCount(3);
  const gleb = await school.person(room, 'Gleb');
  await expect(tiles).toHaveText([/Anna/, /Boris/, /Vera/, /Gleb/]);
  await vera.publish('camera');
  await expect(tiles).toHaveText([/Anna/, /Vera/, /Boris/, /Gleb/]);
  await gleb.publish('camera');
  await expect(tiles).toHaveText([/Anna/, /Vera/, /Gleb/, /Boris/]);

  const hide = anna.page.getByRole('menuitemcheckbox', { name: 'Hide people without video' });
  await anna.button('More').click();
  await hide.click();
  await anna.page.keyboard.press('Escape');
  await expect(tiles).toHaveText([/Anna/, /Vera/, /Gleb/]);
  await expect(anna.button(/1 more person/)).toBeVisible();
  await anna.page.setViewportSize({ width: 390, height: 844 });
  await expect(tiles).toHaveText([/Vera/, /Gleb/, /Anna/]);
  await anna.button(/1 more person/).click();
  await expect(anna.page.getByRole('complementary', { name: 'People' })).toBeVisible();
  await Promise.all([anna.close(), boris.leave(), vera.leave(), gleb.leave()]);
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
