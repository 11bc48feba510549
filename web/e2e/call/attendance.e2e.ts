import type { Page } from '@playwright/test';
import type { Database } from '../../../server/testing/database.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

type Interval = { kind: 'tab' | 'speaking'; started: Date; ended: Date | null };

async function intervalsIn({ pool }: Database, roomId: string): Promise<Interval[]> {
  const { rows } = await pool.query<Interval>(
    `SELECT a.kind, a.started_at AS started, a.ended_at AS ended
     FROM activity_intervals a JOIN visits v ON v.id = a.visit_id JOIN calls c ON c.id = v.call_id
     WHERE c.room_id = $1 ORDER BY a.id`,
    [roomId],
  );
  return rows;
}

/** Playwright keeps every page visible, so the test states what the browser would. */
const turn = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('a hidden tab ends its interval within 2 s, a visible one begins another, and leaving the page ends it', async ({
  browser,
  recordedSchool: { school, database },
}) => {
  const room = await school.room();
  const anna = await PersonPage.enter(browser, await school.link(room));
  const tabs = async () => (await intervalsIn(database, room.id)).filter(({ kind }) => kind === 'tab');
  const isOpen = (count: number) => async () => {
    const found = await tabs();
    return found.length === count && found.at(-1)?.ended === null;
  };
  await waitUntil(isOpen(1), { timeout: 10_000, message: 'the visible tab to be known' });

  const hiddenAt = Date.now();
  await turn(anna.page, 'hidden');
  await waitUntil(async () => (await tabs())[0]?.ended, { timeout: 2_000, message: 'the interval to end' });
  const ended = (await tabs())[0]?.ended?.getTime() ?? 0;
  expect(Math.abs(ended - hiddenAt)).toBeLessThan(2_000);

  await turn(anna.page, 'visible');
  await waitUntil(isOpen(2), { timeout: 2_000, message: 'another interval' });
  await anna.page.goto('about:blank');
  const isOver = async () => (await intervalsIn(database, room.id)).every((one) => one.ended !== null);
  await waitUntil(isOver, { timeout: 2_000, message: 'every interval to end with the page' });
  await anna.close();
});

test('the entry stores the device and the campaign of the URL with which the tab was opened', async ({
  browser,
  recordedSchool: { school, database },
}) => {
  const room = await school.room();
  const link = `${await school.link(room)}&utm_source=mail&utm_campaign=spring`;
  const anna = await PersonPage.enter(browser, link);
  const { rows } = await database.pool.query<{ origin: object; device: object }>(
    'SELECT origin, device FROM participants WHERE room_id = $1',
    [room.id],
  );
  expect(rows[0]?.origin).toMatchObject({ ip: '127.0.0.1', utmSource: 'mail', utmCampaign: 'spring' });
  expect(rows[0]?.device).toMatchObject({ deviceType: 'desktop', browser: 'Chrome' });
  await anna.close();
});
