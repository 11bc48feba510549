import type { Page } from '@playwright/test';
import { databaseOf } from '../server/testing/database.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { insertPastCalls } from '../server/testing/reports/past-calls.ts';
import { beSignedIn } from '../web/e2e/testing/panel-page.ts';
import { launchBrowser } from './lib/browser.ts';
import { report, spreadOf } from './lib/report.ts';

/** Measures the attendance grid of 1,000 people and 100 calls: how long it takes to open, and the frames of scrolling. */
const people = 1_000;
const calls = 100;
const gridName = 'Attendance by person and call';

/** Scrolls the grid for two seconds. @returns the time between frames in milliseconds */
const scrollFrames = (page: Page, speed: { left: number; top: number }): Promise<number[]> =>
  page.getByRole('region', { name: gridName }).evaluate(async (region, { left, top }) => {
    const frames: number[] = [];
    const begin = performance.now();
    let before = begin;
    for (;;) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      frames.push(now - before);
      before = now;
      const seconds = (now - begin) / 1000;
      region.scrollTo({ left: left * seconds, top: top * seconds });
      // The first frames contain the time before the scrolling.
      if (seconds > 2) return frames.slice(2);
    }
  }, speed);

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn' });
const browser = await launchBrowser();
try {
  const client = lectern.client(lectern.owner.personalToken);
  const { id: spaceId } = await client.createSpace({ body: { name: 'Bench' } });
  const { id: roomId } = await client.createRoom({ spaceId, body: { name: 'Bench' } });
  const { db, close } = await databaseOf(lectern);
  const at = Date.now() - 29 * 86_400_000;
  const present = Array.from({ length: people }, (_, index) => ({
    ...{ name: `Learner ${index + 1}`, externalUserId: `lms-${index}`, share: 1 - (index % 50) / 100 },
  }));
  const past = Array.from({ length: calls }, (_, index) => ({
    startedAt: new Date(at + index * 6 * 3_600_000),
    ...{ minutes: 60, people: present },
  }));
  for (let index = 0; index < calls; index += 20) {
    await insertPastCalls(db, { spaceId, roomId }, past.slice(index, index + 20));
  }
  await close();

  const begin = performance.now();
  await client.getAnalyticsSummary({
    spaceId,
    query: { roomId, dateFrom: '2020-01-01T00:00:00Z', dateTo: '2100-01-01T00:00:00Z' },
  });
  const summary = performance.now() - begin;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await beSignedIn(context, lectern.url, lectern.owner);
  const page = await context.newPage();
  const opening = performance.now();
  await page.goto(`${lectern.url}/groups/${spaceId}/rooms/${roomId}/attendance`);
  await page.getByRole('rowheader').first().waitFor({ timeout: 120_000 });
  const opened = performance.now() - opening;
  // In pixels per second: a quick turn of the wheel, and the whole grid at once.
  const down = await scrollFrames(page, { left: 0, top: 3_000 });
  const across = await scrollFrames(page, { left: 3_000, top: 0 });
  const flung = await scrollFrames(page, { left: 0, top: 22_000 });
  report({
    name: 'attendance',
    unit: 'ms',
    figures: {
      'the summary of 1,000 people and 100 calls, one request': summary,
      'from opening the page to the first row': opened,
      'frames while scrolling down, 3,000 px/s': spreadOf(down),
      'frames while scrolling across, 3,000 px/s': spreadOf(across),
      'frames while scrolling down, 22,000 px/s': spreadOf(flung),
      'rendered cells': await page.getByRole('cell').count(),
    },
    goals: [
      { what: 'frame while scrolling down, p95', measured: spreadOf(down).p95, bound: 34, unit: 'ms' },
      { what: 'frame while scrolling across, p95', measured: spreadOf(across).p95, bound: 34, unit: 'ms' },
    ],
  });
} finally {
  await browser.close();
  await lectern.remove();
}
