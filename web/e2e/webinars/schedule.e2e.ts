import type { Locator, Page } from '@playwright/test';
import { pages } from '../../../contract/pages.ts';
import { enterPlayback, giveVideo, makePlayback } from '../../../server/testing/playbacks.ts';
import { pathTo } from '../../src/routing/pattern.ts';
import { expectAccessible, makeSomebody, openSignedIn } from '../testing/account-page.ts';
import { answer, clientOf } from '../testing/panel-page.ts';
import { expect, type Studio, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ timezoneId: 'Europe/Berlin' });

const events = (page: Page): Locator => page.getByRole('list', { name: 'Events' }).getByRole('listitem');

const cell = (page: Page, day: string): Locator => page.locator(`[data-day="${day}"]`);

/** Opens the schedule of a new webinar without a video. */
async function openSchedule(page: Page, { lectern }: Studio) {
  const who = await makeSomebody(lectern);
  const owner = await clientOf(lectern, who);
  const { id: spaceId } = await owner.createSpace({ body: { name: 'School' } });
  const body = { name: 'Algebra again', type: 'webinar' } as const;
  const { id: playbackId } = await owner.createPlayback({ spaceId, body });
  await openSignedIn(page, who, pathTo(pages.groupPlaybackPart, { spaceId, playbackId, part: 'schedule' }));
  return { owner, spaceId, playbackId };
}

test('a weekly event across a clock change is previewed in two zones, edited and deleted', {
  tag: '@main',
}, async ({ page, studio }) => {
  const { owner, spaceId } = await openSchedule(page, studio);
  await expect(page.getByText('The length of the video is not known yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add event' }).click();
  const form = page.getByRole('dialog', { name: 'New event' });
  await form.getByLabel('Name').fill('Autumn');
  await form.getByLabel('Recurring').check();
  for (const day of await form.getByRole('checkbox', { checked: true }).all()) await day.uncheck();
  await form.getByLabel('Sunday').check();
  await form.getByLabel('First day').fill('2099-10-12');
  await form.getByLabel('Last day').fill('2099-10-01');
  await expect(form.getByText('The last day is before the first day')).toBeHidden();
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('The last day is before the first day')).toBeVisible();
  await form.getByLabel('Last day').fill('2099-11-03');
  await form.getByLabel('Time zone').fill('new york');
  await page.getByRole('option', { name: 'America/New York' }).click();
  const starts = form.getByRole('table').getByRole('row');
  await expect(starts).toHaveText([
    /America.New York.*Your time.*Europe.Berlin/,
    /^Sun,? 18 Oct 2099 19:00Mon,? 19 Oct 2099 01:00$/,
    /^Sun,? 25 Oct 2099 19:00Clocks go back by 1 hrMon,? 26 Oct 2099 00:00$/,
    /^Clocks go back by 1 hrSun,? 1 Nov 2099 19:00Mon,? 2 Nov 2099 01:00$/,
  ]);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(events(page)).toHaveText([/Autumn.*Sun at 19:00.*America.New York/]);

  await events(page).getByRole('button', { name: 'Autumn', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit event' });
  await expect(edit.getByLabel('Sunday')).toBeChecked();
  await edit.getByLabel('Repeat', { exact: true }).selectOption('Custom (cron expression)');
  await edit.getByLabel('Five fields').fill('0 19 30 2 *');
  await expect(edit.getByText('These fields never match')).toBeVisible();
  await edit.getByLabel('Five fields').fill('0 19 20 * *');
  await expect(edit.getByRole('table').getByRole('row')).toHaveCount(2);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(events(page)).toHaveText([/On day 20 of each month at 19:00/]);
  const { items } = await owner.listPlaybackEvents({ spaceId, query: {} });
  expect(items).toMatchObject([
    {
      name: 'Autumn',
      recurrence: '0 19 20 * *',
      timezone: 'America/New_York',
      startDate: '2099-10-12T04:00:00.000Z',
      endDate: '2099-11-04T04:59:59.000Z',
    },
  ]);

  await page.getByRole('button', { name: 'More actions for Autumn' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Sessions that have begun continue to their end.')).toBeVisible();
  await answer(page, 'Delete');
  await expect(page.getByText('No dates yet')).toBeVisible();
});

test('the calendar is used by keyboard: a session is cancelled, another one is ended', async ({
  page,
  studio,
}) => {
  const { owner, spaceId, playbackId } = await openSchedule(page, studio);
  // The reader's today, which is a day ahead of UTC in the hours before midnight.
  const today = page.locator('[aria-current="date"]');
  const date = (await today.getAttribute('data-day')) ?? '';
  const soon = new Date(Date.parse(`${date}T12:00:00Z`) + 40 * 86_400_000);
  const create = (name: string, startDate: string) =>
    owner.createPlaybackEvent({ spaceId, body: { playbackId, name, startDate } });
  await create('Winter', soon.toISOString());
  await create('Now', new Date(Date.now() - 1000).toISOString());
  await page.reload();
  await expect(today).toContainText(/:/);
  await expect(page.getByRole('grid')).toBeVisible();
  await expectAccessible(page);

  await today.focus();
  for (let week = 0; week < 5; week += 1) await page.keyboard.press('ArrowDown');
  for (let day = 0; day < 5; day += 1) await page.keyboard.press('ArrowRight');
  const day = soon.toISOString().slice(0, 10);
  await expect(cell(page, day)).toBeFocused();
  await expect(cell(page, day)).toHaveAccessibleName(/1 session, Upcoming/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Cancel session/ }).press('Enter');
  await expect(page.getByText('Other sessions of the event stay.')).toBeVisible();
  await answer(page, 'Cancel session');
  await expect(cell(page, day)).toHaveAccessibleName(/No sessions/);
  await page.getByRole('link', { name: 'Links' }).click();
  await page.goBack();
  await expect(cell(page, day)).toBeVisible();
  await page.reload();
  await expect(cell(page, day)).toBeVisible();

  await page.getByRole('button', { name: 'Today' }).click();
  const running = page.getByRole('region', { name: /^Sessions on/ }).getByRole('listitem');
  await expect(running).toContainText([/Now.*Live now/]);
  await running.getByRole('button', { name: /^End session/ }).click();
  await answer(page, 'End session');
  await expect(running).toContainText([/Now.*Finished/]);

  // On a phone the days with sessions are a list, and the selected one is open.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('grid')).toBeHidden();
  await expect(page.getByRole('button', { name: /1 session, Finished/, expanded: true })).toBeVisible();
});

test('the page of a webinar without dates names it', async ({ page, studio: { lectern } }) => {
  const webinar = await makePlayback(lectern, { name: 'Algebra for beginners' });
  await giveVideo(lectern, webinar, 600);
  const { url } = await enterPlayback(lectern, webinar, { isPermanent: true });
  await page.goto(url);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is scheduled' })).toBeFocused();
  await expect(page.getByText('Algebra for beginners')).toBeVisible();
  await expect(page).toHaveTitle('Nothing is scheduled · Algebra for beginners · Lectern');
  await expectAccessible(page);
});
