import type { Page } from '@playwright/test';
import { waitUntil } from '../../../server/testing/wait.ts';
import { readFlow } from '../testing/media-flow.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

/** Counts the page's wake locks: how many are held. */
function countWakeLocks(): void {
  const held = { count: 0 };
  Object.assign(window, { wakeLocks: held });
  const request = async () => {
    held.count += 1;
    const lock = {
      released: false,
      release: async () => {
        lock.released = true;
        held.count -= 1;
      },
    };
    return lock;
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request } });
}

/** Replaces the microphone by one with a mute switch that is on: it delivers zeros. */
function useMutedHeadset(): void {
  const { mediaDevices } = navigator;
  const original = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (given = {}) => {
    const stream = await original(given);
    if (!given.audio) return stream;
    const context = new AudioContext();
    const { stream: silent } = context.createMediaStreamDestination();
    for (const track of stream.getAudioTracks()) stream.removeTrack(track);
    for (const track of silent.getAudioTracks()) stream.addTrack(track);
    return stream;
  };
}

const heldWakeLocks = (page: Page) =>
  page.evaluate(() => (window as unknown as { wakeLocks: { count: number } }).wakeLocks.count);

/** The pictures decoded so far. */
const frames = async (page: Page): Promise<number> => (await page.evaluate(readFlow)).frames;

const openMenu = ({ page }: PersonPage, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/** The content of the page's small window; undefined while that is closed. */
const smallWindow = (page: Page) =>
  page.evaluate(() => {
    const { window: opened } = (window as unknown as { documentPictureInPicture: { window: Window | null } })
      .documentPictureInPicture;
    const labels = [...(opened?.document.querySelectorAll('button') ?? [])].map((one) => one.ariaLabel);
    return opened ? { text: opened.document.body.innerText, labels } : undefined;
  });

const pressInSmallWindow = (page: Page, label: string) =>
  page.evaluate((name) => {
    const { window: opened } = (window as unknown as { documentPictureInPicture: { window: Window | null } })
      .documentPictureInPicture;
    opened?.document.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)?.click();
  }, label);

test('a person saves data, keeps the screen on, sees how long the call lasts, and follows it in a small window', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const boris = await PersonPage.enter(browser, await school.link(room, { username: 'Boris Ivanov' }));
  const anna = await PersonPage.openPrepared(browser, await school.link(room), async (page) => {
    await page.addInitScript(countWakeLocks);
  });
  await anna.enter();
  const { page } = anna;
  await anna.seesAndHears();
  expect(await heldWakeLocks(page)).toBe(1);

  const times = [anna, boris].map((one) => one.page.getByRole('timer', { name: /since the call started/ }));
  const seconds = await Promise.all(
    times.map(async (timer) => {
      const [minutes = 0, rest = 0] = (await timer.innerText()).split(':').map(Number);
      return minutes * 60 + rest;
    }),
  );
  expect(Math.abs((seconds[0] ?? 0) - (seconds[1] ?? 60))).toBeLessThanOrEqual(3);

  const item = page.getByRole('menuitemcheckbox', { name: /^Low-data mode/ });
  const mark = anna.tile('Boris Ivanov').getByRole('img', { name: 'Video off to save data' });
  await openMenu(anna, 'More');
  await item.click();
  await page.keyboard.press('Escape');
  await expect(mark).toBeVisible();
  await expect(anna.tile('Boris Ivanov').locator('video')).toHaveCount(0);
  let before = -1;
  const hasStopped = async (): Promise<boolean> => {
    const now = await frames(page);
    const isSame = now === before;
    before = now;
    return isSame;
  };
  await waitUntil(hasStopped, { timeout: 20_000, interval: 500, message: 'no more pictures' });
  await anna.hears();
  await page.reload();
  await anna.enter();
  await expect(mark).toBeVisible();
  await openMenu(anna, 'More');
  await expect(item).toHaveAttribute('aria-checked', 'true');
  await item.click();
  await page.keyboard.press('Escape');
  await expect(mark).toBeHidden();
  await anna.seesAndHears();

  await openMenu(anna, 'More');
  await page.getByRole('menuitem', { name: 'Picture in picture' }).click();
  await expect.poll(async () => (await smallWindow(page))?.text).toContain('Boris Ivanov');
  await pressInSmallWindow(page, 'Turn on microphone');
  await expect(anna.button('Turn off microphone')).toBeVisible();
  await expect.poll(async () => (await smallWindow(page))?.labels).toEqual(['Turn off microphone', 'Leave']);
  await pressInSmallWindow(page, 'Leave');
  await expect(anna.heading('You left the call')).toBeVisible();
  await expect.poll(() => smallWindow(page)).toBeUndefined();
  expect(await heldWakeLocks(page)).toBe(0);
  expect([...anna.violations, ...boris.violations]).toEqual([]);
  await Promise.all([anna.close(), boris.close()]);
});

test('a silent microphone is reported; in the call the speaker is tested, noise suppression turned off, and another microphone chosen', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const anna = await PersonPage.openPrepared(browser, await school.link(room), async (page) => {
    await page.addInitScript(useMutedHeadset);
  });
  const { page } = anna;
  await page.getByRole('button', { name: 'Test speaker' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Did you hear it?' })).toBeVisible();
  await anna.enter();
  await anna.button('Turn on microphone').click();
  const warning = page.getByRole('status').filter({ hasText: 'We can’t hear you' });
  await expect(warning).toBeVisible();
  await anna.button('Turn off microphone').click();
  await expect(warning).toBeHidden();

  const boris = await PersonPage.enter(browser, await school.link(room, { username: 'Boris Ivanov' }));
  await openMenu(boris, 'Choose microphone and speaker');
  await boris.page.getByRole('menuitem', { name: /^Test speaker/ }).click();
  await expect(boris.page.getByRole('menuitem', { name: /^Test again/ })).toBeVisible();
  await boris.page.getByRole('menuitemcheckbox', { name: /^Noise suppression/ }).click();
  await boris.page.keyboard.press('Escape');
  const sent = () =>
    boris.page.evaluate(() => {
      const { peerConnections = [] } = window as unknown as { peerConnections?: RTCPeerConnection[] };
      const tracks = peerConnections.flatMap((one) => one.getSenders().map(({ track }) => track));
      const audio = tracks.find((track) => track?.kind === 'audio');
      return { label: audio?.label, noiseSuppression: audio?.getSettings().noiseSuppression };
    });
  await expect.poll(async () => (await sent()).noiseSuppression).toBe(false);
  await anna.hears();
  // Another microphone, while the other person listens.
  await openMenu(boris, 'Choose microphone and speaker');
  await boris.page.getByRole('menuitemradio', { name: 'Fake Audio Input 2' }).click();
  await expect.poll(async () => (await sent()).label).toBe('Fake Audio Input 2');
  await anna.hears();
  await openMenu(boris, 'Choose microphone and speaker');
  await expect(boris.page.getByRole('menuitemradio', { name: 'Fake Audio Input 2' })).toBeChecked();
  await boris.page.keyboard.press('Escape');
  await expect(boris.text('We can’t hear you')).toBeHidden();
  await Promise.all([anna.close(), boris.close()]);
});
