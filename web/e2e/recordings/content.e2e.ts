import { expectAccessible, makeSomebody } from '../testing/account-page.ts';
import { expect, test, videoSeconds } from '../testing/content-group.ts';
import { rows, show, waitForVideo } from '../testing/content-page.ts';
import { answer, beSignedIn, clientOf, hostileName, lookAgain } from '../testing/panel-page.ts';
import { shiftClock } from '../testing/recorded-page.ts';

test('an empty list says how to record; a recording passes through its states without a reload, and rows stay during an outage', {
  tag: '@main',
}, async ({ page, group }) => {
  await show(page, group, `/groups/${group.spaceId}`);
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await expect(page.getByText('No recordings yet')).toBeVisible();

  const id = await group.write({ name: 'Lesson 5', state: 'new', minutesAgo: 0 });
  // A person who returns to the page from the room sees it.
  await lookAgain(page);
  await expect(rows(page)).toContainText(['Starting']);
  await group.change(id, { state: 'recording' });
  await expect(rows(page)).toContainText([/Recording\s*0:\d\d/]);
  await page.route('**/records?**', (route) => route.abort());
  await expect(page.getByText('The list could not be updated.')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.unroute('**/records?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The list could not be updated.')).toBeHidden();
  await group.change(id, { state: 'processing' });
  await expect(rows(page)).toContainText(['Processing']);
  await group.change(id, { state: 'processing', progress: 0.43 });
  await expect(rows(page)).toContainText(['Saving, 43%']);
  await group.change(id, { state: 'finished' });
  await expect(rows(page)).toContainText([/Lesson 5.*Algebra.*0:30.*kB.*Started by Vera Sokolova/]);
  await expect(rows(page).locator('img')).toHaveJSProperty('naturalWidth', 640);

  await test.step('hover or focus plays ten seconds, unless motion is reduced', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    // The pointer may be on the row since the last click.
    await page.mouse.move(0, 0);
    const preview = rows(page).locator('video');
    await rows(page).hover();
    await expect(preview).toHaveJSProperty('paused', false);
    await expect(preview).toHaveJSProperty('muted', true);
    await page.mouse.move(0, 0);
    await expect(preview).toHaveCount(0);
    await page.getByRole('link', { name: 'Lesson 5' }).focus();
    await expect(preview).toHaveJSProperty('paused', false);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('link', { name: 'Lesson 5' }).blur();
    await expect(preview).toHaveCount(0);
    await page.clock.install();
    await rows(page).hover();
    await expect(rows(page).locator('img')).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(rows(page).locator('img')).toBeVisible();
    await expect(preview).toHaveCount(0);
  });
});

test('a recording in progress becomes the player by itself; every page of the panel says that one is ready; it is shared', async ({
  page,
  group,
}) => {
  const id = await group.write({ name: 'Lesson 5', state: 'processing', minutesAgo: 1 });
  await show(page, group);
  await expect(rows(page)).toContainText(['Processing']);
  await page.getByRole('link', { name: 'Groups' }).first().click();
  await group.change(id, { state: 'finished' });
  const news = page.getByText('“Lesson 5” is ready.');
  await expect(news).toBeVisible();
  await page.getByRole('link', { name: 'Watch', exact: true }).click();
  await waitForVideo(page);
  await expect(news).toHaveCount(0);
  const share = page.getByRole('switch', { name: 'Share with those who attended' });
  await expect(share).not.toBeChecked();
  // The switch shows a press before the server has stored it.
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT');
  await share.check({ force: true });
  await expect(page.getByRole('button', { name: 'Copy link for participants' })).toBeVisible();
  await stored;
  await page.reload();
  await expect(share).toBeChecked();

  await test.step('a recording in progress', async () => {
    const other = await group.write({ name: 'Lesson 6', state: 'recording', minutesAgo: 62 });
    // The device's clock is half a day off.
    await page.addInitScript(shiftClock, 12 * 3_600_000);
    await show(page, group, group.pageOf(other));
    await expect(page.getByText('Recording in progress')).toBeVisible();
    await expect(page.getByText(/^1:0[2-4]:\d\d$/)).toBeVisible();
    await group.change(other, { state: 'finished' });
    await waitForVideo(page);
  });
});

test('a picture that could not be loaded is tried again with its next address', async ({ page, group }) => {
  await group.write({ name: 'Lesson 5' });
  // The list is refreshed soon.
  await group.write({ name: 'Now', state: 'recording', minutesAgo: 1 });
  let times = 0;
  await page.route('**/records?**', async (route) => {
    times += 1;
    const response = await route.fetch();
    const text = await response.text();
    const broken = text.replaceAll(
      /"posterUrl":"[^"]+"/g,
      `"posterUrl":"${group.lectern.url}/files/gone.jpg"`,
    );
    await route.fulfill({ response, body: times === 1 ? broken : text });
  });
  await show(page, group);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).locator('img')).toHaveJSProperty('naturalWidth', 640);
});

test('a rename in place is saved by Enter and by leaving, and undone by Escape; the focus stays where it was moved', async ({
  page,
  group,
}) => {
  const recordId = await group.write({ name: 'Lesson 5' });
  const nameNow = async () =>
    (await group.api.getRecord({ spaceId: group.spaceId, roomId: group.rooms.Algebra, recordId })).name;
  const rename = async (name: string) => {
    await page.getByRole('button', { name: `More actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await expect(page.getByLabel(`New name for ${name}`)).toBeFocused();
  };
  await show(page, group);
  await rename('Lesson 5');
  await page.keyboard.type('Fractions');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Lesson 5' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'More actions for Lesson 5' })).toBeFocused();
  expect(await nameNow()).toBe('Lesson 5');

  await rename('Lesson 5');
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a name')).toBeVisible();
  await page.keyboard.type('Fractions');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Fractions' })).toBeVisible();
  expect(await nameNow()).toBe('Fractions');

  await page.getByRole('link', { name: 'Fractions' }).click();
  await rename('Fractions');
  await page.keyboard.type(hostileName.slice(0, 60));
  await page.getByRole('button', { name: 'Mute' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostileName.slice(0, 60).trim());
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);

  await test.step('while a name is being saved, and a download begins', async () => {
    const id = await group.write({ name: 'Lesson 6' });
    await page.goto(`${group.lectern.url}${group.path}`);
    let saved = Promise.withResolvers<void>();
    let answer = 200;
    await page.route(`**/records/${id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      await saved.promise;
      if (answer === 200) return route.continue();
      return route.fulfill({ status: answer, json: {} });
    });
    const search = page.getByLabel('Search recordings');
    const rename = async (name: string, next: string) => {
      await page.getByRole('button', { name: `More actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await expect(page.getByLabel(`New name for ${name}`)).toBeFocused();
      await page.keyboard.type(next);
    };
    await rename('Lesson 6', 'Roots');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Lesson 6' }).click();
    await download;
    await search.focus();
    saved.resolve();
    await expect(page.getByRole('link', { name: 'Roots' })).toBeVisible();
    await expect(search).toBeFocused();

    saved = Promise.withResolvers<void>();
    answer = 500;
    await rename('Roots', 'Cells');
    await search.focus();
    saved.resolve();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(search).toBeFocused();
    await expect(page.getByLabel('New name for Roots')).toHaveValue('Cells');
  });
});

test('a recording is downloaded, shared by a link that needs no account, and deleted after a question', {
  tag: '@main',
}, async ({ page, context, group }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await group.write({ name: 'Lesson 5' });
  await group.write({ name: 'Lesson 4', minutesAgo: 90 });
  await show(page, group);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Lesson 5' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Lesson 5 .*\.mp4$/);
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'More actions for Lesson 5' }).click();
  await page.getByRole('menuitem', { name: 'Copy download link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied').first()).toBeAttached();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const answered = await fetch(link);
  expect([answered.status, answered.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More actions for Lesson 5' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('Delete “Lesson 5”?');
  await answer(page, 'Cancel');
  await expect(rows(page)).toHaveCount(2);
  await page.goto(`${group.lectern.url}${group.pageOf(id)}`);
  await page.getByRole('button', { name: 'More actions for Lesson 5' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await answer(page, 'Delete');
  await expect(page).toHaveURL(`${group.lectern.url}${group.path}`);
  await expect(rows(page)).toContainText(['Lesson 4']);
  await page.goto(`${group.lectern.url}${group.pageOf(id)}`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('a list is searched, filtered by room, state and period, and sorted; the address keeps all of it', async ({
  page,
  group,
}) => {
  for (let number = 1; number <= 27; number += 1) {
    await group.write({ name: `Lesson ${number}`, state: 'failed', minutesAgo: number });
  }
  await group.write({ name: 'Cells', room: 'Biology', minutesAgo: 2 * 24 * 60 });
  await group.write({ name: 'Old cells', room: 'Biology', minutesAgo: 20 * 24 * 60 });
  await show(page, group);
  await page.getByLabel('Rows per page').selectOption('25 per page');
  await expect(rows(page)).toHaveCount(25);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows(page)).toContainText(['Lesson 26', 'Lesson 27', 'Cells', 'Old cells']);

  await page.getByLabel('Search recordings').fill('CELL');
  await expect(rows(page)).toContainText(['Cells', 'Old cells']);
  await page.getByLabel('Period').selectOption('Last 7 days');
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toContainText(['Cells']);
  await expect(page.getByLabel('Search recordings')).toHaveValue('CELL');
  await page.getByLabel('State').selectOption('Failed');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows(page)).toHaveCount(25);

  await page.getByRole('button', { name: 'Room: All rooms' }).click();
  await page.getByRole('radio', { name: 'Biology' }).check();
  await expect(rows(page)).toContainText(['Cells', 'Old cells']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Room: Biology' })).toBeFocused();
  await page.getByLabel('Sort order').selectOption('Oldest first');
  await expect(rows(page)).toContainText(['Old cells', 'Cells']);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Room: Biology' })).toBeVisible();
  await expect(rows(page)).toContainText(['Old cells', 'Cells']);
});

test('failed, incomplete and discarded recordings say so', async ({ page, group }) => {
  const quality = { lateTicks: 0, missedAudioMs: 1_500, lowestFps: 12.5, lowestHeight: 480 };
  await group.write({ name: 'Worse', quality, isPartial: true, startedBy: null });
  const failed = await group.write({ name: 'Broken', state: 'failed', failure: 'disk_full' });
  await group.write({ name: 'Oops', state: 'aborted' });
  await show(page, group);
  const row = (name: string) => rows(page).filter({ hasText: name });
  await expect(row('Broken')).toContainText('The server’s disk was full.');
  await expect(row('Oops')).toContainText('Stopped within 3 seconds of its start. Nothing was saved.');
  await expect(row('Oops').getByRole('link')).toHaveCount(0);
  await expect(row('Worse')).toContainText(/Partial.*Uneven quality.*Started automatically/);
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(1);

  await page.getByRole('link', { name: 'Worse' }).click();
  await expect(page.getByText('Part of the call is missing')).toBeVisible();
  await expect(
    page.getByText('In places the picture is less sharp or stutters. About 2 sec of sound is missing.'),
  ).toBeVisible();
  const figure = page.getByText('Resolution drops to 480 lines in places.');
  await expect(figure).toBeHidden();
  await page.getByText('Details', { exact: true }).click();
  await expect(figure).toBeVisible();
  await page.goto(`${group.lectern.url}${group.pageOf(failed)}`);
  await expect(page.getByText('No video')).toBeVisible();
  await expect(page.getByText('The server’s disk was full.')).toBeVisible();
});

test('a moderator of one room sees its recordings there only; a member sees none', async ({
  page,
  group,
}) => {
  const { api, lectern, spaceId, rooms } = group;
  const inAlgebra = await group.write({ name: 'Lesson 5' });
  const inBiology = await group.write({ name: 'Cells', room: 'Biology' });
  const who = await makeSomebody(lectern, 'Greta Hall');
  const invite = await api.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await (await clientOf(lectern, who)).activateInvite({ spaceId, inviteId: invite.id });
  await beSignedIn(page.context(), lectern.url, who);
  await page.goto(`${lectern.url}${group.pageOf(inAlgebra)}`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

  await api.grantRole({
    spaceId,
    roomId: rooms.Algebra,
    body: { targetUserId: who.id, role: 'role_room_moderator' },
  });
  await page.goto(`${lectern.url}/groups/${spaceId}`);
  await expect(page.getByRole('link', { name: 'Content', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions for Algebra' }).click();
  await page.getByRole('menuitem', { name: 'Recordings' }).click();
  await expect(rows(page)).toContainText(['Lesson 5']);
  await expect(page.getByRole('button', { name: /^Room:/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Lesson 5' }).click();
  await waitForVideo(page);
  await page.getByRole('link', { name: 'Algebra' }).first().click();
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`${lectern.url}${group.pageOf(inBiology, 'Biology')}`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

// Another language changes the width of a page, not its colours.
const languages = [
  ['en', 'Search recordings', undefined],
  ['ru', 'Поиск по записям и расшифровкам', ['phone']],
] as const;

test('pages of recordings are accessible and not too wide in each language', async ({ page, group }) => {
  test.slow();
  const quality = { lateTicks: 5, missedAudioMs: 0, lowestFps: 25, lowestHeight: 720 };
  const startedBy = 'Екатерина Константиновна Преображенская-Заболотская';
  const id = await group.write({ name: hostileName, quality, isPartial: true, startedBy });
  await group.write({ name: 'Now', state: 'recording', minutesAgo: 12 });
  await group.write({ name: 'Soon', state: 'processing', progress: 0.4, minutesAgo: 80 });
  await group.write({ name: 'Never', state: 'failed', failure: 'broken' });
  await group.write({ name: 'Oops', state: 'aborted' });
  await show(page, group, '/groups');
  for (const [language, search, looks] of languages) {
    await page.evaluate((chosen) => localStorage.setItem('lectern.language', chosen), language);
    await page.goto(`${group.lectern.url}${group.path}`);
    await expect(page.getByLabel(search)).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(5);
    await expectAccessible(page, looks);
    await page.goto(`${group.lectern.url}${group.pageOf(id)}`);
    await expect(page.locator('video')).toHaveJSProperty('duration', videoSeconds);
    await expectAccessible(page, looks);
  }
});
