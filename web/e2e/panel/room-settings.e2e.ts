import { expectAccessible, makeSomebody } from '../testing/account-page.ts';
import { answer, beSignedIn, clientOf } from '../testing/panel-page.ts';
import { expect, type SchoolRoom, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

const pathOf = ({ spaceId, id: roomId }: SchoolRoom) => ({ spaceId, roomId });

test('settings are saved together, and only changed ones; a member of the group gets a role in one room', {
  tag: '@main',
}, async ({ page, school }) => {
  const room = await school.room({ isPublic: false });
  await beSignedIn(page.context(), school.lectern.url, school.lectern.owner);
  await page.goto(school.panelOf(room, 'general'));
  await page.getByRole('textbox', { name: 'Name' }).fill('Geometry');
  await page.getByRole('radio', { name: /^Guests/ }).check();
  await page.getByRole('link', { name: 'Permissions' }).click();
  await page.getByRole('switch', { name: /^Camera/ }).uncheck({ force: true });
  // Somebody else changes the same room meanwhile.
  await school.client.updateRoom({ ...pathOf(room), body: { isChatAllowed: false } });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Geometry' })).toBeVisible();
  await expect(page.getByRole('switch', { name: /^Chat/ })).not.toBeChecked();
  const saved = await school.client.getRoom(pathOf(room));
  expect(saved).toMatchObject({
    name: 'Geometry',
    waitingRoomAudience: 'guests',
    isCameraPublishingAllowed: false,
    isChatAllowed: false,
    isMicrophonePublishingAllowed: true,
  });

  await test.step('a member of the group gets a role in one room, and loses it', async () => {
    const who = await makeSomebody(school.lectern, 'Ines Duarte');
    const { spaceId } = room;
    const invite = await school.client.createInvite({ spaceId, body: { role: 'role_space_user' } });
    await (await clientOf(school.lectern, who)).activateInvite({ spaceId, inviteId: invite.id });
    await page.goto(school.panelOf(room, 'people'));
    await page.getByRole('button', { name: 'Give a role' }).click();
    await answer(page, 'Give role');
    await expect(page.getByText('Choose a person')).toBeVisible();
    await page.getByRole('textbox', { name: 'Person' }).fill('ines');
    await page.getByRole('radio', { name: /Ines Duarte/ }).check();
    await answer(page, 'Give role');
    await expect(page.getByLabel('Role of Ines Duarte in this room')).toHaveValue('role_room_moderator');
    await page.getByRole('button', { name: 'More actions for Ines Duarte' }).click();
    await page.getByRole('menuitem', { name: 'Remove role' }).click();
    await answer(page, 'Remove role');
    await expect(page.getByRole('listitem').filter({ hasText: 'Ines Duarte' })).toHaveCount(0);
  });

  await test.step('a public room says that links restrict nobody', async () => {
    const open = await school.room({ isPublic: true });
    await page.goto(school.panelOf(open, 'links'));
    await expect(page.getByText('anyone with the address can join')).toBeVisible();
  });
});

test('faults are shown at their fields, leaving with unsaved changes asks first, and the rule of presence is saved with an example', async ({
  page,
  school,
}) => {
  const room = await school.room();
  await beSignedIn(page.context(), school.lectern.url, school.lectern.owner);
  await page.goto(`${school.lectern.url}/groups/${room.spaceId}`);
  await page.getByRole('link', { name: 'Algebra', exact: true }).first().click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('');
  await page.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)');
  await page.getByRole('link', { name: 'Entry form' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(page.getByText('Enter a name')).toBeVisible();
  await expect(page.getByText('Enter an address starting with')).toBeVisible();
  // The tab of all settings has the mark, and that of the general ones.
  await expect(page.getByRole('img', { name: 'Check the fields here' })).toHaveCount(2);

  await page.getByRole('link', { name: 'School', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?');
  await answer(page, 'Stay');
  await expect(page.getByText('Enter a name')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Algebra');

  await page.getByRole('textbox', { name: 'Name' }).fill('Other');
  // Goes back through the tabs of the settings, which keep the draft, to the group.
  await page.evaluate(() => window.history.go(-4));
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Other');
  await page.getByRole('link', { name: 'School', exact: true }).click();
  await answer(page, 'Leave');
  await expect(page.getByRole('heading', { name: 'School' })).toBeVisible();

  await test.step('the rule of presence and the email after a call', async () => {
    await page.goto(school.panelOf(room, 'general'));
    const rule = page.getByRole('region', { name: 'Who counts as present' });
    const field = (name: string) => rule.getByRole('textbox', { name });
    await expect(field('Share of the call')).toHaveValue('85');
    await expect(rule).toContainText('In a call of 45 min: at least 38 min 15 sec.');
    const email = page.getByRole('region', { name: 'Email after the call' });
    await expect(email.getByRole('radio', { name: /^Nobody/ })).toBeChecked();
    await expect(email).toContainText('This server cannot send email.');

    await field('Share of the call').fill('120');
    await field('Seconds').fill('75');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(field('Share of the call')).toBeFocused();
    await expect(rule).toContainText('Use a number from 0 to 100');
    await expect(rule).toContainText('Use 0 to 59');
    await expectAccessible(page);

    await field('Share of the call').fill('62.5');
    await field('Minutes').fill('30');
    await field('Seconds').fill('30');
    await expect(rule).toContainText('In a call of 45 min: at least 30 min 30 sec.');
    await email.getByRole('radio', { name: /^Owners and moderators/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();
    expect(await school.client.getRoom(pathOf(room))).toMatchObject({
      attendanceRule: { minShare: 0.625, minSeconds: 1830 },
      attendanceEmail: 'moderators',
    });
    await page.reload();
    await expect(field('Share of the call')).toHaveValue('62.5');
    await expect(field('Minutes')).toHaveValue('30');
    await expect(email.getByRole('radio', { name: /^Owners and moderators/ })).toBeChecked();
  });
});

test('custom join fields are ordered by keyboard, and a removed one is restored', async ({
  page,
  school,
}) => {
  const room = await school.room();
  await beSignedIn(page.context(), school.lectern.url, school.lectern.owner);
  await page.goto(school.panelOf(room, 'entry'));
  for (const title of ['School class', 'City', 'Age']) {
    await page.getByRole('button', { name: 'Add question' }).click();
    await expect(page.getByRole('textbox', { name: 'Question' }).last()).toBeFocused();
    await page.keyboard.type(title);
  }
  const titles = () =>
    page
      .getByRole('textbox', { name: 'Question' })
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  await page.getByRole('button', { name: 'Move question 3 up' }).click();
  expect(await titles()).toEqual(['School class', 'Age', 'City']);
  await page.getByRole('button', { name: /^Move question 2 by dragging/ }).press('ArrowUp');
  expect(await titles()).toEqual(['Age', 'School class', 'City']);
  // The focus stays with the moved field, also downwards.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  expect(await titles()).toEqual(['Age', 'School class', 'City']);
  await page.getByRole('button', { name: /^Move question 1 by dragging/ }).hover();
  await page.mouse.down();
  const last = await page.getByRole('textbox', { name: 'Question' }).last().boundingBox();
  await page.mouse.move(500, (last?.y ?? 0) + 40, { steps: 12 });
  await page.mouse.up();
  expect(await titles()).toEqual(['School class', 'City', 'Age']);
  await page.getByRole('button', { name: 'Move question 3 up' }).click();
  await page.keyboard.press('Enter');
  expect(await titles()).toEqual(['Age', 'School class', 'City']);
  await page.getByRole('button', { name: 'Remove question 2' }).click();
  expect(await titles()).toEqual(['Age', 'City']);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await titles()).toEqual(['Age', 'School class', 'City']);
  await page.getByRole('switch', { name: 'Required' }).last().check({ force: true });
  await page.getByRole('radiogroup', { name: 'Email' }).getByText('Optional').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();
  const { joinSettings } = await school.client.getRoom(pathOf(room));
  expect(joinSettings.customFields.map(({ title, required, order }) => [title, required, order])).toEqual([
    ['Age', false, 0],
    ['School class', false, 1],
    ['City', true, 2],
  ]);
  expect(joinSettings.fields).toMatchObject([{ slug: 'email', enabled: true, required: false }]);
});
