import type { CDPSession, Page } from '@playwright/test';
import { patient } from '../../../server/testing/patience.ts';
import { makeTimedWebinar } from '../../../server/testing/webinars/timed-webinar.ts';
import { insertSession } from '../../../server/testing/webinars/watchable.ts';
import { expect, type Studio, test } from '../testing/school.ts';
import { WebinarPage } from '../testing/webinar-page.ts';

/** A running session whose video has two qualities. */
async function startSession(studio: Studio) {
  const webinar = await makeTimedWebinar(studio, { seconds: 90, hasSmall: true });
  const { startDate } = await insertSession(studio.database.db, webinar, { begunAgo: 2 });
  return { ...webinar, startDate };
}

const qualityOf = (page: Page) => page.getByLabel('Quality');
const expectQuality = (page: Page, text: string) =>
  expect(qualityOf(page).locator('option:checked')).toHaveText(text);

/** Limits the network to so many bits a second. The limits of two sessions of one page would apply side by side. */
async function throttle(session: CDPSession, bitsPerSecond: number): Promise<void> {
  const [downloadThroughput, uploadThroughput] = [bitsPerSecond / 8, bitsPerSecond / 8];
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 40, downloadThroughput, uploadThroughput },
  });
}

/** Counts the seeks of the video from now on, and how often its loaded part became shorter at the end. */
const countFromNow = (page: Page): Promise<void> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const loadedUntil = () =>
      video.buffered.length === 0 ? 0 : video.buffered.end(video.buffered.length - 1);
    let until = loadedUntil();
    Object.assign(video.dataset, { seeks: '0', losses: '0' });
    video.onseeking = () => {
      video.dataset.seeks = String(Number(video.dataset.seeks) + 1);
    };
    const measure = () => {
      const now = loadedUntil();
      if (now < until - 0.5) video.dataset.losses = String(Number(video.dataset.losses) + 1);
      until = now;
    };
    for (const event of ['progress', 'timeupdate', 'waiting', 'seeking'])
      video.addEventListener(event, measure);
  });

test('a network that becomes slow gets 360p, in step; a change of quality needs no seek and loses nothing, and a choice is kept', {
  tag: '@alone',
}, async ({ page, studio }) => {
  // The video is made in two sizes first.
  test.slow();
  const { url, startDate } = await startSession(studio);
  const anna = new WebinarPage(page);
  await anna.enter(url, 'Anna');
  await anna.waitUntilInStep(startDate);
  await expectQuality(page, 'Auto (720p)');
  await countFromNow(page);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await throttle(network, 800_000);
  await expectQuality(page, 'Auto (360p)');
  await anna.waitUntilInStep(startDate);
  // The buffer may run out before the player knows how slow the network is: then it catches up once.
  await expect(page.locator('video')).toHaveAttribute('data-seeks', /^[01]$/);

  await throttle(network, 100_000_000);
  await anna.waitUntilInStep(startDate);
  await countFromNow(page);
  await qualityOf(page).selectOption('High');
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight), {
      timeout: patient(30_000),
    })
    .toBe(720);
  // Losing what is loaded is the fault; a seek may follow from it later.
  await expect(page.locator('video')).toHaveAttribute('data-losses', '0');
  await expect(page.locator('video')).toHaveAttribute('data-seeks', '0');
  await anna.waitUntilInStep(startDate);
  await qualityOf(page).selectOption('Low');
  await page.reload();
  await expectQuality(page, 'Low');
  await anna.waitUntilInStep(startDate);
});

test('an upright phone gets 360p', async ({ browser, studio }) => {
  test.slow();
  const { url, startDate } = await startSession(studio);
  const viewport = { width: 390, height: 844 };
  const page = await browser.newPage({ viewport, deviceScaleFactor: 3, isMobile: true, hasTouch: true });
  const anna = new WebinarPage(page);
  await anna.enter(url, 'Anna');
  await anna.waitUntilInStep(startDate);
  await expectQuality(page, 'Auto (360p)');
  await page.close();
});
