import { patient } from '../../../server/testing/patience.ts';
import { makeTimedWebinar } from '../../../server/testing/webinars/timed-webinar.ts';
import { insertSession } from '../../../server/testing/webinars/watchable.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { expect, type Studio, test } from '../testing/school.ts';
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

/** Posts into the chat of a session what its timeline had at these seconds. */
async function post({ database: { pool } }: Studio, sessionId: string, messages: [number, string][]) {
  await pool.query(
    `INSERT INTO chat_channels (id, space_id, room_id, session_id, epoch, created_at)
     SELECT s.chat_channel_id, r.space_id, r.id, s.id, 'epoch', s.created_at
     FROM playback_sessions s JOIN rooms r ON r.id = s.playback_id WHERE s.id = $1 ON CONFLICT DO NOTHING`,
    [sessionId],
  );
  for (const [index, [second, text]] of messages.entries()) {
    await pool.query(
      `INSERT INTO chat_messages (channel_id, seq, type, text, meta, created_at)
       SELECT chat_channel_id, $2, 'user', $3, '{"organizer": true, "author": "Mo"}', start_date + make_interval(secs => $4)
       FROM playback_sessions WHERE id = $1`,
      [sessionId, index + 1, text, second],
    );
  }
}

test('after the end the same address shows the recording, with seeking and a chat that follows it', async ({
  page,
  studio,
}) => {
  const webinar = await makeTimedWebinar(studio, { seconds: 8, isReplayAllowed: true });
  const { id } = await insertSession(studio.database.db, webinar, { begunAgo: 60 });
  await post(studio, id, [
    [1, 'Welcome'],
    [7, 'Goodbye'],
  ]);
  const vera = new WebinarPage(page);
  await vera.enter(webinar.url, 'Vera');
  await page.getByRole('button', { name: 'Watch the recording' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  const seek = (second: string) =>
    page.getByRole('slider', { name: 'Position in the recording' }).fill(second);
  await seek('2');
  await expect(vera.message('Welcome')).toBeVisible();
  await expect(vera.message('Goodbye')).toHaveCount(0);
  await seek('7.5');
  await expect(vera.message('Goodbye')).toBeVisible();
  await seek('0');
  await expect(page.getByText('Messages appear at the moments when they were sent.')).toBeVisible();
  await seek('6');
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(5.9);
  await expectAccessible(page);
  await expect(page.getByText('This is a replay of the chat.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message everyone' })).toHaveCount(0);
  await test.step('it is offered beside the countdown to the next start, too', async () => {
    const { spaceId, playbackId } = webinar;
    const startDate = new Date(Date.now() + 86_400_000).toISOString();
    await studio.lectern
      .client(studio.lectern.owner.personalToken)
      .createPlaybackEvent({ spaceId, body: { playbackId, startDate } });
    await page.reload();
    await expect(page.getByRole('timer', { name: 'Starts in' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Watch the recording' }).click();
    await expect(page.getByRole('slider', { name: 'Position in the recording' })).toBeVisible();
  });
});

test('on a phone held sideways the video fills the page, and the chat opens over it', async ({
  page,
  studio,
}) => {
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
  await page.getByRole('button', { name: 'Chat', exact: true, pressed: false }).click();
  await expect(vera.chat).toBeVisible();
  await expectFilled();
  await page.keyboard.press('Escape');
  await expect(vera.chat).toBeHidden();

  await page.setViewportSize(upright);
  await expect(vera.chat).toBeVisible();
  await page.setViewportSize({ width: 320, height: 568 });
  await expect(vera.chat.getByRole('textbox', { name: 'Message everyone' })).toBeInViewport({ ratio: 1 });
  await test.step('above the keyboard of a phone the fields and their buttons stay in view', async () => {
    for (const viewport of [
      { width: 320, height: 318 },
      { width: 390, height: 534 },
    ]) {
      await page.setViewportSize(viewport);
      await page.getByRole('tab', { name: 'Questions' }).click();
      const questions = page.getByRole('complementary', { name: 'Questions' });
      await expect(questions.getByRole('textbox')).toBeInViewport({ ratio: 1 });
      await expect(questions.getByRole('button', { name: 'Send question' })).toBeInViewport({ ratio: 1 });
      await page.getByRole('tab', { name: 'Chat' }).click();
      await vera.chat.getByRole('textbox').fill('A message of three lines on the smallest phone of them all');
      await expect(vera.chat.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
    }
  });
});
