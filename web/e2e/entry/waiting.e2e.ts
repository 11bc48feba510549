import { makeUser } from '../../../server/testing/group.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

const closed = { isPublic: false, waitingRoomAudience: 'guests' } as const;

test('a guest fills in the form, waits, and is admitted; another one is denied, and a revoked link ends the wait', {
  tag: '@main',
}, async ({ browser, school }) => {
  const company = {
    id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    type: 'string',
    title: 'Company',
    enabled: true,
    required: true,
    order: 0,
  } as const;
  const phone = { slug: 'phone', type: 'phone', title: 'admin.classrooms.phone' } as const;
  const room = await school.room({
    ...closed,
    joinSettingsFields: [{ ...phone, enabled: true, required: true }],
    joinSettingsCustomFields: [company],
  });
  // Fields that the link answers are not asked.
  const known = { phone: '+7 495 7654321', fields: { [company.id]: 'School' } };
  const anna = await PersonPage.enterQuietly(
    browser,
    await school.link(room, { role: 'moderator', ...known }),
  );
  const link = await school.link(room, { username: 'Boris Ivanov' });
  const boris = await PersonPage.openQuietly(browser, link);
  await boris.page.getByRole('textbox', { name: 'Phone' }).fill('+7 495 1234567');
  await boris.button('Ask to join').click();
  await expect(boris.text('Fill in this field')).toBeVisible();
  await expect(boris.page.getByRole('textbox', { name: 'Company' })).toBeFocused();
  await boris.page.getByRole('textbox', { name: 'Company' }).fill('Horns and hooves');
  await boris.button('Ask to join').click();
  await expect(boris.text('A moderator will let you in soon')).toBeVisible();
  await expect(boris.page).toHaveTitle('Waiting · Algebra · Lectern');

  // A reload returns to the waiting room without asking again.
  await boris.page.reload();
  await expect(boris.text('A moderator will let you in soon')).toBeVisible();

  await expect(anna.button('People, 1 waiting')).toBeVisible();
  // One sign at a time: the notice, then the stage, then the open list.
  const onStage = anna.text('1 person is waiting to join');
  await expect(anna.text('Boris Ivanov asks to join')).toBeVisible();
  await expect(onStage).toHaveCount(0);
  await expect(anna.text('Nobody else is here yet')).toHaveCount(0);
  await anna.button('Dismiss').click();
  await expect(onStage).toBeVisible();
  await anna.button('Show who is waiting').click();
  await expect(anna.page.getByRole('heading', { name: 'Waiting · 1' })).toBeVisible();
  await expect(onStage).toHaveCount(0);
  await anna.button('Admit Boris Ivanov').click();
  await boris.isIn();
  await expect(boris.text('You are in.')).toBeVisible();
  await expect(anna.tile('Boris Ivanov')).toBeVisible();

  // Nobody asks the moderator twice about a person who was denied.
  const vera = await PersonPage.knock(browser, await school.link(room, { username: 'Vera Kim', ...known }));
  await anna.button('Deny Vera Kim').click();
  await anna.answer('Cancel');
  await expect(anna.button('Deny Vera Kim')).toBeFocused();
  await anna.button('Deny Vera Kim').click();
  await anna.answer('Deny');
  await expect(vera.heading('You were not admitted')).toBeFocused();
  await expect(anna.page.getByRole('heading', { name: 'Waiting · 1' })).toHaveCount(0);
  await vera.close();

  const at = { spaceId: room.spaceId, roomId: room.id };
  const body = { username: 'Gleb', role: 'user', ...known } as const;
  const { url, id } = await school.client.generateAccess({ ...at, body });
  const gleb = await PersonPage.knock(browser, url);
  await school.client.revokeAccessLink({ ...at, linkId: id });
  await expect(gleb.heading('This link was revoked')).toBeVisible();
  await Promise.all([anna, boris, gleb].map((person) => person.close()));
});

test('everybody who waits is admitted or denied with one click; a person who left may ask again', {
  tag: '@main',
}, async ({ browser, school }) => {
  const room = await school.room(closed);
  const boris = await PersonPage.knock(browser, await school.link(room, { username: 'Boris Ivanov' }));
  const gleb = await PersonPage.knock(browser, await school.link(room, { username: 'Gleb' }));
  await gleb.button('Stop waiting').click();
  await expect(gleb.heading('You are no longer waiting')).toBeVisible();
  await gleb.button('Ask again').click();
  await gleb.button('Ask to join').click();
  await expect(gleb.text('Waiting for a moderator to start the meeting')).toBeVisible();
  await expectAccessible(gleb.page);
  // The moderator also gets a notice of people who waited before.
  const anna = await PersonPage.openQuietly(browser, await school.link(room, { role: 'moderator' }));
  await anna.page.setViewportSize({ width: 1440, height: 900 });
  await anna.enter();
  await expect(anna.button('People, 2 waiting')).toBeVisible();
  await expect(anna.text('and 1 other ask to join')).toBeVisible();
  await anna.button('Admit all').click();
  await Promise.all([boris.isIn(), gleb.isIn()]);
  await expect(anna.page.getByRole('heading', { name: /^Waiting/ })).toHaveCount(0);

  await anna.page.setViewportSize({ width: 390, height: 844 });
  const names = ['Vera Kim', 'Dora'];
  const strangers = await Promise.all(
    names.map(async (username) => PersonPage.knock(browser, await school.link(room, { username }))),
  );
  // On the narrowest phone the buttons leave the words their line.
  await anna.page.setViewportSize({ width: 320, height: 568 });
  const words = await anna.text('1 other ask to join').boundingBox();
  const view = await anna.button('View').boundingBox();
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(view?.y ?? 0);
  await anna.page.setViewportSize({ width: 390, height: 844 });
  await anna.button('View').click();
  await expect(anna.page.getByRole('heading', { name: 'Waiting · 2' })).toBeVisible();

  // One message for everybody who waits, which is text whatever it contains.
  const write = anna.button('Message everyone waiting');
  await write.click();
  const field = anna.page.getByRole('dialog').getByRole('textbox', { name: 'Message' });
  await expect(field).toBeFocused();
  await anna.answer('Send');
  await expect(anna.page.getByRole('dialog')).toContainText('Enter a message');
  const markup = 'Starting at 10:05 <b>https://example.org</b>';
  await field.fill(markup);
  await anna.answer('Send');
  for (const { page } of strangers) {
    const region = page.getByRole('status').filter({ hasText: 'Message from a moderator' });
    await expect(region).toContainText(markup);
    await expect(region.getByRole('link')).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
  }
  await expect(anna.text(markup)).toBeVisible();
  const edit = anna.button('Edit message to people waiting');
  await expect(edit).toBeFocused();
  await edit.click();
  await expect(field).toHaveValue(markup);
  await field.fill('Five more minutes');
  await anna.answer('Send');
  for (const stranger of strangers) await expect(stranger.text('Five more minutes')).toBeVisible();
  await anna.button('Remove message to people waiting').click();
  await expect(write).toBeFocused();
  for (const stranger of strangers) {
    await expect(stranger.text('Message from a moderator')).toHaveCount(0);
  }

  await anna.button('Deny all').click();
  await expect(anna.page.getByRole('dialog')).toContainText('Deny 2 people?');
  await anna.answer('Deny');
  for (const stranger of strangers) await expect(stranger.heading('You were not admitted')).toBeVisible();
  await expect(anna.page.getByRole('heading', { name: /^Waiting/ })).toHaveCount(0);
  await Promise.all([anna, boris, gleb, ...strangers].map((person) => person.close()));
});

test('the waiting page is shown if its code arrives between rendering and React’s effects', async ({
  browser,
  school,
}) => {
  const room = await school.room(closed);
  const code = Promise.withResolvers<void>();
  const boris = await PersonPage.openPrepared(browser, await school.link(room), async (page) => {
    await page.addInitScript(() => {
      const { postMessage } = MessagePort.prototype;
      // React runs effects in a message to itself: delay each as on a busy device.
      MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
        setTimeout(() => postMessage.call(this, message), 500);
      };
    });
    await page.route('**/assets/waiting-side*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
  });
  await boris.button('Ask to join').click();
  await expect(boris.button('Ask to join')).toHaveCount(0);
  code.resolve();
  await expect(boris.text('Waiting for a moderator to start the meeting')).toBeVisible();
  await boris.close();
});

test('a person who signs in on the page of a private room enters with their role and name', async ({
  browser,
  school,
}) => {
  const { email, password } = school.lectern.owner;
  const room = await school.room({ isPublic: false, waitingRoomAudience: 'everyone' });
  const owner = await PersonPage.openQuietly(browser, room.url);
  await expect(owner.heading('You can’t open this room')).toBeVisible();
  await owner.page.getByRole('link', { name: 'Sign in' }).click();
  await owner.page.getByLabel('Email').fill(email);
  await owner.page.getByRole('textbox', { name: 'Password' }).fill(password);
  await owner.button('Sign in').click();
  await expect(owner.text('You are a moderator')).toBeVisible();
  expect(new URL(owner.page.url()).pathname).toBe(`/room/${room.alias}`);
  const name = await owner.page.getByLabel('Your name').inputValue();
  expect(name).not.toBe('');
  await owner.enter();
  await expect(owner.tile(name)).toBeVisible();
  await owner.close();
});

test('a role granted during the call takes effect, and is withdrawn', async ({ browser, school }) => {
  const room = await school.room({ type: 'webinar' });
  const at = { spaceId: room.spaceId, roomId: room.id };
  const user = await makeUser(school.lectern, 'promoted');
  await school.client.grantRole({ ...at, body: { targetUserId: user.id, role: 'role_room_user' } });
  const account = { email: user.email, password: 'password of promoted' };
  const boris = await PersonPage.enterQuietly(browser, room.url, account);
  await expect(boris.text('You are watching')).toBeVisible();
  await school.client.grantRole({ ...at, body: { targetUserId: user.id, role: 'role_room_moderator' } });
  await expect(boris.text('You are now a moderator')).toBeVisible();
  await expect(boris.button('Turn on microphone')).toBeVisible();
  await school.client.grantRole({ ...at, body: { targetUserId: user.id, role: 'role_room_user' } });
  await expect(boris.text('You are no longer a moderator')).toBeVisible();
  await expect(boris.text('You are watching')).toBeVisible();
  await boris.close();
});
