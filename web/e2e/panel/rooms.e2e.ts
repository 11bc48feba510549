import { expectAccessible, makeSomebody } from '../testing/account-page.ts';
import { answer, beSignedIn, clientOf, hostileName } from '../testing/panel-page.ts';
import { keepDevicesOff } from '../testing/person-page.ts';
import { expect, type School, type SchoolRoom, test } from '../testing/school.ts';
import { atEachWidth } from '../testing/widths.ts';

test.describe.configure({ mode: 'parallel' });

const settingsOf = ({ lectern }: School, room: SchoolRoom, part = ''): string =>
  `${lectern.url}/groups/${room.spaceId}/rooms/${room.id}${part}`;
const pathOf = ({ spaceId, id: roomId }: SchoolRoom) => ({ spaceId, roomId });

test('settings are saved together, and only changed ones; a member of the group gets a role in one room', {
  tag: '@main',
}, async ({ page, school }) => {
  const room = await school.room({ isPublic: false });
  await beSignedIn(page.context(), school.lectern.url, school.lectern.owner);
  await page.goto(settingsOf(school, room, '/general'));
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
    await page.goto(settingsOf(school, room, '/people'));
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
    await page.goto(settingsOf(school, open, '/links'));
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
    await page.goto(settingsOf(school, room, '/general'));
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
  await page.goto(settingsOf(school, room, '/entry'));
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

test('a link is created, copied again, viewed, released and revoked', { tag: '@main' }, async ({
  page,
  context,
  school,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const room = await school.room({ isPublic: false });
  await beSignedIn(page.context(), school.lectern.url, school.lectern.owner);
  await page.goto(settingsOf(school, room, '/links'));
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByText('One person').click();
  await page.getByLabel('Name').fill('Zoe Lind');
  await page.getByText('For integrations').click();
  await page.getByLabel('External user ID').fill('x'.repeat(257));
  await answer(page, 'Create link');
  await expect(page.getByText('Use up to 256 characters')).toBeVisible();
  await page.getByLabel('External user ID').fill('zoe-1');
  await answer(page, 'Create link');
  const url = await page.getByLabel('Link', { exact: true }).inputValue();
  await answer(page, 'Done');
  const copy = page.getByRole('button', { name: 'Copy the link of Zoe Lind' });
  const copyAgain = async () => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await copy.click();
    await expect(copy).toHaveAttribute('title', 'Copied');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copyAgain()).toBe(url);

  const guest = await browser.newPage();
  await keepDevicesOff(guest);
  await guest.goto(url);
  await guest.getByRole('button', { name: 'Join' }).click();
  await expect(guest.getByRole('button', { name: 'Leave' })).toBeVisible();
  const [made] = (await school.client.listAccessLinks(pathOf(room))).items;
  const look = () => school.client.getAccessLink({ ...pathOf(room), linkId: made?.id ?? '' });
  await expect.poll(async () => (await look()).entries[0]?.isPresent).toBe(true);
  await page.goto(settingsOf(school, room, '/links?filter=used'));
  await expect(page.getByRole('listitem')).toContainText('1 entry');
  // It is bound to the guest's browser now, so nobody else could use a copy.
  await expect(copy).toHaveCount(0);
  await page.getByRole('button', { name: 'Zoe Lind', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('zoe-1');
  await expect(page.getByRole('dialog')).toContainText(/Joined .*In the call/);
  await expect(page.getByRole('dialog').getByLabel('Link', { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More actions for Zoe Lind' }).click();
  await page.getByRole('menuitem', { name: 'Release for another browser' }).click();
  await answer(page, 'Release link');
  expect(await copyAgain()).toBe(url);

  await page.getByRole('button', { name: 'More actions for Zoe Lind' }).click();
  await page.getByRole('menuitem', { name: 'Change role or expiry' }).click();
  await page.getByRole('radio', { name: /^Moderator/ }).check();
  await answer(page, 'Save');
  await expect(page.getByRole('listitem')).toContainText('Moderator');

  await page.getByRole('button', { name: 'More actions for Zoe Lind' }).click();
  await page.getByRole('menuitem', { name: 'Revoke', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('removed from the call');
  await answer(page, 'Revoke');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByLabel('Status').selectOption('Revoked');
  await expect(page).toHaveURL(/filter=revoked/);
  await expect(page.getByRole('listitem')).toContainText('Zoe Lind');
  await expect(copy).toHaveCount(0);
  await expect(guest.getByRole('heading', { name: 'You were removed from this call' })).toBeVisible();
  await guest.close();
});

test('polls are prepared on the page of the room: written, changed, ordered, deleted and exported', async ({
  page,
  school,
}) => {
  const room = await school.room();
  const at = pathOf(room);
  await beSignedIn(page.context(), school.lectern.url, school.lectern.owner);
  await page.goto(settingsOf(school, room, '/polls'));
  await expect(page.getByText('No prepared polls')).toBeVisible();
  const dialog = page.getByRole('dialog');
  const make = async (question: string, ...options: string[]): Promise<void> => {
    await page.getByRole('button', { name: 'New poll' }).click();
    await dialog.getByLabel('Question').fill(question);
    for (const [index, option] of options.entries()) {
      await dialog.getByRole('textbox', { name: `Answer ${index + 1}` }).fill(option);
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await page.getByRole('button', { name: 'New poll' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a question')).toBeVisible();
  await expect(dialog.getByText('Enter at least two answers')).toBeVisible();
  await page.keyboard.press('Escape');
  await make('Ready?', 'Yes', 'No');
  await make(hostileName, 'Yes', 'No');
  const rows = page.getByRole('list', { name: 'Prepared' }).getByRole('listitem');
  await expect(rows).toHaveText([/Ready\?.*One choice.*2 answers/, /evil/]);
  await page.getByRole('button', { name: 'Edit: Ready?' }).click();
  await dialog.getByText('Multiple choice', { exact: true }).click();
  await dialog.getByRole('switch', { name: /^Hide results/ }).check({ force: true });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rows.first()).toHaveText(/Several choices.*Results hidden/);
  await page.getByRole('button', { name: /^Move: Ready/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows).toHaveText([/evil/, /Ready\?/]);
  await expect
    .poll(async () =>
      (await school.client.listRoomPolls(at)).items.map(({ question }) => question.slice(0, 5)),
    )
    .toEqual([hostileName.slice(0, 5), 'Ready']);
  await expectAccessible(page);
  await rows
    .first()
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await answer(page, 'Cancel');
  await rows
    .first()
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await answer(page, 'Delete');
  await expect(rows).toHaveText([/Ready\?/]);

  const teacher = await school.chatting(room, { role: 'moderator' });
  const [poll] = await teacher.listPolls({ query: { channelId: room.channelId } });
  await teacher.startPoll({ pollId: poll?.id ?? '' });
  const pupil = await school.chatting(room, { username: 'Boris Ivanov' });
  await pupil.votePoll({ body: { ids: [poll?.options[0]?.id ?? ''] } });
  await page.reload();
  await page.getByText('1 answer', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Ready?' })).toContainText('Boris IvanovYes');
  await expect(page.getByRole('button', { name: 'Ask again: Ready?' })).toHaveCount(0);
  await teacher.stopPoll({ pollId: poll?.id ?? '' });
  await page.reload();
  await page.getByRole('button', { name: 'Ask again: Ready?' }).click();
  await expect(page.getByText('Added to the prepared polls. Start it in the call.')).toBeVisible();
  await expect(rows).toHaveText([/Ready\?.*Several choices.*2 answers.*Results hidden/]);
  await expectAccessible(page, ['light', 'dark']);
  await page.getByRole('button', { name: 'Download the poll answers' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Algebra polls .*\.xlsx$/);
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
  for (const part of ['', '/general', '/entry', '/permissions', '/people', '/links']) {
    await page.goto(settingsOf(school, room, part));
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
  await expect(page).toHaveURL(settingsOf(school, room));
  const part = (title: string) => page.getByRole('region', { name: title });
  await atEachWidth(page, async () => {
    await expect(part('Now')).toContainText('Nobody is in the call. Entry closed');
    await expect(part('Last call')).toContainText('No calls yet.');
    await expect(part('Newest recording')).toContainText('No recordings yet.');
    await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toBeVisible();
  });

  await test.step('while a call is running', async () => {
    await school.client.updateRoom({ spaceId, roomId, body: { closesAt: null } });
    const person = await school.person(room, 'Anna');
    await expect(part('Now')).toContainText('1 person in the call', { timeout: 30_000 });
    await atEachWidth(page, () => expect(part('Now')).toContainText('Live now'));
    await page.goto(`${school.lectern.url}/groups/${spaceId}`);
    await atEachWidth(page, () => expect(row).toContainText('Live now'));
    await person.leave();
    await page.goto(settingsOf(school, room));
    await expect(part('Last call')).toContainText('1 person attended', { timeout: 30_000 });
  });

  await atEachWidth(page, async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(page).toHaveURL(settingsOf(school, room, '/general'));
    const settings = page.getByRole('navigation', { name: 'Settings' });
    await settings.getByRole('link', { name: 'Permissions' }).click();
    await expect(page).toHaveURL(settingsOf(school, room, '/permissions'));
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await expect(page).toHaveURL(settingsOf(school, room));
  });
});
