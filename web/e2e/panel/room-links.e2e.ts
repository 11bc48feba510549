import { answer, beSignedIn } from '../testing/panel-page.ts';
import { keepDevicesOff } from '../testing/person-page.ts';
import { expect, type SchoolRoom, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

const pathOf = ({ spaceId, id: roomId }: SchoolRoom) => ({ spaceId, roomId });

test('a link is created, copied again, viewed, released and revoked', { tag: '@main' }, async ({
  page,
  context,
  school,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const room = await school.room({ isPublic: false });
  await beSignedIn(page.context(), school.lectern.url, school.lectern.owner);
  await page.goto(school.panelOf(room, 'links'));
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByText('One person').click();
  await page.getByLabel('Name').fill('Zoe Lind');
  await page.getByText('For integrations').click();
  await page.getByLabel('External user ID').fill('x'.repeat(257));
  await answer(page, 'Create link');
  await expect(page.getByText('Use up to 256 characters')).toBeVisible();
  await page.getByLabel('External user ID').fill('zoe-1');
  await answer(page, 'Create link');
  const url = await page.getByLabel('Link', { exact: true }).inputValue();
  await answer(page, 'Done');
  const copy = page.getByRole('button', { name: 'Copy the link of Zoe Lind' });
  const copyAgain = async () => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await copy.click();
    await expect(copy).toHaveAttribute('title', 'Copied');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copyAgain()).toBe(url);

  const guest = await browser.newPage();
  await keepDevicesOff(guest);
  await guest.goto(url);
  await guest.getByRole('button', { name: 'Join' }).click();
  await expect(guest.getByRole('button', { name: 'Leave' })).toBeVisible();
  const [made] = (await school.client.listAccessLinks(pathOf(room))).items;
  const look = () => school.client.getAccessLink({ ...pathOf(room), linkId: made?.id ?? '' });
  await expect.poll(async () => (await look()).entries[0]?.isPresent).toBe(true);
  await page.goto(`${school.panelOf(room, 'links')}?filter=used`);
  await expect(page.getByRole('listitem')).toContainText('1 entry');
  // It is bound to the guest's browser now, so nobody else could use a copy.
  await expect(copy).toHaveCount(0);
  await page.getByRole('button', { name: 'Zoe Lind', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('zoe-1');
  await expect(page.getByRole('dialog')).toContainText(/Joined .*In the call/);
  await expect(page.getByRole('dialog').getByLabel('Link', { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More actions for Zoe Lind' }).click();
  await page.getByRole('menuitem', { name: 'Release for another browser' }).click();
  await answer(page, 'Release link');
  expect(await copyAgain()).toBe(url);

  await page.getByRole('button', { name: 'More actions for Zoe Lind' }).click();
  await page.getByRole('menuitem', { name: 'Change role or expiry' }).click();
  await page.getByRole('radio', { name: /^Moderator/ }).check();
  await answer(page, 'Save');
  await expect(page.getByRole('listitem')).toContainText('Moderator');

  await page.getByRole('button', { name: 'More actions for Zoe Lind' }).click();
  await page.getByRole('menuitem', { name: 'Revoke', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('removed from the call');
  await answer(page, 'Revoke');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByLabel('Status').selectOption('Revoked');
  await expect(page).toHaveURL(/filter=revoked/);
  await expect(page.getByRole('listitem')).toContainText('Zoe Lind');
  await expect(copy).toHaveCount(0);
  await expect(guest.getByRole('heading', { name: 'You were removed from this call' })).toBeVisible();
  await guest.close();
});
