import type { Page } from '@playwright/test';
import { expectAccessible, makeSomebody, openSignedIn, writeSignIn } from '../testing/account-page.ts';
import { expect, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

/** Continues from the provider's sign-in page. */
async function passProvider(page: Page, login: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
  await page.getByLabel('Name').fill(login);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const withSchool = { name: 'Sign in with Greenfield School' };

test('a person signs in with the account of their school, and out of both', { tag: '@main' }, async ({
  page,
  office: { lectern, provider },
}) => {
  const email = 'newcomer@school.example.org';
  provider.people.set('newcomer', { email, email_verified: true, name: 'Nadia Newcomer' });
  await page.goto(`${lectern.url}/account`);
  await expectAccessible(page, ['light']);
  await page.getByRole('button', withSchool).click();
  await passProvider(page, 'newcomer');
  await expect(page).toHaveURL(`${lectern.url}/account`);
  await expect(page.getByText(`Linked as ${email}`)).toBeVisible();
  await expect(page.getByText('Your account has no password. Set one before you unlink.')).toBeVisible();
  await expectAccessible(page, ['light']);

  await expect(page.getByLabel('Current password')).toHaveCount(0);
  await page.getByLabel('New password').fill('a lamp in the quiet hall');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('button', { name: 'Unlink' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByRole('button', { name: 'Link Greenfield School' })).toBeVisible();

  await page.getByRole('button', { name: /Nadia Newcomer/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}`));
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(`${lectern.url}/sign-in`);
});

test('the page says why the school signed nobody in, and a password still does', async ({
  page,
  office: { lectern },
}) => {
  await page.goto(`${lectern.url}/sign-in`);
  await page.getByRole('button', withSchool).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText('The sign-in was cancelled.');
  await expect(page).toHaveURL(`${lectern.url}/sign-in/return`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are not signed in');
  await expectAccessible(page, ['light']);
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText(/has expired or is already finished/);
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();

  await page.route('**/v1/auth/provider', (route) =>
    route.fulfill({ status: 503, json: { code: 'provider_away', message: 'Away.' } }),
  );
  await page.getByRole('button', withSchool).click();
  await expect(page.getByRole('alert')).toHaveText(/Greenfield School does not work right now/);
  await writeSignIn(page, await makeSomebody(lectern));
  await expect(page).toHaveURL(`${lectern.url}/groups`);
});

test('a person with an account links it in the profile', async ({ page, office: { lectern, provider } }) => {
  const who = await makeSomebody(lectern);
  provider.people.set(who.id, { email: who.email, email_verified: true });
  await page.goto(`${lectern.url}/sign-in`);
  await page.getByRole('button', withSchool).click();
  await passProvider(page, who.id);
  await expect(page.getByRole('alert')).toHaveText(/You already have an account with this email address/);

  await openSignedIn(page, who);
  const section = page.getByRole('region', withSchool);
  await section.getByLabel('Current password').fill('not this one');
  await section.getByRole('button', { name: 'Link Greenfield School' }).click();
  await expect(section.getByText('This is not your current password')).toBeVisible();
  await section.getByLabel('Current password').fill(who.password);
  await section.getByRole('button', { name: 'Link Greenfield School' }).click();
  await expect(page.getByText(`Linked as ${who.email}`)).toBeVisible();

  await page.context().clearCookies({ name: 'accessToken' });
  await page.context().clearCookies({ name: 'refreshToken' });
  await page.goto(`${lectern.url}/sign-in`);
  await page.getByRole('button', withSchool).click();
  await expect(page).toHaveURL(`${lectern.url}/groups`);
});

test('an invitation is accepted by the press that signs in at the school', async ({
  page,
  office: { lectern, provider },
}) => {
  const owner = lectern.client(lectern.owner.personalToken);
  const { id: spaceId } = await owner.createSpace({ body: { name: 'Chemistry 8', isPublic: false } });
  const { url } = await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  const who = await makeSomebody(lectern);
  provider.people.set(who.id, { email: who.email, email_verified: true });
  await openSignedIn(page, who);
  const section = page.getByRole('region', withSchool);
  await section.getByLabel('Current password').fill(who.password);
  await section.getByRole('button', { name: 'Link Greenfield School' }).click();
  await passProvider(page, who.id);
  await expect(page.getByText(`Linked as ${who.email}`)).toBeVisible();

  await page.context().clearCookies({ name: 'accessToken' });
  await page.context().clearCookies({ name: 'refreshToken' });
  await page.goto(url);
  await expectAccessible(page, ['light']);
  await page.getByRole('link', { name: 'Sign in and join' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to join Chemistry 8');
  await page.goBack();
  await page.getByRole('button', withSchool).click();
  await expect(page).toHaveURL(`${lectern.url}/groups/${spaceId}`);
});
