import { DisconnectReason } from '@livekit/rtc-node';
import type { Locator, Page } from '@playwright/test';
import { patient } from '../../../server/testing/patience.ts';
import { keepDevicesOff, PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('the keyboard alone enters, reaches the controls and the panel, and leaves; a hostile name is only a name', {
  tag: '@main',
}, async ({ page, school }) => {
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  const name = '\u202E<script>alert(1)</script><img src=x onerror=alert(2)>';
  // Without the sign that would change the direction of text.
  const seen = '<script>alert(1)</script><img src=x onerror=alert(2)>';
  const room = await school.room({ name });
  await keepDevicesOff(page);
  await page.goto(await school.link(room, { username: name }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(seen);
  await expect(page).toHaveTitle(`${seen} · Lectern`);
  await button(page, 'Join').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: seen })).toBeFocused();
  await expect(page.locator('[data-tile^="camera:"]')).toContainText(`${seen} (you)`);
  await page.keyboard.press('Tab');
  await expect(button(page, /Turn (on|off) microphone/)).toBeFocused();

  const panel = page.getByRole('complementary', { name: 'People' });
  for (const key of ['p', 'Escape']) {
    await page.keyboard.press('p');
    await expect(panel.getByRole('heading')).toBeFocused();
    await expect(panel.getByRole('listitem')).toContainText(seen);
    await page.keyboard.press(key);
    await expect(panel).toBeHidden();
    await expect(button(page, /^People/)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(button(page, 'Polls')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Gallery' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'More')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'You left the call' })).toBeFocused();
  expect(alerts).toEqual([]);
});

test('a moderator who removed a person by keyboard stays in the list; single-key shortcuts can be switched off', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const anna = await PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' }));
  const boris = await school.person(room, 'Boris Ivanov');
  const { keyboard } = anna.page;
  await keyboard.press('p');
  const more = anna.button('More actions for Boris Ivanov');
  const removeFromCall = anna.page.getByRole('menuitem', { name: 'Remove from the call' });
  const downTo = (item: Locator) =>
    expect(async () => {
      await keyboard.press('ArrowDown');
      await expect(item).toBeFocused({ timeout: 1_000 });
    }).toPass({ timeout: patient(30_000), intervals: [0] });
  await more.focus();
  await keyboard.press('Enter');
  await downTo(removeFromCall);
  await keyboard.press('Enter');
  await expect(anna.button('Cancel')).toBeFocused();
  await keyboard.press('Escape');
  await expect(more).toBeFocused();
  await keyboard.press('Enter');
  await downTo(removeFromCall);
  await keyboard.press('Enter');
  await expect(anna.button('Cancel')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(anna.heading('People')).toBeFocused();
  await expect(more).toHaveCount(0);
  await expect.poll(() => boris.endedBecause).toBe(DisconnectReason.PARTICIPANT_REMOVED);

  await test.step('shortcuts are switched off, and the choice is remembered', async () => {
    await anna.button('More').click();
    await anna.page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    const dialog = anna.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog.getByText('Raise or lower your hand')).toBeVisible();
    await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck({ force: true });
    await keyboard.press('Escape');
    await expect(anna.button('More')).toBeFocused();
    await keyboard.press('p');
    await expect(anna.button(/^People/)).not.toHaveAttribute('aria-keyshortcuts', 'P');
    await anna.page.reload();
    await anna.enter();
    await keyboard.press('p');
    await keyboard.press('c');
    await expect(anna.page.getByRole('complementary')).toHaveCount(0);
  });
  await anna.close();
});
