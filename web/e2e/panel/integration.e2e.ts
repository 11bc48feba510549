import { expectAccessible, makeSomebody, openSignedIn } from '../testing/account-page.ts';
import { expect, test } from '../testing/school.ts';
import { takeSecret } from '../testing/secret-dialog.ts';

test.describe.configure({ mode: 'parallel' });

test('the client ID and secret are created once, replaced after a question, and work; so are personal tokens', {
  tag: '@main',
}, async ({ page, school: { lectern } }) => {
  test.slow();
  const who = await makeSomebody(lectern);
  await openSignedIn(page, who, '/account/integration');
  await expect(page.getByText(`${lectern.url}/v1`)).toBeVisible();
  await page.getByRole('button', { name: 'Get a client ID and secret' }).click();
  const proof = page.getByRole('dialog').getByLabel('Current password');
  await expect(proof).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter your current password')).toBeVisible();
  await expectAccessible(page);
  await proof.fill('not this one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not your current password')).toBeVisible();
  await expect(proof).toBeFocused();
  await proof.fill(who.password);
  await page.keyboard.press('Enter');
  const labels = ['Client ID', 'Client secret'];
  await expect(page.getByRole('checkbox', { name: 'I saved it' })).toBeVisible();
  await expectAccessible(page);
  const [clientId = '', first = ''] = await takeSecret(page, labels);
  await expect(page.getByText(clientId)).toBeVisible();
  await expectAccessible(page);
  const ask = (client_secret: string) =>
    lectern.client().issueToken({
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret },
    });
  expect((await ask(first)).token_type).toBe('Bearer');

  const refresh = page.getByRole('main').getByRole('button', { name: 'Get a new secret' });
  await refresh.click();
  const question = page.getByRole('dialog', { name: 'Get a new client secret?' });
  await expect(question).toContainText('stop working at once');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(refresh).toBeFocused();
  expect((await ask(first)).token_type).toBe('Bearer');
  await refresh.click();
  await proof.fill(who.password);
  await question.getByRole('button', { name: 'Get a new secret' }).click();
  const [sameId, second = ''] = await takeSecret(page, labels);
  await expect(refresh).toBeFocused();
  expect(sameId).toBe(clientId);
  await expect(ask(first)).rejects.toThrow();
  expect((await ask(second)).token_type).toBe('Bearer');
  await page.reload();
  await expect(page.getByText('It was shown once and cannot be shown again.')).toBeVisible();
  await expect(page.getByText(second)).toHaveCount(0);

  await test.step('a personal token is created, works, and is deleted after a question', async () => {
    await page.goto(`${lectern.url}/account/integration/tokens`);
    await expect(page.getByText('No personal tokens yet')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New token' }).click();
    const name = page.getByLabel('What is it for?');
    await expect(name).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter what it is for')).toBeVisible();
    // A name that would do harm as markup, and is as long as a page is wide.
    const long = `Moodle <script>alert(1)</script> ${'of the whole school '.repeat(5)}`.trim();
    await name.fill(long);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter your current password')).toBeVisible();
    await expect(proof).toBeFocused();
    await proof.fill('not this one');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This is not your current password')).toBeVisible();
    await proof.fill(who.password);
    await page.keyboard.press('Enter');
    const [token = ''] = await takeSecret(page, ['Token']);
    const row = page.getByRole('list', { name: 'Your personal tokens' }).getByRole('listitem');
    await expect(row).toContainText('never used');
    await expectAccessible(page);
    expect((await lectern.client(token).getOwnUser()).id).toBe(who.id);
    await page.reload();
    await expect(row).toContainText(long);
    await expect(row).toContainText('last used');

    await row.getByRole('button', { name: /^Delete: Moodle/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No personal tokens yet')).toBeVisible();
    await expect(lectern.client(token).getOwnUser()).rejects.toThrow();
  });
});

test('the owner of a group creates a token for it with some rights and an end, and deletes it', async ({
  page,
  school: { lectern },
}) => {
  const who = await makeSomebody(lectern);
  await openSignedIn(page, who, '/groups');
  const spaceId = await page.evaluate(async () => {
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Physics 9A' }),
    };
    return ((await (await fetch('/v1/spaces', request)).json()) as { id: string }).id;
  });
  await page.goto(`${lectern.url}/groups/${spaceId}`);
  const sections = page.getByRole('navigation', { name: 'Group sections' });
  await sections.getByRole('link', { name: 'Integration' }).click();
  await expect(page.getByText('No tokens of this group yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Webhooks of this group' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What is it for?').fill('Moodle');
  await dialog.getByRole('radio', { name: /^Only some/ }).check();
  await dialog.getByLabel('Current password').fill(who.password);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Choose at least one')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Rooms and links' }).check();
  await dialog.getByRole('checkbox', { name: 'Reports' }).check();
  await dialog.getByLabel('Valid for').selectOption({ label: '90 days' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const [token = ''] = await takeSecret(page, ['Token']);
  const row = page.getByRole('list', { name: 'Tokens of this group' }).getByRole('listitem');
  await expect(row).toContainText('Rooms and links, Reports');
  await expect(row).toContainText('Expires on');
  await expect(row).toContainText(who.username);
  await expectAccessible(page);
  const api = lectern.client(token);
  await api.createRoom({ spaceId, body: { name: 'By Moodle' } });
  await expect(api.getWebhook({ spaceId })).rejects.toThrow(/lacks the scope "webhooks"/);
  await row.getByRole('button', { name: 'Delete: Moodle' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No tokens of this group yet')).toBeVisible();
  await expect(api.listSpaces()).rejects.toThrow();

  await test.step('a sample call is made without people, and its report says so', async () => {
    await page.getByRole('button', { name: 'Create a sample call' }).click();
    await expect(page.getByText('The sample call is finished')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'See its report' }).click();
    await expect(page.getByText('Nobody was in this call')).toBeVisible();
    await expect(page.getByText('Sample teacher').first()).toBeVisible();
  });
});

test('the webhook of a group is created, signs, is switched off, gets another secret, and is deleted', async ({
  page,
  school: { lectern },
}) => {
  const who = await makeSomebody(lectern);
  const group = `Physics 9A ${'and everything there is '.repeat(5)}`.trim();
  await openSignedIn(page, who, '/account/integration/webhooks');
  await expect(page.getByText('You do not own a group yet')).toBeVisible();
  await page.evaluate(
    (name) =>
      fetch('/v1/spaces', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      }),
    group,
  );
  await page.reload();
  await expect(page.getByText('Not set up')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Physics 9A' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Webhook: ${group}`);

  const url = page.getByLabel('Address of your server');
  await url.fill('lms.example.org');
  await page.getByRole('button', { name: 'Set up webhook' }).click();
  await expect(page.getByText('Enter an address starting with https:// or http://')).toBeVisible();
  await url.fill('http://10.0.0.1/hook');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This address is not accepted')).toBeVisible();
  await url.fill('http://127.0.0.1:9/hook');
  await page.keyboard.press('Enter');
  const labels = ['Secret', 'The same secret for Standard Webhooks libraries'];
  const [secret = '', standard = ''] = await takeSecret(page, labels);
  expect(secret).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(standard).toMatch(/^whsec_/);

  await expect(page.getByText('No deliveries yet')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  const state = page.getByRole('switch', { name: 'Send events' });
  await expect(state).toBeChecked();
  await expectAccessible(page);
  await state.click({ force: true });
  await expect(state).not.toBeChecked();
  await page.reload();
  await expect(state).not.toBeChecked();
  await state.click({ force: true });
  await expect(state).toBeChecked();
  await url.fill('http://127.0.0.1:9/hook?of=physics');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Get a new secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Get a new secret' }).click();
  await expect(page.getByRole('dialog', { name: 'Get a new secret?' })).toBeHidden();
  const [another = ''] = await takeSecret(page, labels);
  expect(another).not.toBe(secret);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByText('On', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Physics 9A' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page.getByRole('button', { name: 'Set up webhook' })).toBeVisible();
});

test('the guides and the API reference open on the installation; a plan without webhooks and a group of another owner say so', async ({
  page,
  context,
  school: { lectern, client, spaceId },
}) => {
  await openSignedIn(page, await makeSomebody(lectern), '/account/integration');
  const guides = page.locator('a[href^="/docs"]');
  await expect(guides).toHaveCount(11);
  for (const guide of await guides.all()) {
    const href = (await guide.getAttribute('href')) ?? '';
    expect((await page.request.get(lectern.url + href)).status(), href).toBe(200);
  }
  for (const [name, text] of [
    ['Getting started', '# '],
    ['API reference', 'Lectern'],
  ] as const) {
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name }).click();
    const other = await opened;
    await expect(other.locator('body')).toContainText(text);
    await other.close();
  }

  await page.goto(`${lectern.url}/account/integration/webhooks/${spaceId}`);
  await expect(page.getByText('Only the owner of a group can set up its webhook.')).toBeVisible();
  const { id: hidden } = await client.createSpace({ body: { name: 'Hidden', isPublic: false } });
  await page.goto(`${lectern.url}/account/integration/webhooks/${hidden}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');

  await page.route('**/v1/spaces/*/webhooks*', (route) =>
    route.fulfill({ status: 403, json: { code: 'plan_required', message: 'Not in the plan.' } }),
  );
  await page.goto(`${lectern.url}/account/integration/webhooks/${spaceId}`);
  await expect(page.getByText('Your plan has no webhooks')).toBeVisible();
});
