import type { Locator, Page } from '@playwright/test';
import { expectAccessible, makeSomebody } from '../testing/account-page.ts';
import { answer, beSignedIn, clientOf } from '../testing/panel-page.ts';
import { expect, test } from '../testing/school.ts';
import { atEachWidth } from '../testing/widths.ts';

/** Opens something by a button that is in reach on a phone and on a desktop. */
async function press(page: Page, button: Locator): Promise<void> {
  await atEachWidth(page, () => button.click({ trial: true }));
  await button.click();
}

async function send(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email', { exact: true }).fill(email);
  await press(page, dialog.getByRole('button', { name: 'Send by email' }));
  await expect(dialog.getByRole('status').filter({ hasText: 'Sent' })).toBeVisible();
}

test('an invitation and links are sent by email, on a phone and on a desktop', async ({ page, office }) => {
  test.slow();
  const { lectern, mail } = office;
  const who = await makeSomebody(lectern, 'Ms Petrova');
  const client = await clientOf(lectern, who);
  const { id: spaceId } = await client.createSpace({ body: { name: 'Chemistry 8', isPublic: false } });
  const room = await client.createRoom({ spaceId, body: { name: 'Organic chemistry', isPublic: false } });
  const at = (name: string): string => `${name}@example.org`;
  await beSignedIn(page.context(), lectern.url, who);

  await test.step('an invitation, when it is created and later', async () => {
    await page.goto(`${lectern.url}/groups/${spaceId}/people`);
    await press(page, page.getByRole('button', { name: 'Invite' }));
    const dialog = page.getByRole('dialog');
    await answer(page, 'Create link');
    const url = await dialog.getByLabel('Invitation link').inputValue();
    await dialog.getByRole('button', { name: 'Send by email' }).click();
    await expect(dialog.getByText('Enter a valid email address')).toBeVisible();
    await send(page, at('colleague'));
    await expectAccessible(page, ['phone', 'light']);
    const email = await mail.take(at('colleague'));
    expect(email.headers.subject).toBe('You are invited to a group');
    expect(email.text).toContain('Ms Petrova invites you to the group “Chemistry 8”.');
    expect(email.text).toContain(url);
    await answer(page, 'Done');

    await page.goto(`${lectern.url}/groups/${spaceId}/invitations`);
    await press(page, page.getByRole('button', { name: 'More actions for Member' }));
    await page.getByRole('menuitem', { name: 'Send by email' }).click();
    await send(page, at('other'));
    expect((await mail.take(at('other'))).text).toContain(url);
  });

  await test.step('the link of one person, when it is created and later', async () => {
    await page.goto(`${lectern.url}/groups/${spaceId}/rooms/${room.id}/links`);
    await press(page, page.getByRole('button', { name: 'Invite', exact: true }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('One person').click();
    await dialog.getByLabel('Name').fill('Boris');
    await dialog.getByText('Contacts', { exact: true }).click();
    await dialog.getByLabel('Email').fill(at('boris'));
    await expect(dialog.getByLabel('Valid for')).toHaveValue(String(90 * 86_400));
    await answer(page, 'Create link');
    const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
    await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue(at('boris'));
    await send(page, at('boris'));
    const email = await mail.take(at('boris'));
    expect(email.headers.subject).toBe('You are invited to a meeting');
    expect(email.text).toContain('Hello Boris,');
    expect(email.text).toContain(url);
    await answer(page, 'Done');
    await press(page, page.getByRole('button', { name: 'Boris', exact: true }));
    await send(page, at('mother'));
    expect((await mail.take(at('mother'))).text).toContain(url);
    await page.keyboard.press('Escape');
  });

  await test.step('the links of a list, to those who have an address', async () => {
    await press(page, page.getByRole('button', { name: 'Invite', exact: true }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('List', { exact: true }).click();
    await dialog
      .getByRole('textbox', { name: 'People' })
      .fill(`Vera; ${at('vera')}\nGleb\nDora; ${at('dora')}`);
    await answer(page, 'Create 3 links');
    await press(page, dialog.getByRole('button', { name: 'Send by email to 2 people' }));
    await expect(dialog.getByText('2 links sent.')).toBeVisible();
    await expectAccessible(page, ['phone', 'light']);
    for (const name of ['vera', 'dora']) {
      expect((await mail.take(at(name))).headers.subject).toBe('You are invited to a meeting');
    }
  });
});
