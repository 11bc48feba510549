import { expectAccessible, makeSomebody, openSignedIn } from '../testing/account-page.ts';
import { answer, beSignedIn, clientOf, hostileName } from '../testing/panel-page.ts';
import { expect, test } from '../testing/school.ts';
import { atEachWidth } from '../testing/widths.ts';

test.describe.configure({ mode: 'parallel' });

test('a first group, its first room, and into the room with the own account', { tag: '@main' }, async ({
  page,
  context,
  school: { lectern },
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await beSignedIn(context, lectern.url, await makeSomebody(lectern));
  await page.goto(`${lectern.url}/groups`);
  await expect(page.getByText('You have no groups yet')).toBeVisible();

  await page.getByRole('button', { name: 'New group' }).click();
  await expect(page.getByRole('radio', { name: /^Private/ })).toBeChecked();
  await expect(page.getByText('can see it and its public rooms')).toBeVisible();
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByText('Enter a name')).toBeVisible();
  await page.getByLabel('Name').fill('Evening school');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Evening school' })).toBeVisible();

  await page.getByRole('button', { name: 'New room' }).click();
  await expect(page.getByRole('radio', { name: /^Private/ })).toBeChecked();
  await expect(page.getByText('Anyone with the address can join')).toBeVisible();
  await page.getByLabel('Name').fill('Italian');
  await page.keyboard.press('Enter');
  const enter = page.getByRole('link', { name: 'Enter Italian' });
  const address = `${lectern.url}${await enter.getAttribute('href')}`;
  // The address of a private room admits no outsider, so a link is shared.
  await expect(page.getByRole('button', { name: /^Copy the address/ })).toHaveCount(0);
  const invite = page.getByRole('button', { name: 'Invite to Italian' });
  await invite.press('Enter');
  await page.getByText('One person').click();
  await expect(page.getByRole('radio', { name: /^Participant/ })).toBeChecked();
  // The dialog of the new room may still be fading.
  const invitation = page.getByRole('dialog', { name: 'Invite to Italian' });
  await invitation.getByLabel('Name').fill('Marta');
  await page.keyboard.press('Enter');
  await invitation.getByRole('button', { name: 'Copy' }).press('Enter');
  await expect(invitation.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`${address}?participantName=Marta&accessToken=`);
  await answer(page, 'Done');
  await expect(invite).toBeFocused();
  await enter.click();
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
});

test('an administrator joins by invitation; roles change and people are removed', async ({
  page,
  school: { lectern, client },
}) => {
  const { id: spaceId } = await client.createSpace({ body: { name: 'Faculty', isPublic: false } });
  await beSignedIn(page.context(), lectern.url, lectern.owner);
  await page.goto(`${lectern.url}/groups/${spaceId}/people`);
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByRole('radio', { name: /^Member/ })).toBeChecked();
  await page.getByRole('radio', { name: /^Moderator/ }).check();
  await answer(page, 'Create link');
  const url = await page.getByLabel('Invitation link').inputValue();
  expect(url).toContain(`${lectern.url}/invite/${spaceId}/`);
  await expect(page.getByText('Admits one person as a moderator.')).toBeVisible();
  await answer(page, 'Done');

  await page.getByRole('link', { name: 'Invitations' }).click();
  await expect(page.getByRole('listitem').getByText('Pending')).toBeVisible();
  const who = await makeSomebody(lectern, 'Greta Hall');
  const inviteId = url.split('/').at(-1) ?? '';
  const invited = await clientOf(lectern, who);
  await invited.activateInvite({ spaceId, inviteId });
  const room = await invited.createRoom({ spaceId, body: { name: 'Deans' } });
  const body = { username: 'Guest', role: 'user' } as const;
  const link = await invited.generateAccess({ spaceId, roomId: room.id, body });
  await page.reload();
  const invitation = page.getByRole('listitem').filter({ hasText: 'Accepted by Greta Hall' });
  await expect(invitation).toBeVisible();
  await expect(invitation.getByRole('button')).toHaveCount(0);

  await page.getByRole('link', { name: 'People' }).click();
  await page.getByLabel('Role of Greta Hall').selectOption('Member');
  await expect(page.getByText('The access link that they created stops working')).toBeVisible();
  await page.getByLabel('Keep the access link that they created').check();
  await answer(page, 'Make a member');
  await expect
    .poll(async () => (await client.listMembers({ spaceId, query: { role: 'role_space_user' } })).total)
    .toBe(1);
  const linkStatus = async () =>
    (await client.getAccessLink({ spaceId, roomId: room.id, linkId: link.id })).status;
  expect(await linkStatus()).toBe('unused');
  await page.getByRole('button', { name: 'More actions for Greta Hall' }).click();
  await page.getByRole('menuitem', { name: 'Remove from group' }).click();
  await expect(page.getByLabel('Keep the access link that they created')).not.toBeChecked();
  await answer(page, 'Remove from group');
  await expect(page.getByRole('listitem').filter({ hasText: 'Greta Hall' })).toHaveCount(0);
  expect(await linkStatus()).toBe('revoked');
});

test('a plain member sees the rooms and no actions without permission', async ({
  page,
  context,
  school: { lectern, client },
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id: spaceId } = await client.createSpace({ body: { name: 'Reading club', isPublic: false } });
  await client.createRoom({ spaceId, body: { name: 'Poems', isPublic: true } });
  const closed = await client.createRoom({ spaceId, body: { name: 'Drafts', isPublic: false } });
  const who = await makeSomebody(lectern);
  const invite = await client.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await (await clientOf(lectern, who)).activateInvite({ spaceId, inviteId: invite.id });
  await client.grantRole({
    spaceId,
    roomId: closed.id,
    body: { targetUserId: who.id, role: 'role_room_user' },
  });

  await beSignedIn(page.context(), lectern.url, who);
  await page.goto(`${lectern.url}/groups/${spaceId}`);
  await expect(page.getByRole('link', { name: 'Enter Poems' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enter Drafts' })).toBeVisible();
  for (const name of ['New room', 'Invite', 'More actions for Poems', 'Copy the address of Drafts']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  const copy = page.getByRole('button', { name: 'Copy the address of Poems' });
  await copy.click();
  await expect(copy).toHaveAttribute('title', 'Copied');
  const address = await page.getByRole('link', { name: 'Enter Poems' }).getAttribute('href');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${lectern.url}${address}`);
  await expect(page.getByRole('navigation', { name: 'Group sections' })).toHaveCount(0);
  await page.goto(`${lectern.url}/groups/${spaceId}/people`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

  await page.goto(`${lectern.url}/groups/${spaceId}`);
  await page.getByRole('button', { name: 'More actions for Reading club' }).click();
  await page.getByRole('menuitem', { name: 'Leave group' }).click();
  await answer(page, 'Leave group');
  await expect(page.getByText('You have no groups yet')).toBeVisible();
});

test('deleting a group first says what is lost; a long list is searched by the server and paged, all in the address', async ({
  page,
  school: { lectern, client },
}) => {
  const { id: spaceId } = await client.createSpace({ body: { name: 'Old courses' } });
  for (const name of ['One', 'Two']) await client.createRoom({ spaceId, body: { name } });
  await beSignedIn(page.context(), lectern.url, lectern.owner);
  await page.goto(`${lectern.url}/groups?search=old+courses`);
  await page.getByRole('button', { name: 'More actions for Old courses' }).click();
  await page.getByRole('menuitem', { name: 'Delete group' }).click();
  await expect(page.getByRole('dialog')).toContainText('2 rooms will be deleted');
  await answer(page, 'Cancel');
  await expect(page.getByRole('button', { name: 'More actions for Old courses' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete group' }).click();
  const rest = { id: spaceId, name: 'Old courses', deletingAt: new Date().toISOString(), roomsLeft: 1 };
  await page.route('**/v1/space-deletions', (route) => route.fulfill({ json: { items: [rest], total: 1 } }));
  await answer(page, 'Delete group');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  const deleting = page.getByText('Deleting “Old courses”: 1 room left');
  await expect(deleting).toBeVisible();
  await page.unroute('**/v1/space-deletions');
  await expect(deleting).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('listitem').first()).toBeVisible();

  await test.step('a long list', async () => {
    const { id: big } = await client.createSpace({ body: { name: 'Big school' } });
    const names = Array.from({ length: 60 }, (_, index) => `Seminar ${index + 1}`);
    await Promise.all(
      names.map((name) => client.createRoom({ spaceId: big, body: { name, isPublic: false } })),
    );
    await page.goto(`${lectern.url}/groups/${big}`);
    await expect(page.getByText('1–50 of 60')).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText('51–60 of 60')).toBeVisible();
    await expect(page).toHaveURL(/\?page=2$/);
    await page.goBack();
    await expect(page.getByText('1–50 of 60')).toBeVisible();
    await page.getByRole('textbox', { name: 'Search rooms' }).fill('seminar 60');
    await expect(page.getByRole('listitem')).toHaveCount(1);
    await expect(page).toHaveURL(/\?search=seminar\+60$/);
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Search rooms' })).toHaveValue('seminar 60');
    await expect(page.getByRole('listitem')).toHaveCount(1);
  });
});

test('groups, rooms and people with unusual names are shown right in every look', async ({
  page,
  school: { lectern, client },
}) => {
  const { id: spaceId } = await client.createSpace({
    body: { name: hostileName, description: hostileName, isPublic: false },
  });
  await client.createRoom({
    spaceId,
    body: { name: hostileName, isPublic: true, waitingRoomAudience: 'everyone' },
  });
  await client.createInvite({ spaceId, body: { role: 'role_space_moderator' } });
  await beSignedIn(page.context(), lectern.url, lectern.owner);
  for (const path of [
    '',
    `/${spaceId}`,
    `/${spaceId}/people`,
    `/${spaceId}/invitations`,
    `/${spaceId}/settings`,
  ]) {
    await page.goto(`${lectern.url}/groups${path}`);
    await expect(page.getByText('<script>').or(page.getByLabel('Name')).first()).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto(`${lectern.url}/groups/${spaceId}`);
  await page.getByRole('button', { name: 'New room' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
});

test('the owner transfers a group to a member and stays as a moderator', async ({
  page,
  school: { lectern },
}) => {
  const [who, heir] = [await makeSomebody(lectern), await makeSomebody(lectern, 'Boris Heir')];
  const [api, ofHeir] = [await clientOf(lectern, who), await clientOf(lectern, heir)];
  const { id: spaceId } = await api.createSpace({ body: { name: 'Chemistry', isPublic: false } });
  const { id: inviteId } = await api.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await ofHeir.activateInvite({ spaceId, inviteId });
  await openSignedIn(page, who, `/groups/${spaceId}/settings`);
  const storage = page.getByRole('region', { name: 'Storage' });
  await expect(storage.getByText('0 byte used')).toBeVisible();
  await page.getByRole('button', { name: 'Transfer ownership' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer this group?' });
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click();
  await expect(dialog.getByText('Choose a person')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('radio').check();
  await dialog.getByLabel('Current password').fill(who.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${lectern.url}/groups/${spaceId}`);
  expect((await ofHeir.getSpace({ spaceId })).roleInSpace).toBe('role_space_owner');
  expect((await api.getSpace({ spaceId })).roleInSpace).toBe('role_space_moderator');
});

test('a person with one group arrives in it, and finds the list', async ({ page, school: { lectern } }) => {
  const who = await makeSomebody(lectern);
  const client = await clientOf(lectern, who);
  const { id } = await client.createSpace({ body: { name: 'Only one', isPublic: false } });
  await beSignedIn(page.context(), lectern.url, who);
  await page.goto(`${lectern.url}/groups`);
  await expect(page).toHaveURL(`${lectern.url}/groups/${id}`);
  await page.getByRole('link', { name: 'Groups', exact: true }).first().click();
  await expect(page).toHaveURL(`${lectern.url}/groups`);
  await expect(page.getByRole('button', { name: 'New group' })).toBeVisible();
});

test('the list of groups begins with what is on in all of them', async ({ page, school: { lectern } }) => {
  const who = await makeSomebody(lectern);
  const client = await clientOf(lectern, who);
  await beSignedIn(page.context(), lectern.url, who);
  for (const [name, hours] of [
    ['Chemistry', 30],
    ['Physics', 3],
  ] as const) {
    const { id: spaceId } = await client.createSpace({ body: { name: `${name} 8`, isPublic: false } });
    const opensAt = new Date(Date.now() + hours * 3_600_000).toISOString();
    await client.createRoom({ spaceId, body: { name, isPublic: false, opensAt } });
  }
  await page.goto(`${lectern.url}/groups`);
  const rooms = page.getByRole('region', { name: 'Now and soon' }).getByRole('listitem');
  await atEachWidth(page, () =>
    expect(rooms).toHaveText([/Physics.*Physics 8.*Opens/s, /Chemistry.*Chemistry 8.*Opens/s], {
      useInnerText: true,
    }),
  );
  await expectAccessible(page);
  await rooms.first().getByRole('link', { name: 'Physics', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Now' })).toContainText('The room opens on');
});
