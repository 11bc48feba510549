import { expectAccessible } from '../testing/account-page.ts';
import { beSignedIn, hostileName } from '../testing/panel-page.ts';
import { expect, test } from '../testing/school.ts';
import { atEachWidth } from '../testing/widths.ts';

test.describe.configure({ mode: 'parallel' });

/** Not what the styles of a width hide. */
const seen = { useInnerText: true };

test('a room opens on its overview: the running call, how people get in, and what was last', async ({
  page,
  school,
}) => {
  test.slow();
  const name = 'Overview of chemistry';
  const room = await school.room({ name, isPublic: true, closesAt: '2026-01-01T10:00:00.000Z' });
  const { spaceId, id: roomId } = room;
  await beSignedIn(page.context(), school.lectern.url, school.lectern.owner);
  await page.goto(`${school.lectern.url}/groups/${spaceId}`);
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Entry closed');
  await row.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(school.panelOf(room));
  const part = (title: string) => page.getByRole('region', { name: title });
  await atEachWidth(page, async () => {
    await expect(part('Now')).toContainText('Nobody is in the call. Entry closed', seen);
    await expect(part('Last call')).toContainText('No calls yet.', seen);
    await expect(part('Newest recording')).toContainText('No recordings yet.', seen);
    await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toBeVisible();
  });

  await test.step('while a call is running', async () => {
    await school.client.updateRoom({ spaceId, roomId, body: { closesAt: null } });
    const person = await school.person(room, 'Anna');
    await expect(part('Now')).toContainText('1 person in the call', { timeout: 30_000 });
    await atEachWidth(page, () => expect(part('Now')).toContainText('Live now', seen));
    await page.goto(`${school.lectern.url}/groups/${spaceId}`);
    await atEachWidth(page, () => expect(row).toContainText('Live now', seen));
    await person.leave();
    await page.goto(school.panelOf(room));
    await expect(part('Last call')).toContainText('1 person attended', { timeout: 30_000 });
  });

  await atEachWidth(page, async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(page).toHaveURL(school.panelOf(room, 'general'));
    const settings = page.getByRole('navigation', { name: 'Settings' });
    await settings.getByRole('link', { name: 'Permissions' }).click();
    await expect(page).toHaveURL(school.panelOf(room, 'permissions'));
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await expect(page).toHaveURL(school.panelOf(room));
  });
});

test('on a phone the tabs of a room scroll to the current one, and those beside the edges fade', async ({
  page,
  school,
}) => {
  const room = await school.room();
  await beSignedIn(page.context(), school.lectern.url, school.lectern.owner);
  await page.setViewportSize({ width: 390, height: 844 });
  const tabs = page.getByRole('navigation', { name: 'Room sections' });
  const tab = (name: string) => tabs.getByRole('link', { name });
  await page.goto(school.panelOf(room));
  await expect(tab('Overview')).toBeInViewport({ ratio: 1 });
  await expect(tab('Links')).not.toBeInViewport();
  await expect(tabs).toHaveAttribute('data-after', 'true');
  await expect(tabs).not.toHaveAttribute('data-before');

  await page.goto(school.panelOf(room, 'links'));
  await expect(tab('Links')).toBeInViewport({ ratio: 1 });
  await expect(tabs).toHaveAttribute('data-before', 'true');
  // The device is turned and turned back.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(tabs).not.toHaveAttribute('data-before');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(tab('Links')).toBeInViewport({ ratio: 1 });
  await expect(tabs).toHaveAttribute('data-before', 'true');

  await page.goto(school.panelOf(room, 'general'));
  await expect(tab('Settings')).toBeInViewport({ ratio: 1 });
  await expect(tabs).not.toHaveAttribute('data-after');
});

test('a room’s settings are accessible in every look', async ({ page, school }) => {
  const room = await school.room({
    name: hostileName,
    joinSettingsCustomFields: [
      {
        id: crypto.randomUUID(),
        type: 'string',
        title: hostileName,
        enabled: true,
        required: true,
        order: 0,
      },
    ],
  });
  await school.link(room, { username: [...hostileName].slice(0, 99).join('') });
  await beSignedIn(page.context(), school.lectern.url, school.lectern.owner);
  for (const part of ['overview', 'general', 'entry', 'permissions', 'people', 'links'] as const) {
    await page.goto(school.panelOf(room, part));
    await expect(page.getByRole('navigation', { name: 'Room sections' })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Ask people for their name');
  await page.getByRole('button', { name: 'QR code' }).first().click();
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByText('One person').click();
  await expect(page.getByRole('radio', { name: /^Participant/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByText('List', { exact: true }).click();
  await page
    .getByRole('textbox', { name: 'People' })
    .fill('name,email\nAnna,anna@example.org\nBoris,boris\n');
  await expect(page.getByRole('alert')).toContainText('Row 3:');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Who used it' }).click();
  await expect(page.getByRole('dialog')).toContainText('Not used yet');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(' ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a name')).toBeVisible();
  await expectAccessible(page);
});
