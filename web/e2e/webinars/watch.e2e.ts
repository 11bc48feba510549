import { patient } from '../../../server/testing/patience.ts';
import { makeTimedWebinar } from '../../../server/testing/webinars/timed-webinar.ts';
import { insertSession } from '../../../server/testing/webinars/watchable.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { expect, test } from '../testing/school.ts';
import { WebinarPage } from '../testing/webinar-page.ts';

test('two learners watch the same second, one of them late; the end has its page', { tag: '@alone' }, async ({
  browser,
  studio,
}) => {
  const webinar = await makeTimedWebinar(studio, { seconds: 18 });
  const { startDate } = await insertSession(studio.database.db, webinar, { begunAgo: -5 });
  const anna = new WebinarPage(await browser.newPage({ timezoneId: 'Asia/Tokyo' }));
  await anna.enter(webinar.url, 'Anna');
  await expect(anna.page.getByText('Japan Standard Time (Asia/Tokyo)')).toBeVisible();
  await expect(anna.page.getByRole('button', { name: 'Add to calendar' })).toBeVisible();
  await expectAccessible(anna.page);

  await expect(anna.page.getByText('Live now', { exact: true })).toBeVisible();
  await anna.waitUntilInStep(startDate);
  const boris = new WebinarPage(await browser.newPage());
  await boris.enter(webinar.url, 'Boris');
  await boris.waitUntilInStep(startDate);
  await expect(async () => {
    const [one, other] = await Promise.all([anna.shown(startDate), boris.shown(startDate)]);
    expect(Math.abs(one.drift - other.drift)).toBeLessThan(0.3);
  }).toPass();
  await expect(anna.page.getByText('2 people are watching')).toBeAttached();
  await expect(anna.page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await expectAccessible(boris.page);

  await boris.page.reload();
  await boris.waitUntilInStep(startDate);
  await expect(anna.page.getByRole('heading', { name: 'The webinar has ended' })).toBeVisible({
    timeout: patient(30_000),
  });
  await expectAccessible(anna.page);
  await Promise.all([anna.page.close(), boris.page.close()]);
});

test('after the end the same address shows the recording, with seeking', async ({ page, studio }) => {
  const webinar = await makeTimedWebinar(studio, { seconds: 8, isReplayAllowed: true });
  await insertSession(studio.database.db, webinar, { begunAgo: 60 });
  await new WebinarPage(page).enter(webinar.url, 'Vera');
  await page.getByRole('button', { name: 'Watch the recording' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('slider', { name: 'Position in the recording' }).fill('6');
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(5.9);
  await expect(page.getByText('This is a replay of the chat.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message everyone' })).toHaveCount(0);
});

test('on a phone held sideways the video fills the page, below the chat', async ({ page, studio }) => {
  const webinar = await makeTimedWebinar(studio, { seconds: 60 });
  await insertSession(studio.database.db, webinar, { begunAgo: 2 });
  const [upright, sideways] = [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ];
  await page.setViewportSize(upright);
  const vera = new WebinarPage(page);
  await vera.enter(webinar.url, 'Vera');
  await expect(vera.chat).toBeVisible();

  const filled = { x: 0, y: 0, ...sideways };
  const expectFilled = () => expect.poll(() => page.locator('video').boundingBox()).toEqual(filled);
  await page.setViewportSize(sideways);
  await expect(vera.chat).toBeHidden();
  await expectFilled();
  // The header fades with the controls.
  await page.mouse.move(400, 200);
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  await expect(vera.chat).toBeVisible();
  await expectFilled();
  await page.keyboard.press('Escape');
  await expect(vera.chat).toBeHidden();

  await page.setViewportSize(upright);
  await expect(vera.chat).toBeVisible();
});

test('forced colours keep the track of the player and a pressed button', async ({ page, studio }) => {
  const webinar = await makeTimedWebinar(studio, { seconds: 8, isReplayAllowed: true });
  await insertSession(studio.database.db, webinar, { begunAgo: 60 });
  await page.emulateMedia({ forcedColors: 'active' });
  await new WebinarPage(page).enter(webinar.url, 'Vera');
  await page.getByRole('button', { name: 'Watch the recording' }).click();
  const slider = page.getByRole('slider', { name: 'Position in the recording' });
  await expect(slider).toHaveCSS('forced-color-adjust', 'none');
  const chat = page.getByRole('button', { name: 'Chat', exact: true });
  const background = () => chat.evaluate((button) => getComputedStyle(button).backgroundColor);
  const pressed = await background();
  await chat.click();
  await expect(chat).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(background).not.toBe(pressed);
});
