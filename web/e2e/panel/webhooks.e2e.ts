import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible, makeSomebody, openSignedIn } from '../testing/account-page.ts';
import { answer, test } from '../testing/webhook-group.ts';
import { attempt, dialogOf, rows, sendTest } from '../testing/webhook-page.ts';

test.describe.configure({ mode: 'parallel' });

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
