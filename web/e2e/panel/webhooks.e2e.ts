import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { databaseOf } from '../../../server/testing/database.ts';
import { expectAccessible, makeSomebody, openSignedIn } from '../testing/account-page.ts';
import { answer, test, type WebhookGroup } from '../testing/webhook-group.ts';

test.describe.configure({ mode: 'parallel' });

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Deliveries, newest first' }).getByRole('listitem');
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const attempt = (page: Page, number: number) => page.getByRole('article', { name: `Attempt ${number}` });

/** A page that is shown again requests at once what it would request within seconds. */
const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

async function sendTest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send test' }).click();
  await dialogOf(page, 'Send test').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Attempts' })).toBeVisible();
}

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

test('from the first test delivery to a repaired receiver', { tag: '@main' }, async ({
  page,
  context,
  group,
}) => {
  const { receiver } = group;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSignedIn(page, group.who, group.path());
  await page.getByLabel('Address of your server').fill(receiver.url);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Webhook secret').getByLabel('Secret', { exact: true })).toHaveValue(
    /^[A-Za-z0-9]{32}$/,
  );
  await page.getByRole('checkbox', { name: 'I saved it' }).check();
  await page.getByRole('button', { name: 'Done' }).click();

  await expect(page.getByText('No deliveries yet')).toBeVisible();
  await expectAccessible(page);
  await sendTest(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Call started');
  await expect(attempt(page, 1)).toContainText('200');
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mechanics' })).toBeVisible();
  const [first] = receiver.received;
  expect(JSON.parse(first?.body ?? '').body.eventName).toBe('call_started');
  for (const text of [first?.body, first?.headers['webhook-signature'], 'Thank you', 'x-lectern-test: 1']) {
    await expect(attempt(page, 1).getByText(String(text))).toBeVisible();
  }
  await page.getByRole('button', { name: 'Copy body' }).click();
  await expect(page.getByText('Copied')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first?.body);
  await page.getByText('Pretty').click();
  await expect(attempt(page, 1)).toContainText('  "signature": "');

  receiver.behave(answer(500, 'out of order'));
  await page.getByRole('link', { name: 'Physics 9A' }).click();
  await expect(rows(page)).toHaveCount(1);
  await sendTest(page);
  // The page refreshes by itself.
  await expect(attempt(page, 3)).toContainText('Something went wrong on your server.');
  await expect(attempt(page, 3)).toContainText('out of order');
  await expect(attempt(page, 1)).toContainText('500');
  await expect(page.getByText('Failed', { exact: true })).toBeVisible();

  receiver.behave(answer(204));
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Sent again and delivered.')).toBeVisible();
  await expect(attempt(page, 4)).toContainText('A response without a body.');
  // An attempt that the reader opened stays open.
  await expect(attempt(page, 3)).toContainText('out of order');
  const ids = receiver.received.slice(1).map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([4, 1]);

  await page.getByRole('link', { name: 'Physics 9A' }).click();
  await expect(rows(page)).toHaveText([
    /Delivered.*Call started.*204.*4 attempts/,
    /Delivered.*200.*1 attempt/,
  ]);
});

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

test("a new secret overlaps the old one, an event is requested by a switch, and the verification code is the guide's", async ({
  page,
  context,
  group,
}) => {
  test.slow();
  await group.show(page, '/settings');
  await page.getByRole('button', { name: 'Get a new secret' }).click();
  const dialog = dialogOf(page, 'Get a new secret?');
  await expect(dialog.getByLabel('Stops working at once')).toBeChecked();
  await dialog.getByLabel('Works for 24 more hours').check();
  await expectAccessible(page);
  await dialog.getByLabel('Works for 1 more hour').check();
  await expect(dialog).toContainText('webhook-signature carries two signatures');
  await dialog.getByRole('button', { name: 'Get a new secret' }).click();
  const secret = await page.getByRole('textbox', { name: 'Secret', exact: true }).inputValue();
  await page.getByRole('checkbox', { name: 'I saved it' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/^Deliveries are also signed with the previous secret until /)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Deliveries are also signed with the previous secret until /)).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${group.lectern.url}${group.path(`/deliveries/${await group.send()}`)}`);
  const [{ headers = {}, body = '' } = {}] = group.receiver.received;
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const own = `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
  const signatures = String(headers['webhook-signature']);
  expect(signatures.split(' ')).toHaveLength(2);
  expect(signatures.startsWith(own)).toBe(true);
  await expect(attempt(page, 1)).toContainText(signatures);

  await test.step('an event beyond those of calls and recordings is requested', async () => {
    const { api, spaceId } = group;
    await api.updateWebhook({ spaceId, body: { events: ['transcription_ready'] } });
    await page.goto(`${group.lectern.url}${group.path('/settings')}`);
    const request = page.getByRole('switch', { name: 'Report ready' });
    const events = async () =>
      (await api.getWebhook({ spaceId })).events.filter((name) => /_ready$/.test(name));
    await expect(request).not.toBeChecked();
    await expect(request).toHaveAccessibleDescription(/^Sent as report_ready after a call/);
    await request.press('Space');
    await expect(request).toBeChecked();
    await expect(request).toBeEnabled();
    // An event that was requested over HTTP and has no switch stays requested.
    await expect.poll(events).toEqual(['report_ready', 'transcription_ready']);
    await page.reload();
    await expect(request).toBeChecked();
    await request.click();
    await expect.poll(events).toEqual(['transcription_ready']);

    await page.route('**/webhooks/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
    );
    await request.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(request).not.toBeChecked();

    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByRole('button', { name: 'Send test' }).click();
    const dialog = dialogOf(page, 'Send test');
    await dialog.getByLabel('Event').selectOption('Report ready');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report ready');
    await expect(page.getByText('Call ID')).toBeVisible();
    await page.getByRole('link', { name: 'Physics 9A' }).click();
    await page.getByLabel('Event').selectOption('Report ready');
    await expect(rows(page)).toHaveText([/Report ready/]);
    await page.unroute('**/webhooks/*');
  });

  await test.step('the code is shown in the language that was chosen last', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${group.lectern.url}${group.path('/verify')}`);
    const code = (name: string) =>
      readFileSync(resolve(import.meta.dirname, '../../../docs/integrators/verify', name), 'utf8');
    await expect(page.getByRole('tabpanel').locator('pre')).toHaveText(code('verify.ts'));
    await page.getByRole('tab', { name: 'TypeScript' }).press('End');
    await expect(page.getByRole('tab', { name: 'Java' })).toBeFocused();
    await expect(page.getByRole('tabpanel', { name: 'Code in Java' }).locator('pre')).toHaveText(
      code('Verify.java'),
    );
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Copy code' }).click();
    await expect(page.getByText('Copied')).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code('verify.py'));
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Python' })).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(page);
  });
});

test('a second webhook of the group has its own address, events, deliveries and end; only the owner sees them', async ({
  page,
  group,
}) => {
  await group.show(page);
  const webhooks = page.getByRole('navigation', { name: 'Webhooks of this group' });
  await webhooks.getByRole('link', { name: 'Add webhook' }).click();
  await expectAccessible(page);
  await page.getByLabel('Address of your server').fill(`${group.receiver.url}/archive`);
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'I saved it' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(webhooks.getByRole('link')).toHaveCount(3);
  await expect(webhooks.getByRole('link', { name: /archive/ })).toHaveAttribute('aria-current', 'page');
  await sendTest(page);
  await expect(attempt(page, 1)).toContainText('200');
  expect(group.receiver.received.map(({ path }) => path)).toEqual(['/archive']);
  await page.getByRole('link', { name: /archive$/ }).click();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('link', { name: 'Settings' }).click();
  const started = page.getByRole('switch', { name: 'Call started' });
  await started.press('Space');
  await expect(started).not.toBeChecked();
  await expect(started).toBeEnabled();
  await expectAccessible(page);
  const requested = async () => {
    const { items } = await group.api.listWebhooks({ spaceId: group.spaceId });
    return items.map(({ eventNames }) => eventNames.includes('call_started'));
  };
  await expect.poll(requested).toEqual([false, true]);
  await webhooks.getByRole('link').first().click();
  await expect(page.getByText('No deliveries yet')).toBeVisible();

  await webhooks.getByRole('link', { name: /archive/ }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await dialogOf(page, 'Delete this webhook?').getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page).toHaveURL(`${group.lectern.url}${group.path()}`);
  await expect(webhooks.getByRole('link')).toHaveCount(1);

  await test.step('only the owner sees the page of a delivery, and a missing one says so', async () => {
    const path = group.path(`/deliveries/${await group.send()}`);
    await page.goto(`${group.lectern.url}${path}`);
    await expect(attempt(page, 1)).toBeVisible();
    await page.goto(`${group.lectern.url}${group.path(`/deliveries/${'a'.repeat(24)}`)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await page.goto(`${group.lectern.url}${group.path('/elsewhere')}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');

    const other = await makeSomebody(group.lectern, 'Boris Orlov');
    await page.context().clearCookies();
    await openSignedIn(page, other, path);
    await expect(page.getByText('Only the owner of a group can set up its webhook.')).toBeVisible();
  });
});
