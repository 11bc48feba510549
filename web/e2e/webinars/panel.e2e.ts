import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../testing/account-page.ts';
import { expect, test } from '../testing/content-group.ts';
import { show } from '../testing/content-page.ts';

test.describe.configure({ mode: 'parallel' });

test('a webinar is created, gets a recording as its video, and its address is copied', {
  tag: '@main',
}, async ({ page, group }) => {
  await group.write({ name: 'Lesson one' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await show(page, group, `/groups/${group.spaceId}/webinars`);
  await expect(page.getByText('Create the first automatic webinar')).toBeVisible();
  await page.getByRole('button', { name: 'New webinar' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('How to prepare');
  await page.getByRole('radio', { name: /^Public/ }).check();
  await page.getByRole('button', { name: 'Create webinar' }).click();

  await expect(page.getByRole('heading', { name: 'How to prepare' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose video' }).click();
  await page.getByRole('radio', { name: /^Lesson one/ }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use this video' }).click();
  await expect(page.getByRole('heading', { name: 'Lesson one' })).toBeVisible();
  // The page follows the preparation without a reload.
  await expect(page.getByRole('link', { name: 'Watch video' })).toBeVisible();
  await expect(page.getByText('0:30').first()).toBeVisible();
  await expectAccessible(page);
  const buffer = readFileSync(join(group.lectern.dataDir, 'video-files/video'));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'uploaded.mp4', mimeType: 'video/mp4', buffer });
  await expect(page.getByRole('heading', { name: 'uploaded' })).toBeVisible();

  await page.getByRole('link', { name: 'Evening school' }).click();
  await expect(page.getByRole('list', { name: 'Webinars' })).toContainText('Public');
  await page.getByRole('button', { name: 'Copy the address of How to prepare' }).click();
  const [webinar] = (await group.api.listPlaybacks({ spaceId: group.spaceId })).items;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${group.lectern.url}/room/${webinar?.alias}`,
  );
  await expectAccessible(page);
});

test('settings, entry form and links are kept on a phone; offline is said where it is set', async ({
  page,
  group,
}) => {
  const { spaceId } = group;
  const { id: playbackId } = await group.api.createPlayback({
    spaceId,
    body: { name: 'Algebra again', type: 'webinar' },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const home = `/groups/${spaceId}/webinars/${playbackId}`;
  await show(page, group, home);
  await page.getByRole('switch', { name: /^Allow replay/ }).check({ force: true });
  await page.getByRole('textbox', { name: 'Days of replay' }).fill('0');
  await page.getByRole('link', { name: 'Entry form' }).click();
  await page.getByRole('radiogroup', { name: 'Email' }).getByText('Required').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('textbox', { name: 'Days of replay' })).toBeFocused();
  await expect(page.getByText('Enter a whole number')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Days of replay' }).fill('14');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();
  const saved = await group.api.getPlayback({ spaceId, playbackId });
  expect(saved).toMatchObject({ isReplayAllowed: true, replayDays: 14 });
  expect(saved.joinSettings.fields).toMatchObject([{ slug: 'email', required: true }]);

  await page.goto(`${group.lectern.url}${home}/links`);
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  await page.getByText('One person').click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Anna');
  await expect(page.getByText('Watches and takes part in the chat.')).toBeVisible();
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(/\/room\/.+accessToken=/);
});
