import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../testing/account-page.ts';
import { beSignedIn } from '../testing/panel-page.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

const noHost = 'Waiting for a moderator to start the meeting';
const inFuture = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** Opens the room and joins, with camera and microphone off. */
async function arrive(browser: Parameters<typeof PersonPage.knock>[0], link: string) {
  const person = await PersonPage.openQuietly(browser, link);
  await person.button('Join').click();
  return person;
}

test('pupils wait for the teacher, and all are in when the teacher comes', async ({ browser, school }) => {
  const question = { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', type: 'string', title: 'Class' } as const;
  const room = await school.room({
    opensWith: 'moderator',
    isMutedOnEntry: true,
    joinSettingsCustomFields: [{ ...question, enabled: true, required: true, order: 0 }],
  });
  const boris = await PersonPage.openQuietly(browser, await school.link(room, { username: 'Boris' }));
  await expect(boris.text('You will join muted')).toBeVisible();
  await boris.button('Turn on microphone').click();
  await boris.page.getByRole('textbox', { name: 'Class' }).fill('7b');
  await boris.button('Join').click();
  await expect(boris.text(noHost)).toBeVisible();
  const fields = { [question.id]: '7b' };
  const vera = await PersonPage.openQuietly(browser, await school.link(room, { username: 'Vera', fields }));
  await vera.button('Join').click();
  await expect(vera.text(noHost)).toBeVisible();

  // The form asks the teacher for nothing.
  const anna = await PersonPage.openQuietly(
    browser,
    await school.link(room, { username: 'Anna', role: 'moderator' }),
  );
  await expect(anna.page.getByRole('textbox', { name: 'Class' })).toHaveCount(0);
  await expect(anna.text('You will join muted')).toHaveCount(0);
  await anna.enter();
  await Promise.all([boris.isIn(), vera.isIn()]);
  await expect(anna.tile('Boris')).toBeVisible();
  await expect(anna.tile('Vera')).toBeVisible();
  await expect(anna.text('asks to join')).toHaveCount(0);
  // The microphone that was on in the preview is off, and stays on when it is turned on.
  await boris.button('Turn on microphone').click();
  await expect(boris.button('Turn off microphone')).toBeVisible();
  await expect(boris.text('turned off your microphone')).toHaveCount(0);
  await Promise.all([anna, boris, vera].map((person) => person.close()));
});

test('people who come early see when the room opens, and are let in then', async ({ browser, school }) => {
  const times = { opensAt: inFuture(3600), closesAt: inFuture(7200) };
  const room = await school.room({ ...times, isMutedOnEntry: true });
  const boris = await arrive(browser, await school.link(room, { username: 'Boris' }));
  await expect(boris.page.getByRole('timer', { name: 'Opens in' })).toBeVisible();
  await expect(boris.text('Your time zone')).toBeVisible();
  await expect(boris.text('The room is not open yet')).toBeVisible();
  await expectAccessible(boris.page);
  const download = boris.page.waitForEvent('download');
  await boris.button('Add to calendar').click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('SUMMARY:Algebra');
  expect(file).not.toContain('accessToken');
  expect(file).toMatch(/DTSTART:\d{8}T\d{6}Z[\s\S]*DTEND:\d{8}T\d{6}Z/);

  await school.client.updateRoom({
    ...{ spaceId: room.spaceId, roomId: room.id },
    body: { opensAt: inFuture(6) },
  });
  await expect(boris.text('Opening now').or(boris.button('Leave').last())).toBeVisible();
  await boris.isIn();
  await boris.close();
});

test('a moderator lets somebody in before the opening; nobody new enters after the closing', async ({
  browser,
  school,
}) => {
  const room = await school.room({ opensAt: inFuture(3600) });
  const at = { spaceId: room.spaceId, roomId: room.id };
  const anna = await PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' }));
  const boris = await arrive(browser, await school.link(room, { username: 'Boris' }));
  await anna.button('Admit Boris').click();
  await boris.isIn();
  await school.client.updateRoom({ ...at, body: { opensAt: null, closesAt: inFuture(0) } });
  const vera = await PersonPage.openQuietly(browser, await school.link(room, { username: 'Vera' }));
  await expect(vera.page.getByRole('heading', { name: /^Entry closed (at|on) / })).toBeVisible();
  await expectAccessible(vera.page);
  // The server knows that she was not in the call.
  await vera.button('Return to the call').click();
  await vera.button('Join').click();
  await expect(vera.heading('Entry has closed')).toBeVisible();
  await boris.page.reload();
  await boris.button('Check devices first').click();
  await boris.button('Return to the call').click();
  await boris.enter();
  await Promise.all([anna, boris, vera].map((person) => person.close()));
});

test('the settings of a room say when it opens; a new room waits for a moderator', async ({
  page,
  school,
}) => {
  const room = await school.room();
  const at = { spaceId: room.spaceId, roomId: room.id };
  await beSignedIn(page.context(), school.lectern.url, school.lectern.owner);
  await page.goto(school.panelOf(room, 'general'));
  await page.getByRole('radio', { name: /^A moderator starts/ }).check();
  await page.getByLabel('Opens', { exact: true }).fill('2030-05-06T10:30');
  await page.getByLabel('Closes for new people').fill('2030-05-06T10:30');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a time after the opening')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Closes for new people').fill('2030-05-06T11:15');
  await page.getByRole('link', { name: 'Permissions' }).click();
  await page.getByRole('switch', { name: /^Mute on entry/ }).check({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();
  const saved = await school.client.getRoom(at);
  expect(saved).toMatchObject({ opensWith: 'moderator', isMutedOnEntry: true });
  expect(Date.parse(saved.closesAt ?? '') - Date.parse(saved.opensAt ?? '')).toBe(45 * 60_000);

  await page.goto(`${school.lectern.url}/groups/${room.spaceId}`);
  await page.getByRole('button', { name: 'New room' }).click();
  await expect(page.getByRole('switch', { name: 'Wait for a moderator' })).toBeChecked();
  await page.getByLabel('Name').fill('Chemistry');
  await page.getByRole('button', { name: 'Create room' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const { items } = await school.client.listRooms({ spaceId: room.spaceId });
  expect(items.find(({ name }) => name === 'Chemistry')?.opensWith).toBe('moderator');
});
