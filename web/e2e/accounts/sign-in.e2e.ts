import { runCommand } from '../../../server/testing/processes/command-line.ts';
import { expectAccessible, makeSomebody, openSignedIn, writeSignIn } from '../testing/account-page.ts';
import { expect, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

test('signing in by keyboard leads to the wanted page, the start page shows the groups, and no link leads to another site', {
  tag: '@main',
}, async ({ page, school }) => {
  const { lectern } = school;
  const who = await makeSomebody(lectern);
  await page.goto(`${lectern.url}/account/sessions`);
  await expect(page).toHaveURL(`${lectern.url}/sign-in?next=%2Faccount%2Fsessions`);
  await expect(page).toHaveTitle('Sign in · Lectern');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(who.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(who.password);
  await page.keyboard.press('Enter');
  const sessions = page.getByRole('heading', { level: 1, name: 'Active sessions' });
  await expect(sessions).toBeFocused();
  await expect(page).toHaveURL(`${lectern.url}/account/sessions`);
  await expect(page).toHaveTitle('Active sessions · Lectern');

  await page.reload();
  await expect(sessions).toBeFocused();
  await page.getByRole('link', { name: 'Profile' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeFocused();
  await expect(page).toHaveTitle('Profile · Lectern');
  await page.goBack();
  await expect(sessions).toBeFocused();

  await page.goto(lectern.url);
  await expect(page).toHaveURL(`${lectern.url}/groups`);
  await page.goto(`${lectern.url}/sign-in`);
  await expect(page).toHaveURL(`${lectern.url}/groups`);
  // A page that opens takes the focus.
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeFocused();

  await page.getByRole('button', { name: `Signed in as ${who.username}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
  await expect(page).toHaveURL(`${lectern.url}/sign-in`);
  await page.goto(lectern.url);
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();

  await page.goto(`${lectern.url}/sign-in?next=${encodeURIComponent('//evil.example')}`);
  await writeSignIn(page, who);
  await expect(page).toHaveURL(`${lectern.url}/groups`);
});

test('a fault is shown in a sentence, and the input stays; a server that did not respond is asked again', async ({
  page,
  school,
}) => {
  const { lectern } = school;
  const who = await makeSomebody(lectern);
  await page.goto(`${lectern.url}/sign-in`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Enter your email address')).toBeVisible();
  await expect(page.getByText('Enter your password')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expectAccessible(page);

  await writeSignIn(page, { ...who, password: 'not this one' });
  await expect(page.getByRole('alert')).toHaveText('Wrong email address or password.');
  await expect(page.getByLabel('Email')).toHaveValue(who.email);
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();

  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('not this one');

  await page.route('**/v1/auth/session', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '40' },
      json: { code: 'rate_limited', message: 'Too many requests.' },
    }),
  );
  await writeSignIn(page, who);
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Try again in 40 seconds.');
  await page.unroute('**/v1/auth/session');

  await page.route('**/v1/auth/session', (route) => route.abort());
  await writeSignIn(page, who);
  await expect(page.getByRole('alert')).toHaveText(/The server is not responding/);
  await page.unroute('**/v1/auth/session');

  await writeSignIn(page, who);
  await expect(page).toHaveURL(`${lectern.url}/groups`);

  // A button asks a server again that did not respond.
  await page.route('**/v1/users/me', (route) => route.abort());
  await page.goto(`${lectern.url}/account/integration`);
  await expect(page.getByRole('heading', { name: 'The server is not responding' })).toBeVisible();
  await page.unroute('**/v1/users/me');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Integration' })).toBeVisible();

  // A browser that remembers an expired sign-in shows the start page.
  await page.context().clearCookies();
  await page.goto(lectern.url);
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveURL(`${lectern.url}/`);
});

test('an expired cookie is renewed silently; an expired sign-in, another tab and a disabled account end in a dialog, behind which the page stays', {
  tag: '@main',
}, async ({ page, context, school }) => {
  const { lectern } = school;
  const who = await makeSomebody(lectern);
  await openSignedIn(page, who);
  const name = page.getByLabel('Your name');

  await page.context().clearCookies({ name: 'accessToken' });
  await name.fill('Vera S.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.context().clearCookies();
  await name.fill('Vera Sokolova the third');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByLabel('Email')).toHaveValue(who.email);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Password', { exact: true }).fill(who.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(name).toHaveValue('Vera Sokolova the third');
  await page.reload();
  await expect(name).toHaveValue('Vera Sokolova the third');

  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Active sessions' }).click();
  await dialog.getByRole('button', { name: 'Use another account' }).click();
  await expect(page).toHaveURL(`${lectern.url}/sign-in?next=%2Faccount%2Fsessions`);

  await writeSignIn(page, who);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Active sessions');
  await test.step('a tab follows a sign-in and a sign-out in another', async () => {
    const other = await context.newPage();
    await other.goto(`${lectern.url}/account`);
    await other.getByRole('button', { name: /^Signed in as/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
    await writeSignIn(other, who);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Active sessions');
    await other.close();
  });

  await test.step('a disabled account is signed out, and the dialog says why', async () => {
    const { code, err } = await runCommand(['users', 'disable', '--email', who.email], {
      settings: lectern.installation,
    });
    expect(code, err).toBe(0);
    await page.getByRole('link', { name: 'Profile' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill(who.password);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText(
      'This account is disabled. Contact the service administrator.',
    );
  });
});

test('in Russian by meaning', async ({ browser, school }) => {
  const { lectern } = school;
  const who = await makeSomebody(lectern);
  const context = await browser.newContext({ locale: 'ru-RU' });
  const page = await context.newPage();
  await page.goto(`${lectern.url}/sign-in?next=/account`);
  await expect(page).toHaveTitle('Вход · Lectern');
  await page.getByLabel('Электронная почта').fill(who.email);
  await page.getByLabel('Пароль', { exact: true }).fill('не тот');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Неверный адрес или пароль.');
  await page.getByLabel('Пароль', { exact: true }).fill(who.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Профиль');
  await page.getByRole('button', { name: /^Вы вошли как/ }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await context.close();
});
