import type { Browser } from '@playwright/test';
import { expectAccessible } from '../testing/account-page.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, type School, test } from '../testing/school.ts';
import { shareOf } from '../testing/stage.ts';

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

/** Runs in the page. Remembers whether a text has been there, however short. */
function watchForText(text: string): void {
  const look = (): void => {
    if (document.body.textContent.includes(text)) Object.assign(window, { hasSeenText: true });
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
}

/** Runs in the page. */
const nextPictureOf = (picture: Element) =>
  new Promise((resolve) => (picture as HTMLVideoElement).requestVideoFrameCallback(resolve));

test('a screen share fills the stage, and a moderator can end it; tiles are pinned, follow the speaker, and menus work', {
  tag: '@main',
}, async ({ browser, school }) => {
  test.slow();
  const { anna, boris, room, end } = await openPair(browser, school);
  await anna.page.setViewportSize({ width: 1440, height: 900 });
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
  const pause = screen.getByRole('status');
  await test.step('a paused screen says so in place of its picture, until it is resumed', async () => {
    await boris.button('Pause sharing').press('Enter');
    await expect(pause).toHaveText('Boris Ivanov paused screen sharing');
    await expect(boris.text('Others cannot see your screen.')).toBeVisible();
    const picture = screen.locator('video');
    await expect(picture).toHaveCount(0);
    await boris.button('Resume sharing').press('Enter');
    await expect(pause).toBeEmpty();
    await picture.evaluate(nextPictureOf);
    await expect(boris.button('Pause sharing')).toBeFocused();
  });
  await anna.act('Boris Ivanov', 'Stop their screen sharing');
  await expect(boris.text('Anna Petrova stopped your screen sharing.')).toBeVisible();
  await expect(boris.button('Share screen')).toBeVisible();
  await expect(screen).toHaveCount(0);
  await test.step('a moderator can end a paused screen, too', async () => {
    await boris.page.keyboard.press('s');
    await boris.button('Pause sharing').click();
    await expect(pause).toHaveText('Boris Ivanov paused screen sharing');
    await anna.act('Boris Ivanov', 'Stop their screen sharing');
    await expect(boris.button('Share screen')).toBeVisible();
    await expect(screen).toHaveCount(0);
  });
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
