import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { waitUntil } from '../../../server/testing/wait.ts';
import { expectAccessible, makeSomebody, openSignedIn } from '../testing/account-page.ts';
import { type CallGroup, expect, test, type WrittenPerson } from '../testing/call-group.ts';
import { hostileName } from '../testing/panel-page.ts';

test.describe.configure({ mode: 'parallel' });
// One hour after UTC.
test.use({ timezoneId: 'Europe/Berlin' });

const startedAt = new Date('2026-03-17T14:00:00Z');
const pupils: WrittenPerson[] = [
  {
    ...{ name: 'Amelia Clarke', externalUserId: 'student-1042', online: [[0, 46]] },
    ...{ camera: [[0, 21]], tab: [[0, 30]], microphone: [[1, 4]], speaking: [[1, 3]] },
    messages: ['Good evening', 'Which exercise is next?'],
  },
  {
    ...{ name: 'Ivan Petrov', externalUserId: 'learner-7' },
    online: [
      [0, 20],
      [22, 45],
    ],
  },
  { name: 'Oliver Grant', externalUserId: 'learner-8', online: [[12, 24]] },
  { name: 'Gone', isErased: true, online: [[0, 44]] },
];
const poll = { question: 'Which one?', options: { this: ['Amelia Clarke'], that: [] } };
const writeLesson = (calls: CallGroup) =>
  calls.writeCall({ startedAt, minutes: 46, people: pupils, missing: ['Emma Wilson', 'Zoë Martin'], poll });

const table = (page: Page) => page.getByRole('table', { name: 'People' });
const names = (page: Page) => table(page).locator('tbody th bdi');
const lines = (page: Page) => page.getByRole('list', { name: 'Presence of each person' });
const byName = ['Amelia Clarke', 'Emma Wilson', 'Ivan Petrov', 'Oliver Grant', 'Zoë Martin', 'Erased person'];

async function download(page: Page, format: string): Promise<Download> {
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return file;
}

test('the page says who was there, who was missing and why; a person shows visits, and the arrow keys read the curve', {
  tag: '@main',
}, async ({ page, calls }) => {
  await calls.show(page, await writeLesson(calls));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/17 Mar.* 2026, 15:00.+15:46/);
  await expect(page.getByText('Time zone: Europe/Berlin')).toBeVisible();
  await expect(page.getByText('of 6 expected')).toBeVisible();
  await expect(page.getByText('1 not long enough, 2 did not come')).toBeVisible();
  await expect(page.getByText('Did not come: Emma Wilson, Zoë Martin')).toBeVisible();
  await expect(page.getByText('at least 75% of the call')).toBeVisible();
  await expect(names(page)).toHaveText(byName);
  await expect(table(page).getByRole('row')).toContainText([
    ...['Name', /Present46:00100%15:0015:4621:003:00/, /Did not come–/, /Present43:0093.4%/],
    ...[/Not long enough12:0026%15:1215:24/, /Did not come–/, /Present44:0095.6%/],
  ]);
  await expect(lines(page).getByRole('button')).toHaveText([
    'Amelia Clarke',
    'Ivan Petrov',
    'Oliver Grant',
    'Erased person',
  ]);
  await expect(
    lines(page).getByRole('button', {
      name: 'Amelia Clarke: online 15:00–15:46, tab visible 30 min, microphone 3 min, camera 21 min, speaking 2 min',
    }),
  ).toBeVisible();

  await test.step('a person shows visits, device and answers, and the focus returns', async () => {
    const ivan = table(page).getByRole('button', { name: 'Ivan Petrov' });
    await ivan.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ivan Petrov' });
    await expect(dialog.getByText('Online for 43 min of 46 min (93.4%). Left 1 min early.')).toBeVisible();
    await expect(dialog.getByRole('table', { name: 'Time in the call' }).getByRole('row')).toHaveText([
      'FromToLength',
      '15:00:0015:20:0020 min',
      '15:22:0015:45:0023 min',
    ]);
    await expect(dialog.getByText('computer, Windows 11, Chrome 148')).toBeVisible();
    await expect(dialog.getByText('192.0.2.44')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(ivan).toBeFocused();
    await lines(page).getByRole('button', { name: 'Erased person' }).click();
    await expect(page.getByRole('dialog').getByText('Name, contact and address were deleted.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the arrow keys read the curve, and a table is behind it', async () => {
    const curve = page.getByRole('slider', { name: 'People in the call over time' });
    await expect(curve).toHaveAttribute('aria-valuetext', '15:00:00: 3 people');
    await curve.press('PageUp');
    await curve.press('PageUp');
    await curve.press('PageUp');
    await expect(curve).toHaveAttribute('aria-valuetext', '15:13:48: 4 people');
    await curve.press('End');
    await expect(curve).toHaveAttribute('aria-valuetext', /15:46:00/);
    await page.getByText('Show as a table').click();
    const rows = page.getByRole('table', { name: 'People in the call over time' }).getByRole('row');
    await expect(rows).toHaveCount(24);
    await expect(rows).toContainText(['From', '15:0015:0233']);
  });
});

test('moderators are apart from the figures, and people of one name are marked', async ({ page, calls }) => {
  const people: WrittenPerson[] = [
    { name: 'Ms Petrova', role: 'moderator', online: [[0, 46]] },
    { name: 'Ivan', online: [[0, 44]] },
    { name: 'Ivan', online: [[2, 10]] },
    { name: 'Amelia Clarke', externalUserId: 'learner-9', online: [[0, 46]] },
  ];
  await calls.show(page, await calls.writeCall({ startedAt, minutes: 46, people, missing: ['Zoë Martin'] }));
  await expect(page.getByText('of 4 expected')).toBeVisible();
  await expect(page.getByText('and 1 moderator')).toBeVisible();
  await expect(names(page)).toHaveText(['Amelia Clarke', 'Ivan', 'Ivan', 'Zoë Martin', 'Ms Petrova']);
  await expect(table(page).getByText('Same name')).toHaveCount(2);
  await expect(table(page).getByRole('row').last()).toContainText('Moderator');
  await page.getByLabel('Show', { exact: true }).selectOption('Moderators');
  await expect(names(page)).toHaveText(['Ms Petrova']);
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Show', { exact: true }).selectOption('Everyone');
  await expect(page.getByText('and 1 moderator')).toBeVisible();
  await expect(table(page).getByText('Same name').first()).toBeVisible();
  await expectAccessible(page);
});

test('the keyboard sorts and filters, columns and layers are chosen, and another rule applies to this page only', async ({
  page,
  calls,
}) => {
  const callId = await writeLesson(calls);
  await calls.show(page, callId);
  const online = table(page).getByRole('columnheader', { name: 'Online' });
  await online.getByRole('button').press('Enter');
  await expect(online).toHaveAttribute('aria-sort', 'descending');
  const byTime = ['Amelia Clarke', 'Erased person', 'Ivan Petrov', 'Oliver Grant'];
  await expect(names(page)).toHaveText([...byTime, 'Emma Wilson', 'Zoë Martin']);
  await expect(lines(page).getByRole('button')).toHaveText(byTime);
  await online.getByRole('button').press('Enter');
  await expect(page).toHaveURL(/\?sort=online$/);
  await page.getByLabel('Show', { exact: true }).selectOption('Not present');
  const absent = ['Oliver Grant', 'Emma Wilson', 'Zoë Martin'];
  await expect(names(page)).toHaveText(absent);
  await page.reload();
  await expect(names(page)).toHaveText(absent);
  await page.getByLabel('Search by name or ID').fill('LEARNER-8');
  await expect(names(page)).toHaveText(['Oliver Grant']);
  await expect(page).toHaveURL(/show=absent.*search=LEARNER-8/);
  await page.getByLabel('Search by name or ID').fill('nobody at all');
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await expect(names(page)).toHaveCount(6);

  await test.step('another rule applies to this page only', async () => {
    await page.getByRole('button', { name: 'Try another rule' }).click();
    await page.getByLabel('At least, % of the call').fill('120');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Enter a number from 0 to 100')).toBeVisible();
    await page.getByLabel('At least, % of the call').fill('0');
    await page.getByLabel('At least, minutes').fill('45,5');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('online for at least 45 min 30 sec.')).toBeVisible();
    await expect(page).toHaveURL(/minShare=0&minSeconds=2730/);
    await expect(page.getByText('3 not long enough, 2 did not come')).toBeVisible();
    await page.getByRole('button', { name: 'Use the room’s rule' }).click();
    await expect(page.getByText('1 not long enough, 2 did not come')).toBeVisible();
  });

  await test.step('the reader chooses columns and layers, and the browser keeps them', async () => {
    await page.goto(`${calls.lectern.url}${calls.pathOf(callId)}`);
    await page.getByRole('button', { name: /^Columns/ }).click();
    await page.getByRole('checkbox', { name: 'Messages' }).check();
    await page.getByRole('checkbox', { name: 'Reason' }).check();
    await page.getByRole('checkbox', { name: 'Share' }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Speaking', exact: true }).click();
    await page.reload();
    const heads = table(page).getByRole('columnheader');
    await expect(heads).toContainText(['Name', 'Presence', 'Reason', 'Online', 'First entry', 'Microphone']);
    await expect(table(page)).toContainText(
      'Online for 12 min of 46 min (26%). 12 min late, left 22 min early.',
    );
    await expect(heads.filter({ hasText: 'Messages' })).toBeVisible();
    await expect(heads.filter({ hasText: 'Share' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Speaking', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });
});

test('downloads are named after the room and have the times of the reader', async ({ page, calls }) => {
  await calls.show(page, await writeLesson(calls), '?minShare=0.99');
  const csv = await download(page, 'CSV');
  expect(csv.suggestedFilename()).toBe('Algebra 2026-03-17 15-00.csv');
  const text = readFileSync(await csv.path(), 'utf8');
  expect(text).toMatch(/^\uFEFFName,Present,Share of the call,Online,First entry \(Europe\/Berlin\),/);
  expect(text).toContain('2026-03-17 15:12:00');
  const xlsx = await download(page, 'Excel (XLSX)');
  expect(xlsx.suggestedFilename()).toBe('Algebra 2026-03-17 15-00.xlsx');
  expect(
    readFileSync(await xlsx.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  const json = await download(page, 'JSON');
  expect(JSON.parse(readFileSync(await json.path(), 'utf8')).rule.minShare).toBe(0.99);

  await page.getByRole('button', { name: 'Download the chat' }).click();
  const [chat] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(chat.suggestedFilename()).toBe('Algebra chat 2026-03-17 15-00.csv');
  expect(readFileSync(await chat.path(), 'utf8')).toMatch(/^\uFEFFSent \(Europe\/Berlin\),Name,/);

  await page.route('**/report?**', (route) => route.abort());
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await expect(page.getByRole('alert')).toHaveText(/server is not responding/);
});

test('chat, polls and recordings of the call', { tag: '@main' }, async ({ page, calls }) => {
  const people = [
    {
      name: 'Amelia',
      online: [[0, 46]] as [number, number][],
      messages: [...Array(100).fill('Hello'), '$$x^2$$'],
    },
  ];
  const callId = await calls.writeCall({ startedAt, minutes: 46, people, poll });
  const empty = await calls.writeCall({
    startedAt: new Date('2026-03-18T14:00:00Z'),
    minutes: 5,
    people: [],
  });
  await calls.writeRecord(callId, 'Lesson 5');
  await calls.show(page, callId);
  const messages = page.getByRole('list', { name: 'Chat' }).getByRole('listitem');
  const count = page.getByText('101 messages');
  const [counted, action] = await Promise.all([
    count.boundingBox(),
    page.getByRole('button', { name: 'Download the chat' }).boundingBox(),
  ]);
  // The number stands beside the button, as it stands at the end of a line without one.
  expect((action?.x ?? 0) - (counted?.x ?? 0) - (counted?.width ?? 0)).toBeLessThan(20);
  await expect(messages).toHaveCount(100);
  await page.getByRole('button', { name: 'Show more messages' }).click();
  await expect(messages).toHaveCount(101);
  await expect(messages.last().locator('math msup')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Which one?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lesson 5' })).toHaveAttribute(
    'href',
    /\/recordings\/[0-9a-f]{24}$/,
  );

  await page.goto(`${calls.lectern.url}${calls.pathOf(empty)}`);
  await expect(page.getByText('Nobody was in this call')).toBeVisible();
  await expect(page.getByText('No messages in the public chat')).toBeVisible();
  await expect(page.getByText('No polls in this call')).toBeVisible();
  await expect(page.getByText('This call was not recorded')).toBeVisible();
});

test('a running call updates without a reload, in its order and at its place', async ({ page, calls }) => {
  const anna = await calls.join('Anna');
  const { spaceId, roomId } = calls;
  const { id } = await calls.api.getActiveCall({ spaceId, roomId });
  const link = { username: 'Emma Wilson', role: 'user' } as const;
  await calls.api.generateAccess({ spaceId, roomId, body: link });
  await page.setViewportSize({ width: 1280, height: 500 });
  await calls.show(page, id, '?sort=-name');
  await expect(names(page)).toHaveText(['Emma Wilson', 'Anna']);
  await expect(page.getByText('Live now', { exact: true })).toBeVisible();
  await expect(table(page)).toContainText('In the call');
  await expect(page.getByText('Not here yet: Emma Wilson')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 300));
  const boris = await calls.join('Boris');
  await expect(names(page)).toHaveText(['Emma Wilson', 'Boris', 'Anna']);
  expect(await page.evaluate(() => window.scrollY)).toBe(300);
  await boris.leave();
  await anna.leave();
  await calls.api.finishActiveCall({ spaceId, roomId });
  await expect(page.getByText('Final', { exact: true })).toBeVisible();
  await expect(table(page)).not.toContainText('In the call');
});

test('deleted people, a missing call, a missing right and a lost server are said', async ({
  page,
  calls,
}) => {
  const callId = await writeLesson(calls);
  const refuse = (status: number, code: string) =>
    page.route('**/analytics/report?**', (route) =>
      route.fulfill({ status, json: { code, message: 'refused' } }),
    );
  await refuse(410, 'report_expired');
  await calls.show(page, callId);
  await expect(page.getByText('The people of this call were deleted')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/17 Mar.* 2026/);
  await refuse(403, 'forbidden');
  await page.reload();
  await expect(page.getByText('You cannot see this report')).toBeVisible();
  await page.unroute('**/analytics/report?**');
  await calls.show(page, 'a'.repeat(24));
  await expect(page.getByText('Page not found')).toBeVisible();

  await calls.show(page, callId);
  await expect(names(page)).toHaveCount(6);
  await page.route('**/analytics/report?**', (route) => route.abort());
  await page.getByRole('button', { name: 'Try another rule' }).click();
  await page.getByLabel('At least, minutes').fill('10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('This page could not be updated.')).toBeVisible();
  await expect(names(page)).toHaveCount(6);
});

test('a moderator of the room only sees the page without the name of the private group', async ({
  page,
  calls,
}) => {
  const { spaceId, roomId, lectern } = calls;
  const callId = await writeLesson(calls);
  const moderator = await makeSomebody(lectern, 'Boris Orlov');
  await openSignedIn(page, moderator, calls.pathOf(callId));
  await expect(page.getByText('Page not found')).toBeVisible();
  const body = { targetUserId: moderator.id, role: 'role_room_moderator' } as const;
  await calls.api.grantRole({ spaceId, roomId, body });
  await page.reload();
  await expect(names(page)).toHaveText(byName);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).not.toContainText('Evening school');
});

test('the page is accessible in every look, also with hostile names', async ({ page, calls }) => {
  const hostile = { name: hostileName, externalUserId: 'x'.repeat(200), online: pupils[0]?.online ?? [] };
  const written = { startedAt, minutes: 46, people: [...pupils, hostile], missing: [hostileName], poll };
  await calls.show(page, await calls.writeCall(written));
  await page.getByText('Show as a table').click();
  await page.getByText('1 answer').click();
  await page.getByRole('button', { name: 'Try another rule' }).click();
  await expectAccessible(page);
  await table(page).getByRole('button', { name: 'Amelia Clarke' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('1,000 people are scrolled on the screen and all of them are printed', async ({ page, calls }) => {
  await calls.show(page, await calls.writeLargeCall(1_000));
  const rows = table(page).getByRole('row');
  await expect(names(page).first()).toHaveText('Person 0');
  expect(await rows.count()).toBeLessThan(60);
  expect(await lines(page).getByRole('button').count()).toBeLessThan(60);
  await expect(table(page)).toHaveAttribute('aria-rowcount', '1001');
  await table(page).evaluate((element) => element.parentElement?.scrollTo(0, 100_000));
  await expect(names(page).last()).toHaveText('Person 999');

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await waitUntil(async () => (await names(page).count()) === 1_000, {
    timeout: 20_000,
    message: 'all rows to be rendered for paper',
  });
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeHidden();
  await expect(lines(page)).toBeHidden();
  await expect(page.getByRole('slider')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeVisible();
});
