import { expectAccessible } from '../testing/account-page.ts';
import { expect, test } from '../testing/school.ts';

test('the documentation is searched by keyboard, leads to the API reference and the guides, and shows examples in one language', {
  tag: '@main',
}, async ({ page, school }) => {
  test.slow();
  await page.goto(`${school.lectern.url}/docs/guides`);
  await expect(page).toHaveURL(`${school.lectern.url}/docs`);
  await expectAccessible(page);
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
  const operation = page.locator('#operations-Rooms-createRoom');
  await expect(operation.locator('.opblock-summary-control')).toBeFocused();
  await expect(operation.locator('.opblock-body')).toBeVisible();
  await expectAccessible(page);

  await test.step('guides', async () => {
    await page.goto(`${school.lectern.url}/docs`);
    await page
      .locator('main')
      .getByRole('link', { name: /^Getting started/ })
      .click();
    const navigation = page.getByRole('navigation', { name: 'Documentation' });
    await expect(navigation.getByRole('link', { name: 'API reference' })).toHaveAttribute(
      'href',
      /\/docs\/api$/,
    );
    const code = page.locator('.code').nth(1);
    await code.getByRole('button', { name: 'Copy' }).click();
    await expect(code.getByRole('button', { name: 'Copied' })).toBeVisible();
    await page.locator('main').getByRole('link', { name: 'Webhooks' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Webhooks: events, signatures and retries',
    );
    await expectAccessible(page);
  });

  await test.step('examples', async () => {
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
});
