import { expectAccessible, makeSomebody, openSignedIn, writeSignIn } from '../testing/account-page.ts';
import { clientOf } from '../testing/panel-page.ts';
import { expect, test } from '../testing/school.ts';

test('a forgotten password is replaced with the code of a real email, other sessions end, and nobody learns who has an account', {
  tag: '@main',
}, async ({ page, browser, office: { lectern, mail } }) => {
  const who = await makeSomebody(lectern);
  const elsewhere = await browser.newPage();
  await openSignedIn(elsewhere, who);

  await page.goto(`${lectern.url}/sign-in?next=/account`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.keyboard.press('Enter');
  await expect(page.getByText('If nobody@example.org has an account')).toBeVisible();
  await page.getByRole('button', { name: 'Use another address' }).click();
  await page.getByLabel('Email').fill(who.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`If ${who.email} has an account, we sent a code to it`)).toBeVisible();
  const email = await mail.take(who.email);
  expect(email.headers.subject).toBe('Your code to sign in or set a new password');
  expect(mail.emails.some(({ to }) => to.includes('nobody@example.org'))).toBe(false);
  const code = /\b[A-Z0-9]{8}\b/.exec(email.text)?.[0] ?? '';

  const field = page.getByLabel('Code from the email');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.getByText('At least 8 characters')).toBeVisible();
  await field.fill('AAAAAAAA');
  await page.getByLabel('New password').fill('a door that opens again');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText(/This code is wrong/);
  await field.fill(` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)} `);
  await expect(page.getByText('revokes your personal tokens and client secret')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your new password is saved' })).toBeFocused();
  await expect(page.getByText('Your personal tokens and client secret are revoked')).toBeVisible();
  await expect(page.getByText('members, webhooks and chat tokens of your groups')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${lectern.url}/account`);

  // The page may have sent a request before the click: then the dialog covers the link already.
  await elsewhere.getByRole('link', { name: 'Active sessions' }).dispatchEvent('click');
  await expect(elsewhere.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  await elsewhere.close();
});

test('while somebody guesses the password of an account, its owner signs in with a code from the email', async ({
  page,
  office: { lectern, mail },
}) => {
  const who = await makeSomebody(lectern);
  // The servers of journeys have no limits.
  await page.route('**/v1/auth/session', async (route) => {
    const isCodeGiven = route.request().postData()?.includes('"code"');
    if (route.request().method() !== 'POST' || isCodeGiven) await route.continue();
    else await route.fulfill({ status: 429, json: { code: 'sign_in_code_needed', message: 'wait' } });
  });
  await page.goto(`${lectern.url}/sign-in?next=/account`);
  await page.getByLabel('Email').fill(who.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(who.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/also enter the code that we sent to your email/);
  const { text } = await mail.take(who.email);
  await page.getByLabel('Code from the email').fill(/\b[A-Z0-9]{8}\b/.exec(text)?.[0] ?? '');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${lectern.url}/account`);
});

test('a server without email names the support contact, and one by invitation only says so', async ({
  page,
  school: { lectern },
}) => {
  await page.goto(`${lectern.url}/forgot-password`);
  await expect(page.getByRole('heading', { name: 'Contact the service administrator' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create one' })).toHaveCount(0);
  await page.goto(`${lectern.url}/register`);
  await expect(page.getByRole('heading', { name: 'You need an invitation' })).toBeVisible();
});

test('an open installation lets everybody register, and shows every fault at its field', {
  tag: '@main',
}, async ({ page, office: { lectern } }) => {
  const taken = await makeSomebody(lectern);
  await page.goto(`${lectern.url}/sign-in?next=/account`);
  await expect(page.getByRole('link', { name: 'help@example.org' })).toBeVisible();
  await page.getByRole('link', { name: 'Create one' }).click();
  await expect(page.getByText('At least 8 characters.')).toBeVisible();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Enter your name')).toBeVisible();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await page.getByLabel('Your name').fill('<img src=x onerror=alert(1)>');
  await page.getByLabel('Email').fill(taken.email.toUpperCase());
  await page.getByLabel('Phone').fill('call me');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a phone number')).toBeVisible();
  await expect(page.getByText('Use at least 8 characters')).toBeVisible();
  await page.getByLabel('Phone').fill('+7 495 123-45-67');
  await page.getByLabel('Password', { exact: true }).fill('Password1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This password is too easy to guess. Choose another one.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('long enough for all');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/This address already has an account/);
  await page.getByLabel('Email').fill(`new-${taken.email}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${lectern.url}/account`);
  await expect(page.getByRole('button', { name: 'Signed in as <img src=x onerror=alert(1)>' })).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
});

test("each part of the profile is saved separately, with the server's faults; a new password revokes credentials on request", {
  tag: '@main',
}, async ({ page, browser, school: { lectern } }) => {
  const who = await makeSomebody(lectern, 'Vera-Aurelia Sokolova-Przybyszewska of the East');
  const api = await clientOf(lectern, who);
  const { token } = await api.createPersonalToken({ body: { name: 'Moodle' } });
  const { clientId } = await api.refreshClientSecret();
  await openSignedIn(page, who);
  await page.getByLabel('Email').fill('other@example.org');
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('Enter your current password')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your name').fill('Vera of the East');
  await page.getByLabel('Phone').fill('+7 495 123-45-67');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Signed in as Vera of the East' })).toBeVisible();

  const email = page.getByLabel('Email');
  await email.fill(lectern.owner.email);
  const current = page.getByLabel('Current password');
  await current.first().fill('not this one');
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('This is not your current password')).toBeVisible();
  await current.first().fill(who.password);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByRole('alert')).toHaveText('Another account already uses this address.');
  await email.fill(`other-${who.email}`);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('Saved. Sign in with this address from now on.')).toBeVisible();

  const elsewhere = await browser.newPage();
  await openSignedIn(elsewhere, { ...who, email: `other-${who.email}` });
  await current.fill('not this one');
  await page.getByLabel('New password').fill('another good sentence');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is not your current password')).toBeVisible();
  await current.fill(who.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Saved. You are signed out everywhere else.')).toBeVisible();
  await expect(current).toHaveValue('');
  // The page may have sent a request before the click: then the dialog covers the link already.
  await elsewhere.getByRole('link', { name: 'Active sessions' }).dispatchEvent('click');
  await expect(elsewhere.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  await elsewhere.close();

  // Not on request: the credentials still work.
  expect((await lectern.client(token).getOwnUser()).id).toBe(who.id);
  await current.fill('another good sentence');
  await page.getByLabel('New password').fill('one more good sentence');
  await page.getByRole('checkbox', { name: 'Also revoke my personal tokens and client secret' }).check();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('your personal tokens and client secret are revoked')).toBeVisible();
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await expect(lectern.client(token).getOwnUser()).rejects.toThrow();
  await page.getByRole('link', { name: 'Integration' }).click();
  await expect(page.getByText(clientId)).toBeVisible();
  await expect(page.getByText('It was revoked when the password was replaced')).toBeVisible();
});

test('sessions are listed by device; one is ended, then all others; the menu of a phone closes after navigation', async ({
  page,
  browser,
  school: { lectern },
}) => {
  const who = await makeSomebody(lectern);
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
  const phone = await browser.newPage({ userAgent });
  const third = await browser.newPage();
  await openSignedIn(phone, who);
  await openSignedIn(third, who);
  await openSignedIn(page, who, '/account/sessions');

  const rows = page.getByRole('list', { name: 'Your active sessions' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'This browser' })).toHaveCount(1);
  await expectAccessible(page);
  await rows.filter({ hasText: 'Safari on iPhone' }).getByRole('button').click();
  const question = page.getByRole('dialog', { name: 'Sign out this device?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(rows).toHaveCount(2);
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('You are signed out everywhere else.')).toBeVisible();
  await third.reload();
  await expect(third.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await phone.close();
  await third.close();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Profile' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await writeSignIn(page, lectern.owner);
  await expect(page).toHaveURL(/\/groups/);
});
