import type { Page } from '@playwright/test';
import { makeTimedWebinar } from '../../../server/testing/webinars/timed-webinar.ts';
import { insertSession } from '../../../server/testing/webinars/watchable.ts';
import { HideablePage } from '../testing/hideable-page.ts';
import { expect, type Studio, test } from '../testing/school.ts';
import { expectInStep, readPicture, WebinarPage } from '../testing/webinar-page.ts';

test.describe.configure({ mode: 'parallel' });

/** A running session of a minute. */
async function startSession(studio: Studio) {
  const webinar = await makeTimedWebinar(studio, { seconds: 60 });
  const { startDate } = await insertSession(studio.database.db, webinar, { begunAgo: 2 });
  return { ...webinar, startDate };
}

const isMuted = (page: Page): Promise<boolean> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.muted);

test('after a hidden tab and a lost network the video returns to the second of the clock', {
  tag: '@alone',
}, async ({ browser, studio }) => {
  const { url, startDate, spaceId, playbackId } = await startSession(studio);
  const owner = studio.lectern.client(studio.lectern.owner.personalToken);
  const body = { username: 'Boris', role: 'user' } as const;
  const link = await owner.generateAccess({ spaceId, roomId: playbackId, body });
  const hidden = await HideablePage.open(browser, link.url);
  const anna = new WebinarPage(await browser.newPage());
  await Promise.all([hidden.enter(), anna.enter(url, 'Anna')]);
  const isHiddenInStep = () => expectInStep(() => hidden.run(readPicture, startDate.getTime()));
  await Promise.all([isHiddenInStep(), anna.waitUntilInStep(startDate)]);

  await hidden.hide();
  await anna.page.context().setOffline(true);
  await expect(anna.page.getByText('Connection lost')).toBeVisible();
  // The video continues from what is loaded, 12 s at most.
  await expect(anna.page.getByText('Loading', { exact: true })).toBeVisible();
  await expect(anna.page.getByText('you will continue at the live moment')).toBeVisible();
  await expect(anna.page.getByText('Chat is reconnecting')).toBeHidden();
  await anna.page.context().setOffline(false);
  await hidden.show();
  await Promise.all([isHiddenInStep(), anna.waitUntilInStep(startDate)]);
  await expect(anna.page.getByText('Connection lost')).toBeHidden();
  await Promise.all([anna.page.close(), hidden.close()]);
});

/** Runs in the page before its own scripts: sound needs a press after each load, as in Safari and Firefox. */
function blockSound(): void {
  let isPressed = false;
  addEventListener(
    'click',
    () => {
      isPressed = true;
    },
    { capture: true },
  );
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function playIfAllowed(this: HTMLMediaElement) {
    if (this.muted || isPressed) return play.call(this);
    return Promise.reject(new DOMException('play() needs a press.', 'NotAllowedError'));
  };
}

test('a browser that blocks sound shows the video in step, and plays its sound after a press', async ({
  page,
  studio,
}) => {
  const { url, startDate } = await startSession(studio);
  const anna = new WebinarPage(page);
  await page.addInitScript(blockSound);
  await anna.enter(url, 'Anna');
  await anna.waitUntilInStep(startDate);
  expect(await isMuted(page)).toBe(false);
  await page.reload();
  const turnOn = page.getByRole('button', { name: 'Turn on sound' });
  await expect(turnOn).toBeVisible();
  expect(await isMuted(page)).toBe(true);
  await anna.waitUntilInStep(startDate);
  await turnOn.click();
  await expect(turnOn).toBeHidden();
  expect(await isMuted(page)).toBe(false);
  await anna.waitUntilInStep(startDate);
});
