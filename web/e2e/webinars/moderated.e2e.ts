import { patient } from '../../../server/testing/patience.ts';
import { makeTimedWebinar } from '../../../server/testing/webinars/timed-webinar.ts';
import { insertSession } from '../../../server/testing/webinars/watchable.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { expect, test } from '../testing/school.ts';
import { WebinarPage } from '../testing/webinar-page.ts';
import { atEachWidth } from '../testing/widths.ts';

test('a moderator moderates the chat, removes a viewer, who gets nothing more, and ends the session', async ({
  browser,
  studio,
}, info) => {
  test.slow();
  const webinar = await makeTimedWebinar(studio, { seconds: 90, isPublic: false });
  const { spaceId, playbackId } = webinar;
  const { lectern, database } = studio;
  const owner = lectern.client(lectern.owner.personalToken);
  const { startDate } = await insertSession(database.db, webinar, { begunAgo: 2 });
  const links: Record<string, string> = {};
  const enter = async (username: string, role: 'user' | 'moderator') => {
    const body = { username, role } as const;
    const { url } = await owner.generateAccess({ spaceId, roomId: playbackId, body });
    links[username] = url;
    const visitor = new WebinarPage(await browser.newPage());
    await visitor.page.goto(url);
    await visitor.page.getByRole('button', { name: 'Join' }).click();
    return visitor;
  };
  const [anna, boris, olga] = await Promise.all([
    enter('Anna', 'user'),
    enter('Boris', 'user'),
    enter('Olga', 'moderator'),
  ]);
  const playlists: string[] = [];
  anna.page.on('request', (request) => request.url().includes('.m3u8') && playlists.push(request.url()));
  await Promise.all([anna.waitUntilInStep(startDate), olga.waitUntilInStep(startDate)]);

  await test.step('another browser with the link of a viewer offers no request that nobody would hear', async () => {
    const other = await browser.newPage();
    await other.goto(links.Anna ?? '');
    await expect(other.getByRole('heading', { name: 'This link has been used' })).toBeFocused();
    const advice = other.getByText('Watch the webinar there');
    await atEachWidth(other, () => expect(advice).toBeInViewport());
    await expect(other.getByRole('button')).toHaveCount(0);
    await other.close();
  });

  await olga.write('Welcome');
  await expect(anna.message('Welcome')).toContainText('Moderator');
  await anna.write('This is spam');
  const spam = olga.message('This is spam');
  await spam.hover();
  await spam.getByRole('button', { name: /^More actions for/ }).click();
  await olga.page.getByRole('menuitem', { name: 'Delete' }).click();
  await olga.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(anna.message('This is spam')).toHaveCount(0);
  await olga.chat.getByRole('button', { name: 'Chat settings' }).click();
  await olga.page.getByRole('menuitemcheckbox', { name: 'Allow messages' }).click();
  await expect(anna.chat.getByText('The chat is off. Only moderators can write.')).toBeVisible();

  await olga.page.getByRole('tab', { name: 'Viewers' }).click();
  const viewers = olga.page.getByRole('complementary', { name: 'Viewers' });
  const remove = (name: string) => viewers.getByRole('button', { name: `Remove ${name}` });
  await expect(remove('Boris')).toBeVisible();
  await expect(viewers.getByRole('listitem')).toHaveCount(3);
  // One number, that of the list.
  await expect(olga.page.getByText('3 people are watching')).toHaveCount(1);
  await olga.page.screenshot({ path: info.outputPath('viewers.png') });
  await expectAccessible(olga.page, ['phone']);
  await olga.page.screenshot({ path: info.outputPath('viewers-phone.png') });
  // A tablet in portrait has the chat below the video, which is as wide as the screen.
  await olga.page.setViewportSize({ width: 768, height: 1024 });
  const picture = await olga.page.locator('video').boundingBox();
  const panel = await viewers.boundingBox();
  expect([picture?.width, panel?.width]).toEqual([768, 768]);
  expect(panel?.y).toBeGreaterThan((picture?.y ?? 0) + (picture?.height ?? 0));
  await olga.page.screenshot({ path: info.outputPath('viewers-tablet.png') });
  await remove('Anna').click();
  const dialog = olga.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(remove('Anna')).toHaveCount(0);
  await expect(olga.page.getByText('2 people are watching')).toHaveCount(1);
  await expect(anna.page.getByRole('heading', { name: 'You were removed from this webinar' })).toBeVisible({
    timeout: patient(30_000),
  });
  await expect(anna.page.locator('video')).toHaveCount(0);
  const refused = async () => (await fetch(playlists.at(-1) ?? '')).status;
  await expect.poll(refused).toBe(403);

  await olga.page.getByRole('button', { name: 'End session' }).click();
  await dialog.getByRole('button', { name: 'End session' }).click();
  for (const { page } of [olga, boris]) {
    await expect(page.getByRole('heading', { name: 'The webinar has ended' })).toBeVisible({
      timeout: patient(30_000),
    });
    await expect(page.getByText('Algebra for beginners')).toBeVisible();
    await page.close();
  }
  await anna.page.close();
});

test('another device that watches by a released link ends the webinar of the first, whose page says so', async ({
  browser,
  studio,
}, info) => {
  test.slow();
  const webinar = await makeTimedWebinar(studio, { seconds: 60, isPublic: false });
  const { spaceId, playbackId: roomId } = webinar;
  const owner = studio.lectern.client(studio.lectern.owner.personalToken);
  const { startDate } = await insertSession(studio.database.db, webinar, { begunAgo: 2 });
  const body = { username: 'Boris', role: 'user' } as const;
  const { url, id: linkId } = await owner.generateAccess({ spaceId, roomId, body });
  const watch = async (viewport: { width: number; height: number }) => {
    const visitor = new WebinarPage(await browser.newPage({ viewport }));
    await visitor.page.goto(url);
    await visitor.page.getByRole('button', { name: 'Join' }).click();
    await visitor.waitUntilInStep(startDate);
    return visitor;
  };
  const phone = await watch({ width: 390, height: 844 });
  await owner.releaseAccessLink({ spaceId, roomId, linkId });
  const desk = await watch({ width: 1440, height: 900 });
  await expect(phone.page.getByRole('heading', { name: 'This link has been used' })).toBeVisible({
    timeout: patient(30_000),
  });
  await expect(phone.page.locator('video')).toHaveCount(0);
  await phone.page.screenshot({ path: info.outputPath('lost-link.png') });
  await expect(desk.page.locator('video')).toHaveCount(1);
  for (const { page } of [phone, desk]) await page.close();
});
