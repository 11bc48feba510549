import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { answer, beSignedIn } from '../testing/panel-page.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, type School, type SchoolRoom, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

const pathOf = ({ spaceId, id: roomId }: SchoolRoom) => ({ spaceId, roomId });

/** The dialog that invites into the room, opened on the room's page. */
async function openInvitation(page: Page, school: School, room: SchoolRoom) {
  await beSignedIn(page.context(), school.lectern.url, school.lectern.owner);
  await page.goto(school.panelOf(room));
  await page.getByRole('button', { name: 'Invite to Algebra' }).click();
  return page.getByRole('dialog');
}

/** `window.print` that counts and remembers what the sheet contained. */
const watchPrinting = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      const sheet = document.body.lastElementChild;
      const codes = sheet?.querySelectorAll('svg').length;
      Object.assign(window, { printed: { text: sheet?.textContent, codes } });
      window.dispatchEvent(new Event('afterprint'));
    };
  });
const printed = (page: Page) =>
  page.evaluate(() => (window as unknown as { printed?: { text: string; codes: number } }).printed);

test('one link lets a class in, each person under a name of their own', async ({ page, school, browser }) => {
  // Two people join a call one after another.
  test.slow();
  const room = await school.room({ isPublic: false, isSelfRenamingAllowed: false });
  await watchPrinting(page);
  const dialog = await openInvitation(page, school, room);
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Class 7B');
  await dialog.getByLabel('Valid for').selectOption('365 days');
  await answer(page, 'Create link');
  const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'QR code' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code: Algebra' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => printed(page)).toMatchObject({ codes: 1 });
  expect((await printed(page))?.text).toContain('Class 7B');
  const links = async () => (await school.client.listAccessLinks(pathOf(room))).items;
  for (const [index, name] of ['Anna', 'Борис'].entries()) {
    const guest = await (await browser.newContext()).newPage();
    await guest.goto(url);
    const field = guest.getByRole('textbox', { name: 'Your name' });
    await expect(field).toHaveValue('');
    await guest.getByRole('button', { name: 'Join' }).click();
    await expect(guest.getByText('Enter your name')).toBeVisible();
    await field.fill(name);
    await guest.getByRole('button', { name: 'Join' }).click();
    // An entry is a person in the call, not one who only pressed Join.
    await expect.poll(links).toMatchObject([{ entriesCount: index + 1 }]);
    await expect(guest.getByRole('button', { name: 'Leave' })).toBeVisible();
    await guest.context().close();
  }
  expect(await links()).toMatchObject([{ username: 'Class 7B', isNameAsked: true, entriesCount: 2 }]);
});

const linesOf = async (download: Download): Promise<string[]> =>
  (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').trimEnd().split('\r\n');

test('a list from Russian Excel becomes links as CSV, and a second import keeps them', async ({
  page,
  school,
}) => {
  const room = await school.room({ isPublic: false });
  await watchPrinting(page);
  const dialog = await openInvitation(page, school, room);
  await dialog.getByText('List', { exact: true }).click();
  // "Имя;Почта" and a wrong address in Windows-1251.
  const head = Buffer.from([0xc8, 0xec, 0xff, 0x3b, 0xcf, 0xee, 0xf7, 0xf2, 0xe0, 0x0d, 0x0a]);
  const anna = Buffer.from([0xc0, 0xed, 0xed, 0xe0]);
  const buffer = Buffer.concat([head, anna, Buffer.from(';anna@example.org\r\n=Boris;boris\r\n')]);
  await dialog.locator('input[type=file]').setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer });
  const people = dialog.getByRole('textbox', { name: 'People' });
  await expect(people).toHaveValue(/^Имя;Почта/);
  await expect(dialog.getByRole('alert')).toContainText('Row 3: Enter a valid email address');
  await answer(page, 'Create 2 links');
  expect((await school.client.listAccessLinks(pathOf(room))).total).toBe(0);
  await people.fill('Имя;Почта\nАнна;anna@example.org\n=Boris;boris@example.org\n');
  await expect(dialog.getByRole('cell', { name: 'Анна', exact: true })).toBeVisible();
  await answer(page, 'Create 2 links');
  await expect(dialog.getByText('2 links created.')).toBeVisible();
  const [first] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const [names, ofAnna, ofBoris] = await linesOf(first);
  expect(names).toBe('name,url,externalUserId,email,phone,role,expiresAt');
  expect(ofAnna).toMatch(/^Анна,http.+accessToken=[^,]+,,anna@example\.org,,user,\d{4}-/);
  expect(ofBoris).toMatch(/^'=Boris,http/);
  await dialog.getByRole('button', { name: 'Print QR cards' }).click();
  await expect.poll(() => printed(page)).toMatchObject({ codes: 2 });

  await answer(page, 'Create another');
  await dialog.getByText('List', { exact: true }).click();
  await people.fill('Имя;Почта\nАнна;anna@example.org\nЗоя;zoe@example.org\n');
  await answer(page, 'Create 2 links');
  await expect(dialog.getByText('1 person already has a valid link')).toBeVisible();
  await answer(page, 'Create 1 link');
  await expect(dialog.getByText('1 link created. 1 kept.')).toBeVisible();
  const { items } = await school.client.listAccessLinks(pathOf(room));
  expect(items.map(({ username }) => username).sort()).toEqual(['=Boris', 'Анна', 'Зоя']);
});

test('a code that was dictated leads to a public room from the start page', async ({
  page,
  school,
  browser,
}) => {
  const room = await school.room({ isPublic: true });
  const dialog = await openInvitation(page, school, room);
  const { code } = await school.client.getRoom(pathOf(room));
  const shown = code.replace(/(...)(?=.)/g, '$1-');
  await expect(dialog.getByText(shown, { exact: true })).toBeVisible();
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${school.lectern.url}/sign-in`);
  await guest.getByRole('link', { name: 'Enter a code' }).click();
  const field = guest.getByLabel('Room link or code');
  await field.fill('kdm-4tz');
  await guest.getByRole('button', { name: 'Open' }).click();
  await expect(guest.getByText('Enter a room link or its code')).toBeVisible();
  await field.fill(shown.toUpperCase().replaceAll('-', ' '));
  await guest.getByRole('button', { name: 'Open' }).click();
  await expect(guest.getByRole('heading', { name: 'Algebra' })).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Join' })).toBeVisible();
  await guest.context().close();
});

test('a person who is alone copies the invitation, in a private room only as a moderator', async ({
  browser,
  school,
}) => {
  const open = await school.room({ isPublic: true });
  const hidden = await school.room({ isPublic: false });
  const { owner, url } = school.lectern;
  const copied = async (person: PersonPage): Promise<string> => {
    await person.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await person.button('Copy invitation').first().click();
    await expect(person.button('Invitation copied').first()).toBeVisible();
    return person.page.evaluate(() => navigator.clipboard.readText());
  };
  const anna = await PersonPage.enterQuietly(browser, await school.link(open));
  const { code } = await school.client.getRoom(pathOf(open));
  expect((await copied(anna)).replaceAll('-', '')).toContain(code);
  const boris = await PersonPage.enterQuietly(browser, await school.link(hidden));
  await expect(boris.text('Nobody else is here yet')).toBeVisible();
  await expect(boris.button('Copy invitation')).toHaveCount(0);
  // A person who presses Leave is gone at once, and the next one is alone.
  await boris.button('Leave').click();
  await expect(boris.heading('You left the call')).toBeVisible();
  const byLink = await PersonPage.enterQuietly(browser, await school.link(hidden, { role: 'moderator' }));
  expect(await copied(byLink)).toContain('accessToken=');
  await byLink.button('Leave').click();
  await byLink.page.getByRole('menuitem', { name: 'Leave the call' }).click();
  await expect(byLink.heading('You left the call')).toBeVisible();
  const teacher = await PersonPage.enterQuietly(browser, `${url}/room/${hidden.alias}`, owner);
  const invitation = await copied(teacher);
  expect(invitation).toContain('accessToken=');
  const { items } = await school.client.listAccessLinks(pathOf(hidden));
  expect(items.filter(({ isNameAsked }) => isNameAsked)).toHaveLength(1);
  await Promise.all([anna, boris, byLink, teacher].map((person) => person.close()));
});
