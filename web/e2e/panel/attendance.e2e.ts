import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/account-page.ts';
import { hostileName, lookAgain } from '../testing/panel-page.ts';
import { expect, noonBefore, type PastCalls, test } from '../testing/past-calls.ts';

test.describe.configure({ mode: 'parallel' });

const calls = (page: Page) => page.getByRole('list', { name: 'Calls' }).getByRole('listitem');
const running = (page: Page) => page.getByRole('list', { name: 'Running call' }).getByRole('listitem');
const grid = (page: Page) => page.getByRole('table', { name: 'Attendance by person and call' });
const rowOf = (page: Page, name: string) => grid(page).getByRole('row', { name });
const names = (page: Page) => grid(page).getByRole('rowheader').allInnerTexts();

/** The texts of the cells of a row, without its name. */
const cellsOf = async (row: Locator): Promise<string[]> =>
  (await row.getByRole('cell').allInnerTexts())
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean);

const full = (name: string) => ({ name, share: 1 });

/** Four people in three lessons; one of them was there for too short a time, and two missed one. */
async function writeLessons(past: PastCalls): Promise<string[]> {
  const [first, second, third] = [noonBefore(5), noonBefore(3), noonBefore(1)];
  const erased = { name: 'Gone', isErased: true };
  return past.write([
    {
      startedAt: first,
      minutes: 60,
      people: [full('Amelia Clarke'), full('Ben'), full('Chen Wei'), { ...erased, share: 0.9 }],
    },
    {
      startedAt: second,
      minutes: 60,
      people: [full('Amelia Clarke'), { name: 'Ben', share: 0.405 }, full('Chen Wei')],
    },
    {
      startedAt: third,
      minutes: 60,
      people: [full('Amelia Clarke'), full('Chen Wei'), { ...erased, share: 1 }],
    },
  ]);
}

test('a room without calls says so; the running call is first and live, and moves to the finished calls when it ends', async ({
  page,
  past,
}) => {
  const { school, room } = past;
  await test.step('a room without calls offers to enter it, and its grid says so', async () => {
    await past.show(page, past.pathOf('calls'));
    await expect(page.getByText('No calls yet')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Enter the room' })).toHaveAttribute(
      'href',
      `/room/${past.room.alias}`,
    );
    await page.getByRole('link', { name: 'Attendance' }).click();
    await expect(page.getByText('No calls in this period')).toBeVisible();
    await page.getByRole('button', { name: 'Show any time' }).click();
    await expect(page.getByText('No calls yet')).toBeVisible();
    await expectAccessible(page, ['light']);
  });

  await past.write([{ startedAt: noonBefore(1), minutes: 46, people: [full('Amelia Clarke'), full('Ben')] }]);
  const ann = await school.person(room, 'Ann');
  await past.show(page, past.pathOf('calls'));
  await expect(running(page)).toContainText('Live now');
  await expect(running(page)).toContainText('1 person now');
  await expect(calls(page)).toHaveCount(1);
  await expect(calls(page).first()).toContainText('46 min');
  await expect(calls(page).first()).toContainText('up to 2 at once');
  const clock = running(page).locator('time');
  const before = await clock.innerText();
  await expect(clock).not.toHaveText(before);
  const bob = await school.person(room, 'Bob');
  await lookAgain(page);
  await expect(running(page)).toContainText('2 people now');
  await expect(running(page).getByRole('link', { name: 'Enter' })).toHaveAttribute(
    'href',
    `/room/${room.alias}`,
  );
  await expectAccessible(page);

  await bob.leave();
  await ann.leave();
  await school.client.finishActiveCall({ spaceId: room.spaceId, roomId: room.id });
  await lookAgain(page);
  await expect(running(page)).toHaveCount(0);
  await expect(calls(page)).toHaveCount(2);
  await expect(calls(page).first()).toContainText('2 people');
  await calls(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/calls\/[0-9a-f]{24}$/);
});

test('calls are found by date and by people, and marked as recorded or without names', async ({
  page,
  past,
}) => {
  const people = Array.from({ length: 6 }, (_, index) => full(`Person ${index}`));
  const [old, recorded] = await past.write([
    { startedAt: noonBefore(60), minutes: 30, people: [full('Ben')] },
    { startedAt: noonBefore(10), minutes: 90, people },
    { startedAt: noonBefore(3), minutes: 5, people: [full('Ben')] },
  ]);
  await past.expire(old ?? '', 12);
  await past.record(recorded ?? '', noonBefore(10));
  await past.show(page, past.pathOf('calls'));
  await expect(calls(page)).toHaveCount(3);
  await expect(calls(page).nth(0)).toContainText('5 min');
  await expect(calls(page).nth(1)).toContainText('Recorded');
  await expect(calls(page).nth(2)).toContainText('Names deleted');
  await expect(calls(page).nth(2)).toContainText('12 people');
  await page.getByRole('combobox', { name: 'Sort order' }).selectOption('Oldest first');
  await expect(calls(page).nth(0)).toContainText('Names deleted');

  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 30 days');
  await expect(calls(page)).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Number of people' }).selectOption('At least 5 people');
  await expect(calls(page)).toHaveCount(1);
  await page.reload();
  await expect(calls(page)).toHaveCount(1);
  await expect(calls(page)).toContainText('1 hr 30 min');
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Custom dates');
  const day = noonBefore(60).toISOString().slice(0, 10);
  await page.getByLabel('From').fill(day);
  await page.getByLabel('To', { exact: true }).fill(day);
  await expect(calls(page)).toContainText(['Names deleted']);
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2020-01-02');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(calls(page)).toHaveCount(3);
});

test('the grid shows who was missing, is sorted and searched, and is read by a keyboard; deleted names are not missing people', async ({
  page,
  past,
}) => {
  const ids = await writeLessons(past);
  await past.show(page, past.pathOf('attendance'));
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '5');
  await expect(grid(page)).toHaveAttribute('aria-colcount', '5');
  expect(await names(page)).toEqual(['Amelia Clarke', 'Ben', 'Chen Wei', 'Erased person']);
  // The newest lesson is the first column.
  expect(await cellsOf(rowOf(page, 'Ben'))).toEqual([
    '1 of 3 46%',
    'Missing',
    'Too short 40%',
    'Present 100%',
  ]);
  expect(await cellsOf(rowOf(page, 'Erased person'))).toEqual([
    '2 of 3 63%',
    'Present 100%',
    'Missing',
    'Present 90%',
  ]);
  await expect(rowOf(page, 'Ben')).toHaveAttribute('aria-rowindex', '3');
  const heads = grid(page).getByRole('columnheader').getByRole('link');
  await expect(heads.first()).toContainText('3 people present');
  await expectAccessible(page);

  await grid(page).getByRole('button', { name: 'Attended' }).focus();
  await page.keyboard.press('Enter');
  expect(await names(page)).toEqual(['Ben', 'Erased person', 'Amelia Clarke', 'Chen Wei']);
  await expect(grid(page).getByRole('columnheader', { name: 'Attended' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.keyboard.press('Enter');
  expect(await names(page)).toEqual(['Amelia Clarke', 'Chen Wei', 'Erased person', 'Ben']);
  await page.getByRole('textbox', { name: 'Search by name' }).fill('chen');
  await expect(grid(page).getByRole('rowheader')).toHaveText(['Chen Wei']);
  await page.getByRole('textbox', { name: 'Search by name' }).fill('nobody');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(grid(page).getByRole('rowheader')).toHaveCount(4);

  // The newest call is the first one after the heads that sort.
  await grid(page).getByRole('button', { name: 'Attended' }).focus();
  await page.keyboard.press('Tab');
  await expect(heads.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/calls/${ids[2]}$`));

  await test.step('a call without names is not shown as one that everybody missed', async () => {
    await past.expire(ids[0] ?? '', 3);
    await past.show(page, past.pathOf('attendance'));
    await expect(rowOf(page, 'Amelia Clarke')).toBeVisible();
    expect(await cellsOf(rowOf(page, 'Amelia Clarke'))).toEqual([
      '2 of 2 100%',
      'Present 100%',
      'Present 100%',
      'Names deleted',
    ]);
  });
});

test('the grid of a group is filtered by room, and downloaded as a table', async ({ page, past }) => {
  const { school } = past;
  const biology = await school.room({ name: 'Biology' });
  await writeLessons(past);
  const people = [{ ...full('=1+1'), externalUserId: 'lms-7' }, full(hostileName)];
  await past.write([{ startedAt: noonBefore(2), minutes: 60, people }], biology);
  await past.show(page, `/groups/${past.room.spaceId}/attendance`);
  await expect(grid(page).getByRole('rowheader')).toHaveCount(6);
  await expect(grid(page).getByRole('columnheader').filter({ hasText: 'Biology' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Room: All rooms' }).click();
  await page.getByRole('radio', { name: 'Biology' }).check();
  await expect(grid(page).getByRole('rowheader')).toHaveCount(2);
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file).toMatch(/^\uFEFFName,ID,Attended \/ 1,Average,"Biology, .+"\r\n/);
  expect(file).toContain("'=1+1,lms-7,1,100%,100%\r\n");
});

test('on a phone the grid scrolls inside its card, its tab is in view, and the list of calls shows whole times', async ({
  page,
  past,
}) => {
  const people = [full('Amelia Clarke')];
  await past.write(
    Array.from({ length: 12 }, (_, index) => ({ startedAt: noonBefore(index + 1), minutes: 10, people })),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await past.show(page, past.pathOf('attendance'));
  const name = rowOf(page, 'Amelia Clarke').getByRole('rowheader');
  const left = (await name.boundingBox())?.x;
  await grid(page).getByRole('link').last().focus();
  await expect(rowOf(page, 'Amelia Clarke').getByRole('cell').last()).toBeInViewport();
  expect((await name.boundingBox())?.x).toBe(left);
  await expect(page.getByRole('link', { name: 'Attendance' })).toBeInViewport({ ratio: 1 });
  // The tabs after it fade at the edge.
  await expect(page.locator('nav[data-after]')).toBeVisible();
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
  // The device is turned and turned back.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.locator('nav[data-after]')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('link', { name: 'Attendance' })).toBeInViewport({ ratio: 1 });

  await test.step('the list of calls shows the whole time of each', async () => {
    const startedAt = new Date(Date.now() - 30_000);
    await past.write([{ startedAt, minutes: 0.4, people }]);
    await past.show(page, past.pathOf('calls'));
    const time = calls(page).last().getByRole('link').locator('bdi');
    await expect(time).toHaveText(/ 20\d\d, \d\d:\d\d.+\d\d:\d\d$/);
    const isWhole = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement) =>
      scrollWidth <= clientWidth && scrollHeight <= clientHeight;
    expect(await time.evaluate(isWhole)).toBe(true);
    await expect(calls(page).getByText('just now')).toBeVisible();
  });
});

test('many people and calls: only visible cells are rendered, the rest by scrolling, in pages and on paper', async ({
  page,
  past,
}) => {
  const people = Array.from({ length: 120 }, (_, index) => full(`Person ${index + 1}`));
  await past.write(
    Array.from({ length: 103 }, (_, index) => ({
      startedAt: new Date(noonBefore(1).getTime() - index * 3_600_000),
      minutes: 30,
      people: index < 2 ? people : people.slice(0, 3),
    })),
  );
  await past.show(page, past.pathOf('attendance'));
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '121');
  await expect(grid(page)).toHaveAttribute('aria-colcount', '102');
  expect(await grid(page).getByRole('cell').count()).toBeLessThan(1_500);
  await page.getByRole('region', { name: 'Attendance by person and call' }).evaluate((region) => {
    region.scrollTo(region.scrollWidth, region.scrollHeight);
  });
  const last = grid(page).getByRole('row', { name: 'Person 120' });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  await expect(last).toHaveAttribute('aria-rowindex', '121');
  await expect(last.getByRole('cell', { name: 'Missing' }).last()).toHaveAttribute('aria-colindex', '102');

  await expect(page.getByText('Calls 1–100 of 103')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Calls 101–103 of 103')).toBeVisible();
  await expect(grid(page).getByRole('rowheader')).toHaveCount(3);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '121');

  await page.emulateMedia({ media: 'print' });
  // Every page of the paper is rendered at once, which takes a busy machine more than ten seconds.
  await expect(page.getByRole('table')).toHaveCount(13);
  await expect(page.getByRole('table').first().getByRole('rowheader')).toHaveCount(120);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('table')).toHaveCount(1);
});
