import { makeSomebody, openSignedIn } from '../testing/account-page.ts';
import { answer } from '../testing/panel-page.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

test('an owner makes a webinar, an administrator joins by invitation, a guest waits, is admitted and removed', async ({
  browser,
  page,
  school: { lectern },
}) => {
  const owner = page;
  await openSignedIn(owner, await makeSomebody(lectern, 'Olga Lind'), '/groups');
  await owner.getByRole('button', { name: 'New group' }).click();
  await owner.getByLabel('Name').fill('Evening school');
  await answer(owner, 'Create group');
  await expect(owner.getByRole('heading', { name: 'Evening school' })).toBeVisible();

  await owner.getByRole('button', { name: 'New room' }).click();
  await owner.getByLabel('Name').fill('Open lecture');
  await owner.getByRole('radio', { name: /^Webinar/ }).check();
  await expect(owner.getByRole('radio', { name: /^Private/ })).toBeChecked();
  await answer(owner, 'Create room');
  const group = owner.url();

  // Makes a webinar that asks for the phone and lets guests wait.
  await owner.getByRole('link', { name: 'Open lecture', exact: true }).first().click();
  await owner.getByRole('link', { name: 'Settings', exact: true }).click();
  await owner.getByRole('radio', { name: /^Guests/ }).check();
  await owner.getByRole('link', { name: 'Entry form' }).click();
  await owner.getByRole('radiogroup', { name: 'Phone' }).getByText('Required').click();
  await owner.getByRole('button', { name: 'Save' }).click();
  await expect(owner.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();

  await owner.goto(`${group}/people`);
  await owner.getByRole('button', { name: 'Invite' }).click();
  await owner.getByRole('radio', { name: /^Moderator/ }).check();
  await answer(owner, 'Create link');
  const invitation = await owner.getByLabel('Invitation link').inputValue();
  await answer(owner, 'Done');

  // The administrator registers with it, sees the group and enters the room.
  const administrator = await PersonPage.openQuietly(browser, invitation);
  await administrator.page.getByRole('link', { name: 'Create an account' }).click();
  await administrator.page.getByLabel('Your name').fill('Arno Vogel');
  await administrator.page.getByLabel('Email').fill(`arno-${process.pid}@example.org`);
  await administrator.page.getByLabel('Phone').fill('+49 30 123456');
  await administrator.page.getByLabel('Password', { exact: true }).fill('long enough for all');
  await administrator.page.keyboard.press('Enter');
  await expect(administrator.page).toHaveURL(group);
  await administrator.page.getByRole('link', { name: 'Enter Open lecture' }).click();
  await administrator.button('Start the webinar').click();
  await administrator.isIn();

  // The owner creates a link with the guest's email address; only the phone is missing.
  await owner.goto(group);
  await owner.getByRole('link', { name: 'Open lecture', exact: true }).first().click();
  await owner.getByRole('link', { name: 'Links' }).click();
  await owner.getByRole('button', { name: 'Invite' }).click();
  await owner.getByText('One person').click();
  await owner.getByLabel('Name').fill('Greta Hall');
  await answer(owner, 'Create link');
  const link = await owner.getByLabel('Link', { exact: true }).inputValue();
  await answer(owner, 'Done');

  const guest = await PersonPage.openQuietly(browser, link);
  await expect(guest.page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Greta Hall');
  await expect(guest.page.getByRole('textbox', { name: 'Email' })).toHaveCount(0);
  await guest.button('Ask to join').click();
  await expect(guest.page.getByRole('textbox', { name: 'Phone' })).toBeFocused();
  await guest.page.getByRole('textbox', { name: 'Phone' }).fill('+49 30 654321');
  await guest.button('Ask to join').click();
  await expect(guest.text('A moderator will let you in soon')).toBeVisible();

  await administrator.button('Admit Greta Hall').click();
  await guest.isIn();
  await administrator.act('Greta Hall', 'Remove from the call');
  await administrator.answer('Remove');
  const out = guest.heading('You were removed from this call');
  await expect(out).toBeVisible();

  // Neither by the link again nor in another browser.
  await guest.page.goto(link);
  const phone = guest.page.getByRole('textbox', { name: 'Phone' });
  await expect(phone.or(out)).toBeVisible();
  if (await phone.isVisible()) {
    await phone.fill('+49 30 654321');
    await guest.button('Ask to join').click();
  }
  await expect(out).toBeVisible();
  const elsewhere = await PersonPage.openQuietly(browser, link);
  await expect(elsewhere.heading('This link has been used')).toBeVisible();
  await Promise.all([administrator, guest, elsewhere].map((person) => person.close()));
});
