import { expectAccessible } from '../testing/account-page.ts';
import { expect, test } from '../testing/school.ts';

test('the documentation is searched by keyboard, and a search without results says so', async ({
  page,
  school,
}) => {
  await page.goto(`${school.lectern.url}/docs/guides`);
  await expect(page).toHaveURL(`${school.lectern.url}/docs`);
  const found = page.getByRole('search').getByRole('link');
  const status = page.getByRole('search').getByRole('status');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('webhook secret');
  await expect(found.first()).toBeVisible();
  await expect(status).toHaveText(/result/);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(found.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(found).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(' zzz');
  await expect(status).toHaveText('No results for “webhook secret zzz”. Try fewer or different words.');
  await page.getByRole('searchbox').fill('createRoom');
  await expect(found.first()).toContainText('API reference');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/api#createRoom$/);
  // Swagger UI draws the reference in some seconds of processor time, beside two other journeys.
  const operation = page.locator('#operations-Rooms-createRoom .opblock-summary-control');
  await expect(operation).toBeFocused({ timeout: 30_000 });
  await expectAccessible(page);
});

test('an example is shown in one language, and a choice holds for all examples of the page', {
  tag: '@main',
}, async ({ page, school }) => {
  await page.goto(`${school.lectern.url}/docs/guides/examples`);
  const shown = page.locator('.code:visible code');
  await expect(shown).toHaveCount(6);
  await expect(shown.nth(1)).toContainText('call POST /v1/spaces');
  await page.getByRole('button', { name: 'Python' }).nth(3).click();
  await expect(shown).toHaveCount(6);
  await expect(shown.nth(1)).toContainText('call("POST", "/v1/spaces"');
  await expect(page.getByRole('button', { name: 'Python', pressed: true })).toHaveCount(6);
  await expectAccessible(page);
});
