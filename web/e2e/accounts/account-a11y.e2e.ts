import type { Page } from '@playwright/test';
import { expectAccessible, makeSomebody, openSignedIn } from '../testing/account-page.ts';
import { expect, type School, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

/** The account pages by name: how to open each, and what shows that it is open. */
const pages: Record<string, (page: Page, school: School) => Promise<void>> = {
  'sign-in with faults': async (page, { lectern }) => {
    await page.goto(`${lectern.url}/sign-in`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Enter your password')).toBeVisible();
  },
  registration: async (page, school) => {
    const { url } = await school.client.createInvite({
      spaceId: school.spaceId,
      body: { role: 'role_space_user' },
    });
    await page.goto(url);
    await expect(page.getByRole('heading', { name: 'Join School' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Enter a new password')).toBeVisible();
  },
  'no mail': async (page, { lectern }) => {
    await page.goto(`${lectern.url}/forgot-password`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact the service administrator');
  },
  profile: async (page, { lectern }) => {
    await openSignedIn(page, await makeSomebody(lectern, 'Vera-Aurelia Sokolova-Przybyszewska of the East'));
    await page.getByLabel('Email').fill('other@example.org');
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByText('Enter your current password')).toBeVisible();
  },
  'sign-ins, and signing in again over them': async (page, { lectern }) => {
    await openSignedIn(page, await makeSomebody(lectern), '/account/sessions');
    await expect(page.getByText('This browser')).toBeVisible();
    await expectAccessible(page);
    await page.context().clearCookies();
    // Simulates a sign-out in another tab.
    await page.evaluate(() =>
      window.dispatchEvent(new StorageEvent('storage', { key: null, newValue: null })),
    );
    await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  },
  integration: async (page, { lectern }) => {
    const who = await makeSomebody(lectern);
    await openSignedIn(page, who, '/account/integration');
    await page.getByRole('button', { name: 'Get a client ID and secret' }).click();
    await expect(page.getByLabel('Current password')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter your current password')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Current password').fill(who.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('checkbox')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  },
  tokens: async (page, { lectern }) => {
    const who = await makeSomebody(lectern);
    await openSignedIn(page, who, '/account/integration/tokens');
    await expect(page.getByText('No personal tokens yet')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('What is it for?').fill('A very long name of a program '.repeat(5));
    await page.getByLabel('Current password').fill(who.password);
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('never used')).toBeVisible();
  },
  webhooks: async (page, { lectern }) => {
    await openSignedIn(page, await makeSomebody(lectern), '/account/integration/webhooks');
    await page.evaluate(() =>
      fetch('/v1/spaces', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Physics of everything there is '.repeat(5) }),
      }),
    );
    await page.reload();
    await expect(page.getByText('Not set up')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: /^Physics/ }).click();
    await page.getByLabel('Address of your server').fill('https://lms.example.org/lectern');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('switch', { name: 'Send events' })).toBeVisible();
  },
};

for (const [name, open] of Object.entries(pages)) {
  test(`${name} is accessible and not too wide in any look`, async ({ page, school }) => {
    await open(page, school);
    await expectAccessible(page);
  });
}
