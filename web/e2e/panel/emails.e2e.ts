import type { Locator } from '@playwright/test';
import { expectAccessible, makeSomebody } from '../testing/account-page.ts';
import { answer, beSignedIn, clientOf } from '../testing/panel-page.ts';
import { expect, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

async function send(dialog: Locator, email: string): Promise<void> {
  await dialog.getByLabel('Email', { exact: true }).fill(email);
  await dialog.getByRole('button', { name: 'Send by email' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'Sent' })).toBeVisible();
}

for (const width of [390, 1440]) {
  test(`an invitation and links are sent by email, at ${width} px`, async ({ page, office }) => {
    test.slow();
    const { lectern, mail } = office;
    const who = await makeSomebody(lectern, 'Ms Petrova');
    const client = await clientOf(lectern, who);
    const { id: spaceId } = await client.createSpace({ body: { name: 'Chemistry 8', isPublic: false } });
    const room = await client.createRoom({ spaceId, body: { name: 'Organic chemistry', isPublic: false } });
    const at = (name: string): string => `${name}-${width}@example.org`;
    await page.setViewportSize({ width, height: 844 });
    await beSignedIn(page.context(), lectern.url, who);

    await test.step('an invitation, when it is created and later', async () => {
      await page.goto(`${lectern.url}/groups/${spaceId}/people`);
      await page.getByRole('button', { name: 'Invite' }).click();
      const dialog = page.getByRole('dialog');
      await answer(page, 'Create link');
      const url = await dialog.getByLabel('Invitation link').inputValue();
      await dialog.getByRole('button', { name: 'Send by email' }).click();
      await expect(dialog.getByText('Enter a valid email address')).toBeVisible();
      await send(dialog, at('colleague'));
      await expectAccessible(page, ['light']);
      await page.setViewportSize({ width, height: 844 });
      const email = await mail.take(at('colleague'));
      expect(email.headers.subject).toBe('You are invited to a group');
      expect(email.text).toContain('Ms Petrova invites you to the group “Chemistry 8”.');
      expect(email.text).toContain(url);
      await answer(page, 'Done');

      await page.goto(`${lectern.url}/groups/${spaceId}/invitations`);
      await page.getByRole('button', { name: 'More actions for Member' }).click();
      await page.getByRole('menuitem', { name: 'Send by email' }).click();
      await send(page.getByRole('dialog'), at('other'));
      expect((await mail.take(at('other'))).text).toContain(url);
    });

    await test.step('the link of one person, when it is created and later', async () => {
      await page.goto(`${lectern.url}/groups/${spaceId}/rooms/${room.id}/links`);
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('One person').click();
      await dialog.getByLabel('Name').fill('Boris');
      await dialog.getByText('Contacts', { exact: true }).click();
      await dialog.getByLabel('Email').fill(at('boris'));
      await expect(dialog.getByLabel('Valid for')).toHaveValue(String(90 * 86_400));
      await answer(page, 'Create link');
      const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
      await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue(at('boris'));
      await send(dialog, at('boris'));
      const email = await mail.take(at('boris'));
      expect(email.headers.subject).toBe('You are invited to a meeting');
      expect(email.text).toContain('Hello Boris,');
      expect(email.text).toContain(url);
      await answer(page, 'Done');
      await page.getByRole('button', { name: 'Boris', exact: true }).click();
      await send(page.getByRole('dialog'), at('mother'));
      expect((await mail.take(at('mother'))).text).toContain(url);
      await page.keyboard.press('Escape');
    });

    await test.step('the links of a list, to those who have an address', async () => {
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('List', { exact: true }).click();
      await dialog
        .getByRole('textbox', { name: 'People' })
        .fill(`Vera; ${at('vera')}\nGleb\nDora; ${at('dora')}`);
      await answer(page, 'Create 3 links');
      await answer(page, 'Send by email to 2 people');
      await expect(dialog.getByText('2 links sent.')).toBeVisible();
      await expectAccessible(page, ['light']);
      for (const name of ['vera', 'dora']) {
        expect((await mail.take(at(name))).headers.subject).toBe('You are invited to a meeting');
      }
    });
  });
}
