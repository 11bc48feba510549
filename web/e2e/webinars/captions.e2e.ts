import type { Page } from '@playwright/test';
import { insertEndedRecord } from '../../../server/testing/records/records.ts';
import { insertTranscript } from '../../../server/testing/records/transcripts.ts';
import { makeTimedWebinar } from '../../../server/testing/webinars/timed-webinar.ts';
import { insertSession } from '../../../server/testing/webinars/watchable.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { expect, test } from '../testing/school.ts';
import { WebinarPage } from '../testing/webinar-page.ts';

/** The texts of the captions that the video shows now, and the second of the session. */
const shownOn = (page: Page, startDate: Date) =>
  page.locator('video').evaluate((video: HTMLVideoElement, startsAt) => {
    const track = [...video.textTracks].find(({ mode }) => mode === 'showing');
    const texts = [...(track?.activeCues ?? [])].map((cue) => (cue as VTTCue).text);
    return { texts, clock: (Date.now() - startsAt) / 1_000 };
  }, startDate.getTime());

test(
  'a viewer turns captions on and sees each at its second, with names; the choice is kept',
  { tag: '@alone' },
  async ({ page, studio }, info) => {
    const seconds = 90;
    const { db } = studio.database;
    const webinar = await makeTimedWebinar(studio, { seconds });
    const owner = studio.lectern.client(studio.lectern.owner.personalToken);
    const room = await owner.createRoom({ spaceId: webinar.spaceId, body: { name: 'Recorded' } });
    const of = { spaceId: webinar.spaceId, room };
    const { recordId } = await insertEndedRecord(studio.lectern, of, 'finished');
    await db.updateTable('videos').set({ record_id: recordId }).where('id', '=', webinar.video.id).execute();
    const { startDate } = await insertSession(db, webinar, { begunAgo: 2 });
    const viewer = new WebinarPage(page);
    await viewer.enter(webinar.url, 'Anna');
    await viewer.waitUntilInStep(startDate);
    const button = page.getByRole('button', { name: 'Captions' });
    await expect(button).toHaveCount(0);

    // The transcript becomes ready while the session runs.
    const segments = Array.from({ length: seconds }, (_, second) => ({
      ...{ start: second, end: second + 1, text: `Second ${second}` },
      speaker: second % 4 < 2 ? 'Vera' : 'Oleg',
    }));
    await insertTranscript(db, recordId, segments);
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    expect((await shownOn(page, startDate)).texts).toEqual([]);
    await page.getByRole('region', { name: 'Webinar video' }).focus();
    await page.keyboard.press('c');
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(async () => {
      const { texts, clock } = await shownOn(page, startDate);
      const text = texts[0] ?? '';
      const second = Number(/^(?:(?:Vera|Oleg): )?Second (\d+)$/.exec(text)?.[1]);
      expect(text.includes(':')).toBe(second % 2 === 0);
      expect(clock - second).toBeGreaterThan(-0.3);
      expect(clock - second).toBeLessThan(1.3);
    }).toPass();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.screenshot({ path: info.outputPath('captions-phone.png') });

    await page.reload();
    await expect(page.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(async () => (await shownOn(page, startDate)).texts).toHaveLength(1);
  },
);
