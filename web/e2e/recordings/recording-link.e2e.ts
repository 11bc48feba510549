import { expectAccessible } from '../testing/account-page.ts';
import { expect, test } from '../testing/content-group.ts';
import { show, waitForVideo } from '../testing/content-page.ts';
import { answer } from '../testing/panel-page.ts';
import { atEachWidth } from '../testing/widths.ts';

test('a person without an account watches by a link, and loses the video when it is revoked', async ({
  page,
  group,
  browser,
}) => {
  const id = await group.write({ name: 'Lesson 5' });
  await show(page, group, group.pageOf(id));
  await page.getByRole('button', { name: 'Create a link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'For whom' }).fill('Leo <b>');
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  await expect(dialog).toContainText('It is shown only once.');
  const { items } = await group.api.listRecordLinks(group.recordPath(id));
  expect(items.map(({ note }) => note)).toEqual(['Leo <b>']);
  const { url } = await group.api.createRecordLink({ ...group.recordPath(id), body: { note: 'Mia' } });
  await dialog.getByRole('button', { name: 'Done' }).click();

  const context = await browser.newContext();
  const guest = await context.newPage();
  const requested: string[] = [];
  guest.on('request', (request) => requested.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await guest.clock.install();
  await guest.goto(url);
  await waitForVideo(guest);
  await expect(guest).toHaveTitle('Lesson 5 · Lectern');
  await expect(guest.getByRole('link', { name: 'Download' })).toHaveCount(0);
  for (const [width, height] of [
    [844, 390],
    [568, 320],
  ] as const) {
    await guest.setViewportSize({ width, height });
    for (const part of [guest.locator('video'), guest.getByRole('button', { name: 'Full screen' })])
      await expect(part).toBeInViewport({ ratio: 0.9 });
  }
  await guest.setViewportSize({ width: 1280, height: 800 });
  const token = new URL(url).hash.slice(1);
  expect(requested.filter((line) => line.includes(token))).toEqual([]);
  await atEachWidth(guest, () => expectAccessible(guest));

  await page.reload();
  await page.getByRole('button', { name: 'Revoke: Mia' }).click();
  await answer(page, 'Revoke');
  await expect(page.getByText('Revoked')).toBeVisible();
  await atEachWidth(page, () => expectAccessible(page));
  await guest.clock.runFor(60_000);
  await expect(guest.getByRole('heading', { name: 'This link was revoked' })).toBeVisible();
  await context.close();
});
