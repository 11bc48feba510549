import { makeTimedWebinar } from '../../../server/testing/webinars/timed-webinar.ts';
import { insertSession } from '../../../server/testing/webinars/watchable.ts';
import { blockThirdParties, startPlatform } from '../testing/platform.ts';
import { expect, test } from '../testing/school.ts';
import { expectInStep, readPicture, WebinarPage } from '../testing/webinar-page.ts';

test.describe.configure({ mode: 'parallel' });

test("a learning platform's frame shows the session in step, and continues at the given page after its end", async ({
  page,
  studio,
}) => {
  const { lectern, database } = studio;
  const webinar = await makeTimedWebinar(studio, { seconds: 20, isPublic: false });
  const { spaceId, playbackId } = webinar;
  const body = { username: 'Anna', role: 'user' } as const;
  const owner = lectern.client(lectern.owner.personalToken);
  const { url } = await owner.generateAccess({ spaceId, roomId: playbackId, body });
  const { startDate } = await insertSession(database.db, webinar, { begunAgo: 1 });
  const platform = await startPlatform(url, { allow: 'autoplay; fullscreen' });
  const redirectUrl = `${platform.url}thanks`;
  await owner.updatePlayback({ spaceId, playbackId, body: { redirectUrl } });
  await blockThirdParties(page);
  await page.goto(platform.url);
  const room = page.frameLocator('iframe');
  await room.getByRole('button', { name: 'Join' }).click();
  const [, frame = page.mainFrame()] = page.frames();
  await expectInStep(() => frame.evaluate(readPicture, startDate.getTime()));
  expect(await frame.evaluate(() => document.querySelector('video')?.muted)).toBe(false);
  await expect(page.locator('body')).toHaveAttribute('data-heard', 'ld_finish_call');
  await expect.poll(() => page.frames()[1]?.url()).toBe(redirectUrl);
  platform.close();
});

test('a permanent webinar begins at 0 at each opening, and cannot be paused', async ({ page, studio }) => {
  const webinar = await makeTimedWebinar(studio, { seconds: 14 });
  await insertSession(studio.database.db, webinar, { begunAgo: 600, isPermanent: true });
  const learner = new WebinarPage(page);
  /** When the picture of second 0 was shown, by the second of the picture that is shown now. */
  const begunAt = async () => {
    const now = new Date();
    return now.getTime() - (await learner.shown(now)).drift * 1_000;
  };
  for (const open of [() => learner.enter(webinar.url, 'Anna'), () => page.reload()]) {
    const before = Date.now();
    await open();
    await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
    expect(await begunAt()).toBeGreaterThan(before);
    await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  }
});
