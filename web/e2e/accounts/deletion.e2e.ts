import { expectAccessible, makeSomebody, openSignedIn } from '../testing/account-page.ts';
import { clientOf } from '../testing/panel-page.ts';
import { expect, test } from '../testing/school.ts';

test('a person decides about each group, proves who they are, and deletes their account', async ({
  page,
  office: { lectern, mail },
}) => {
  const [who, heir] = [await makeSomebody(lectern), await makeSomebody(lectern, 'Boris Heir')];
  await openSignedIn(page, who);
  const [api, ofHeir] = [await clientOf(lectern, who), await clientOf(lectern, heir)];
  const { id: spaceId } = await api.createSpace({ body: { name: 'Physics 9A', isPublic: false } });
  await api.createSpace({ body: { name: 'Old drafts' } });
  const { id: inviteId } = await api.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await ofHeir.activateInvite({ spaceId, inviteId });

  await page.getByRole('link', { name: 'Delete account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete account');
  await expect(page.getByText('Recordings stay in their group')).toBeVisible();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Choose what happens to this group')).toHaveCount(2);
  await expect(page.getByLabel('Old drafts')).toBeFocused();
  await expectAccessible(page);

  await page.getByLabel('Physics 9A').selectOption({ label: `Boris Heir (${heir.email})` });
  await page.getByLabel('Old drafts').selectOption('delete');
  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('Your email address').fill('somebody@else.org');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter the email address of this account')).toBeVisible();
  await page.getByLabel('Your email address').fill(who.email.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not your current password')).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await page.getByLabel('Current password').fill(who.password);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeFocused();
  await expectAccessible(page);
  expect((await mail.take(who.email)).headers.subject).toBe('Your account was deleted');
  expect((await mail.take(heir.email)).headers.subject).toBe('You now own a group');
  expect((await ofHeir.getSpace({ spaceId })).roleInSpace).toBe('role_space_owner');
  await page.goto(`${lectern.url}/groups`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
