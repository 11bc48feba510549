import type { Page } from '@playwright/test';
import type { Database } from '../../../server/testing/database.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

type Interval = { kind: 'tab' | 'speaking'; started: Date; ended: Date | null; endsWithVisit: boolean };

async function intervalsIn({ pool }: Database, roomId: string): Promise<Interval[]> {
  const { rows } = await pool.query<Interval>(
    `SELECT a.kind, a.started_at AS started, a.ended_at AS ended, a.ends_with_visit AS "endsWithVisit"
     FROM activity_intervals a JOIN visits v ON v.id = a.visit_id JOIN calls c ON c.id = v.call_id
     WHERE c.room_id = $1 ORDER BY a.id`,
    [roomId],
  );
  return rows;
}

/** Playwright keeps every page visible, so the test states that it is hidden, and lets the browser speak again. */
const turn = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((value) => {
    if (value === 'hidden') Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    // A closing page is hidden, too: it must not say that it is visible again.
    else Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('a hidden tab ends its interval within 2 s, a visible one begins another, and a closing tab reports its end', {
  tag: '@alone',
}, async ({ browser, recordedSchool: { school, database } }) => {
  const room = await school.room();
  const link = `${await school.link(room)}&utm_source=mail&utm_campaign=spring`;
  const anna = await PersonPage.enterQuietly(browser, link);
  // The entry stores the device, and the campaign of the URL with which the tab was opened.
  const { rows } = await database.pool.query<{ origin: object; device: object }>(
    'SELECT origin, device FROM participants WHERE room_id = $1',
    [room.id],
  );
  expect(rows[0]?.origin).toMatchObject({ ip: '127.0.0.1', utmSource: 'mail', utmCampaign: 'spring' });
  expect(rows[0]?.device).toMatchObject({ deviceType: 'desktop', browser: 'Chrome' });
  const tabs = async () => (await intervalsIn(database, room.id)).filter(({ kind }) => kind === 'tab');
  const isOpen = (count: number) => async () => {
    const found = await tabs();
    return found.length === count && found.at(-1)?.ended === null;
  };
  const timeout = 30_000;
  await waitUntil(isOpen(1), { timeout, message: 'the visible tab to be known' });

  const hiddenAt = Date.now();
  await turn(anna.page, 'hidden');
  await waitUntil(async () => (await tabs())[0]?.ended, { timeout, message: 'the interval to end' });
  const ended = (await tabs())[0]?.ended?.getTime() ?? 0;
  expect(Math.abs(ended - hiddenAt)).toBeLessThan(2_000);

  await turn(anna.page, 'visible');
  await waitUntil(isOpen(2), { timeout, message: 'another interval' });
  // The media server does not learn that the person leaves, so only the report of the closing page can end it.
  await anna.page.evaluate(() => {
    WebSocket.prototype.send = () => undefined;
  });
  await anna.page.close({ runBeforeUnload: true });
  const isOver = async () => (await tabs()).every(({ ended }) => ended !== null);
  // Without the report it would end with the visit, which the last line tells apart.
  await waitUntil(isOver, { timeout: 15_000, message: 'the interval to end with the page' });
  expect((await tabs()).map(({ endsWithVisit }) => endsWithVisit)).toEqual([false, false]);
  await anna.close();
});

/** Opens the list of people. @returns the side panel */
async function openPeople({ page }: PersonPage) {
  await page.getByRole('button', { name: /^People/ }).click();
  return page.getByRole('complementary', { name: 'People' });
}

/** The scripts that the page has downloaded for attendance. */
const attendanceScripts = ({ page }: PersonPage) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').filter(({ name }) => /attendance-list-.*\.js$/.test(name)),
  );

/** Attendance of 500 people renders the visible rows only and is searched; a failure offers another try. */
async function showMany(anna: PersonPage): Promise<void> {
  const now = new Date().toISOString();
  const items = Array.from({ length: 500 }, (_, index) => ({
    ...{ participantId: `person-${index}`, name: `Person ${index}`, role: 'user', firstEntryAt: now },
    ...{ lastExitAt: index < 100 ? now : null, isOnline: index >= 100, visits: 1, onlineDuration: 60 },
    ...{ externalUserId: null, userId: null, isErased: false },
  }));
  const json = {
    ...{ callId: 'call', startedAt: now, generatedAt: now, items, total: 500, onlineCount: 400 },
    ...{ absent: [], absentCount: 0 },
  };
  let isBroken = true;
  await anna.page.route('**/calls/active/people?*', (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { code: 'internal', message: 'No.', details: [] } })
      : route.fulfill({ json }),
  );
  await anna.page.reload();
  await anna.enter();
  const panel = await openPeople(anna);
  await panel.getByRole('button', { name: 'Attendance' }).click();
  await expect(panel.getByRole('alert')).toBeVisible();
  isBroken = false;
  await expect(panel).toContainText('In the call · 400');
  expect(await panel.getByRole('listitem').count()).toBeLessThan(60);
  await panel.getByRole('textbox', { name: 'Search people' }).fill('person 49');
  await expect(panel).toContainText('In the call · 10');
  await expect(panel).toContainText('Left · 1');
  await panel.getByRole('textbox', { name: 'Search people' }).fill('nobody');
  await expect(panel).toContainText('Nobody has this name.');
}

test('a moderator sees who is here, who left and who has not come, also of 500 people; a guest does not', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  await school.link(room, { username: 'Olga Nikolaeva' });
  const anna = await PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' }));
  const boris = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Boris Ivanov' }));
  const vera = await school.person(room, 'Vera Sokolova');
  // Somebody who leaves before their media session began was never in the call.
  const listed = async () => {
    const { items } = await school.client.listParticipants({ spaceId: room.spaceId, roomId: room.id });
    return items.map(({ name }) => name);
  };
  await expect.poll(listed).toContain('Vera Sokolova');
  await vera.leave();

  const panel = await openPeople(anna);
  expect(await attendanceScripts(anna)).toHaveLength(0);
  await panel.getByRole('button', { name: 'Attendance' }).click();
  const here = panel.getByRole('region', { name: 'In the call' });
  const left = panel.getByRole('region', { name: 'Left' });
  await expect(left).toContainText('Vera Sokolova');
  await expect(left).toContainText(/From .+ to /);
  await expect(here).toContainText('In the call · 2');
  await expect(here).toContainText('Moderator');
  await expect(here).toContainText('Boris Ivanov');
  const absent = panel.getByRole('region', { name: 'Not here yet' });
  await expect(absent).toContainText('They have not used their link yet.');
  await expect(absent).toContainText('Olga Nikolaeva');
  await expect(panel).toContainText('3 people so far');
  // The duration of a person who is here runs on between two requests.
  const duration = here
    .getByRole('listitem')
    .filter({ hasText: 'Boris Ivanov' })
    .getByText(/\d:\d\d$/);
  const before = await duration.textContent();
  await expect(duration).not.toHaveText(before ?? '', { timeout: 5_000 });
  await expectAccessible(anna.page);

  const ofBoris = await openPeople(boris);
  await expect(ofBoris).toContainText('Anna Petrova');
  await expect(ofBoris.getByRole('button', { name: 'Attendance' })).toHaveCount(0);
  expect(await attendanceScripts(boris)).toHaveLength(0);
  await boris.close();
  await test.step('500 people', () => showMany(anna));
  await anna.close();
});
