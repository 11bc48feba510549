import { expect, type Page } from '@playwright/test';
import { databaseOf } from '../../../server/testing/database.ts';
import { expectAccessible, openSignedIn } from '../testing/account-page.ts';
import { lookAgain } from '../testing/panel-page.ts';
import { answer, test, type WebhookGroup } from '../testing/webhook-group.ts';
import { attempt, dialogOf, rows } from '../testing/webhook-page.ts';

test.describe.configure({ mode: 'parallel' });

/** Writes days without deliveries, for which no test can wait. */
async function fail({ lectern, spaceId }: WebhookGroup, count: number, days: number): Promise<void> {
  const { db, close } = await databaseOf(lectern);
  const since = new Date(Date.now() - days * 86_400_000);
  await db
    .updateTable('webhooks')
    .set({ failed_in_row: count, failed_since: since, last_failed_at: new Date() })
    .where('space_id', '=', spaceId)
    .execute();
  await close();
}

/** An account that reads the panel in Russian for a while. */
async function inLanguage(page: Page, language: 'en' | 'ru'): Promise<void> {
  await page.evaluate((chosen) => window.localStorage.setItem('lectern.language', chosen), language);
  await page.reload();
}

test('any response of a receiver is shown as text, in every look, and a missing one is explained', async ({
  page,
  group,
}) => {
  const harm = '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>';
  group.receiver.behave(answer(500, `${harm}\0\u001b[31m \u202Egnp.exe\u2066`));
  await group.show(page);
  await page.goto(`${group.lectern.url}${group.path(`/deliveries/${await group.send()}`)}`);
  const last = attempt(page, 3);
  await expect(last.getByText(harm)).toBeVisible();
  for (const mark of ['ESC', 'U+202E', 'U+2066']) await expect(last.getByText(mark)).toBeVisible();
  await expect(page.locator('main img, main script')).toHaveCount(0);
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  await expect(last.getByText('Only the first KiB of a response is kept.')).toBeHidden();
  await inLanguage(page, 'ru');
  await expect(page.getByText('На вашем сервере произошла ошибка.')).toBeVisible();
  await expectAccessible(page);
  await inLanguage(page, 'en');

  group.receiver.behave(answer(200, 'x'.repeat(5_000)));
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(attempt(page, 4).getByText('Only the first KiB of a response is kept.')).toBeVisible();
  await attempt(page, 2)
    .getByRole('button', { name: /^Attempt 2/ })
    .click();
  await expect(attempt(page, 2).getByText('Response', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await group.receiver.close();
  await page.goto(`${group.lectern.url}${group.path(`/deliveries/${await group.send()}`)}`);
  await expect(attempt(page, 3)).toContainText('The connection was refused.');
  await expect(attempt(page, 3)).toContainText('No answer');
  await expect(attempt(page, 2).getByText('The connection was refused.')).toBeHidden();
  await attempt(page, 2)
    .getByRole('button', { name: /^Attempt 2/ })
    .press('Enter');
  await expect(attempt(page, 2).getByText('The connection was refused.')).toBeVisible();
});

test('filters are kept in the address; a list that cannot be refreshed stays; a failing receiver causes a warning', async ({
  page,
  group,
}) => {
  test.slow();
  await group.show(page);
  await group.send({ eventName: 'record_finished' });
  group.receiver.behave(answer(404));
  await group.send({ eventName: 'call_finished' });
  await lookAgain(page);
  await expect(rows(page)).toHaveText([/Failed.*Call ended.*Test.*404/, /Delivered.*Recording ready/]);
  await page.getByLabel('Status').selectOption('Failed');
  await expect(rows(page)).toHaveText([/Call ended/]);
  await expect(page.getByText('1 delivery, times in')).toBeVisible();
  await page.reload();
  await expect(rows(page)).toHaveText([/Call ended/]);
  await page.getByLabel('Event').selectOption('Recording ready');
  await expect(page.getByText('No delivery matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Period').selectOption('Today');
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Period').selectOption('Custom dates');
  await page.getByLabel('To', { exact: true }).fill('2026-01-31');
  await expect(page.getByText('No delivery matches')).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill('2026-02-01');
  await expect(page.getByText('The end is before the start.')).toBeVisible();

  await test.step('a list that cannot be refreshed stays, and says so', async () => {
    await page.goto(`${group.lectern.url}${group.path()}`);
    await expect(rows(page)).toHaveCount(2);
    await page.route('**/webhooks/*/deliveries?*', (route) => route.fulfill({ status: 503, json: {} }));
    await lookAgain(page);
    await expect(page.getByText('The list could not be updated.')).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await page.getByLabel('Status').selectOption('Failed');
    await expect(page.getByText('This could not be loaded')).toBeVisible();
    await page.unroute('**/webhooks/*/deliveries?*');
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).last().click();
    await expect(rows(page)).toHaveText([/Call ended/]);
  });

  await test.step('the warning is mild first, then prominent', async () => {
    await fail(group, 3, 0);
    await page.goto(`${group.lectern.url}${group.path()}`);
    await expect(page.getByText('The last 3 deliveries failed')).toBeVisible();
    await fail(group, 123, 3);
    await page.reload();
    const banner = page.getByRole('region', { name: 'Failing' });
    await expect(banner).toContainText('123 deliveries in a row failed since');
    await expect(banner).toContainText('The webhook stays on');
    await page.getByLabel('Period').selectOption('Custom dates');
    await expect(rows(page)).toHaveCount(2);
    await expectAccessible(page);
    await banner.getByRole('link', { name: 'Show failed deliveries' }).click();
    await expect(page).toHaveURL(/status=failed$/);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await expect(page.getByText('Failing', { exact: true })).toBeVisible();
  });
});

/** Deliveries an hour apart, more than a test can wait for. */
async function fill({ lectern, spaceId }: WebhookGroup, count: number): Promise<void> {
  const { db, close } = await databaseOf(lectern);
  const { id: webhook_id } = await db
    .selectFrom('webhooks')
    .select('id')
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const body = JSON.stringify({ eventName: 'call_finished', roomId: 'b'.repeat(24), spaceId });
  const made = Array.from({ length: count }, (_, index) => ({
    id: `${spaceId.slice(0, 20)}${String(index).padStart(4, '0')}`,
    event_id: `${spaceId.slice(0, 20)}${String(index).padStart(4, '0')}`,
    ...{ webhook_id, space_id: spaceId, room_id: 'b'.repeat(24), event_name: 'call_finished', body },
    status: 'delivered' as const,
    created_at: new Date(Date.now() - (count - index) * 3_600_000),
  }));
  await db.insertInto('webhook_deliveries').values(made).execute();
  await close();
}

test('a long list is loaded in pieces, refreshes, and does not move under the pointer', async ({
  page,
  group,
}) => {
  await group.make();
  await fill(group, 120);
  await openSignedIn(page, group.who, group.path());
  await expect(page.getByText('120 deliveries')).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows(page)).toHaveCount(100);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows(page)).toHaveCount(120);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();

  await rows(page).nth(1).hover();
  const top = await rows(page).first().getByRole('link').getAttribute('href');
  await group.send();
  await lookAgain(page);
  await expect(page.getByRole('button', { name: 'Show 1 new' })).toBeVisible();
  expect(await rows(page).first().getByRole('link').getAttribute('href')).toBe(top);
  await page.getByRole('button', { name: 'Show 1 new' }).click();
  await expect(rows(page).first()).toContainText('Call started');
  await expect(rows(page).first().getByRole('link')).toBeFocused();

  // Coming back from a delivery restores the list.
  await rows(page).nth(110).getByRole('link').click();
  await expect(page.getByText('No attempt was made')).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(121);
});

test('all failed deliveries are sent again after their number was shown; a test is about the chosen room, and none is sent while the webhook is off', {
  tag: '@main',
}, async ({ page, group }) => {
  test.slow();
  group.receiver.behave(answer(503));
  await group.show(page);
  await Promise.all([group.send(), group.send({ eventName: 'call_finished' }), group.send()]);
  await lookAgain(page);
  await expect(rows(page)).toHaveText([/Failed/, /Failed/, /Failed/]);
  group.receiver.behave(answer(200));
  await page.getByRole('button', { name: 'Send failed again' }).click();
  const dialog = dialogOf(page, 'Send failed deliveries again');
  await expect(dialog.getByText('3 deliveries failed.')).toBeVisible();
  await dialog.getByLabel('Event').selectOption('Recording failed');
  await expect(dialog.getByText('Nothing failed in this period.')).toBeVisible();
  await expectAccessible(page);
  await expect(dialog.getByRole('button', { name: 'Send again' })).toBeDisabled();
  await dialog.getByLabel('Event').selectOption('Call started');
  await dialog.getByRole('button', { name: 'Send 2 again' }).click();
  await expect(page.getByText('2 deliveries are being sent again.')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Delivered' })).toHaveCount(2);
  await expect(rows(page).filter({ hasText: 'Failed' })).toHaveText(/Call ended/);

  await test.step('a test delivery is about the chosen room', async () => {
    await page.getByRole('button', { name: 'Send test' }).click();
    const dialog = dialogOf(page, 'Send test');
    await expect(dialog.getByLabel('The newest room of the group')).toBeChecked();
    await expect(dialog.getByLabel('Optics')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByPlaceholder('Search rooms').fill('no such');
    await expect(dialog.getByText('No room has this name.')).toBeVisible();
    await dialog.getByPlaceholder('Search rooms').fill('opt');
    await dialog.getByLabel('Optics').check();
    await dialog.getByLabel('Event').selectOption('Recording discarded');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recording discarded');
    await expect(page.getByRole('link', { name: 'Optics' })).toBeVisible();
    await expect(page.getByText('Recording ID')).toBeVisible();
  });

  await test.step('a webhook that is off sends no test, and too many tests are refused', async () => {
    await page.goto(`${group.lectern.url}${group.path()}`);
    const deliveryId = await group.send();
    await group.api.updateWebhook({ spaceId: group.spaceId, body: { isActive: false } });
    await page.reload();
    await expect(page.getByText('The webhook is off: events are neither sent')).toBeVisible();
    await page.getByRole('button', { name: 'Send test' }).click();
    const dialog = dialogOf(page, 'Send test');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The webhook is off, so nothing was sent.');
    await page.route('**/webhooks/*/test', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '30' },
        json: { code: 'rate_limited', message: 'Too many requests.' },
      }),
    );
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Too many attempts. Try again in 30 seconds.');
    await page.goto(`${group.lectern.url}${group.path(`/deliveries/${deliveryId}`)}`);
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByRole('alert')).toContainText('The webhook is off, so nothing was sent.');
  });
});
