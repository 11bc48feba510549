import { expectStatesSeen } from '../testing/forced-colors.ts';
import { PersonPage } from '../testing/person-page.ts';
import { saveChat } from '../testing/saved-chat.ts';
import { expect, test } from '../testing/school.ts';

const field = (person: PersonPage, name: string) =>
  person.page.getByRole('textbox', { name: `Message ${name}` });
const said = (person: PersonPage) =>
  person.page.getByRole('list', { name: 'Messages' }).getByRole('article').locator('p');

const conversations = (person: PersonPage) => person.page.getByRole('group', { name: 'Conversations' });

async function choose(person: PersonPage, name: RegExp): Promise<void> {
  await conversations(person).getByRole('button', { name }).click();
}

test('a moderator and a participant exchange direct messages, and nobody else sees them; participants write only to moderators', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const anna = await PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' }));
  const boris = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Boris Ivanov' }));
  const vera = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Vera Kim' }));
  await anna.act('Boris Ivanov', 'Message privately');
  await expect(anna.text('Only the two of you can see this')).toBeVisible();
  await field(anna, 'Boris Ivanov').fill('Can you hear me well?');
  await field(anna, 'Boris Ivanov').press('Enter');
  await expect(boris.button('Chat, 1 unread')).toBeVisible();
  const notice = boris.text('Anna Petrova (private): Can you hear me well?');
  await expect(notice).toBeVisible();
  await boris.button('Chat, 1 unread').click();
  await expect(boris.text('No messages yet')).toBeVisible();
  const unread = conversations(boris).getByRole('button', { name: /^Anna Petrova.*1 unread message$/ });
  await expect(unread).toBeVisible();
  await boris.button('Reply').click();
  await expect(said(boris)).toHaveText(['Can you hear me well?']);
  await expect(notice).toHaveCount(0);
  await expect(field(boris, 'Anna Petrova')).toBeFocused();
  await expect(boris.button('Chat')).toBeVisible();
  await expectStatesSeen(boris.page);
  await field(boris, 'Anna Petrova').fill('Yes, thank you');
  await field(boris, 'Anna Petrova').press('Enter');
  await expect(said(anna)).toHaveText(['Can you hear me well?', 'Yes, thank you']);
  await vera.page.getByRole('button', { name: /^Chat/ }).click();
  await expect(vera.text('No messages yet')).toBeVisible();
  await expect(conversations(vera)).toHaveCount(0);
  await choose(anna, /^Everyone/);
  await field(anna, 'everyone').fill('Hello all');
  await field(anna, 'everyone').press('Enter');
  await expect(said(vera)).toHaveText(['Hello all']);
  await expect(boris.button('Chat, 1 unread')).toBeVisible();
  await test.step('a phone shows the notice over the stage, and Reply opens the conversation', async () => {
    await boris.page.setViewportSize({ width: 390, height: 844 });
    const panel = boris.page.getByRole('complementary', { name: 'Chat' });
    await panel.getByRole('button', { name: 'Close' }).click();
    await choose(anna, /^Boris Ivanov/);
    await field(anna, 'Boris Ivanov').fill('Please stay');
    await field(anna, 'Boris Ivanov').press('Enter');
    await expect(boris.text('Anna Petrova (private): Please stay')).toBeVisible();
    await boris.button('Reply').click();
    await expect(said(boris)).toHaveText(['Can you hear me well?', 'Yes, thank you', 'Please stay']);
    await expect(field(boris, 'Anna Petrova')).toBeFocused();
    await expect(conversations(boris).getByRole('button', { name: /^Everyone/ })).toBeInViewport();
    await choose(anna, /^Everyone/);
    await boris.page.setViewportSize({ width: 1440, height: 900 });
  });
  await boris.page.reload();
  await boris.enter();
  await boris.page.getByRole('button', { name: /^Chat/ }).click();
  await choose(boris, /^Anna Petrova/);
  await expect(said(boris)).toHaveText(['Can you hear me well?', 'Yes, thank you', 'Please stay']);

  await test.step('a saved chat has no private messages, and a saved private conversation only its own', async () => {
    const everybody = await saveChat(anna.page);
    expect(everybody.text).toContain('Hello all');
    expect(everybody.text).not.toContain('Please stay');
    const own = await saveChat(boris.page, 'Save this conversation');
    expect(own.name).toMatch(/^Algebra private chat with Anna Petrova /);
    expect(own.text).toContain('Please stay');
    expect(own.text).not.toContain('Hello all');
  });

  await test.step('a person writes to the author of a message; participants only to moderators', async () => {
    await choose(boris, /^Everyone/);
    await field(anna, 'everyone').fill('Any questions?');
    await field(anna, 'everyone').press('Enter');
    await expect(said(boris)).toHaveText(['Hello all', 'Any questions?']);
    await field(boris, 'everyone').fill('Yes');
    await field(boris, 'everyone').press('Enter');
    await expect(said(vera)).toHaveText(['Hello all', 'Any questions?', 'Yes']);
    const openMenu = async (person: PersonPage, text: string): Promise<void> => {
      const message = person.page.getByRole('article').filter({ hasText: text });
      await message.hover();
      await message.getByRole('button', { name: /^More actions for/ }).click();
      await expect(person.page.getByRole('menuitem', { name: 'Copy text' })).toBeVisible();
    };
    await openMenu(vera, 'Yes');
    await expect(vera.page.getByRole('menuitem', { name: 'Message privately' })).toHaveCount(0);
    await vera.page.keyboard.press('Escape');
    await openMenu(boris, 'Any questions?');
    await boris.page.getByRole('menuitem', { name: 'Message privately' }).click();
    await field(boris, 'Anna Petrova').fill('About the homework');
    await field(boris, 'Anna Petrova').press('Enter');
    await choose(anna, /Boris Ivanov/);
    await expect(said(anna)).toHaveText([
      'Can you hear me well?',
      'Yes, thank you',
      'Please stay',
      'About the homework',
    ]);
    await vera.page.getByRole('tab', { name: /^People/ }).click();
    await expect(vera.button('More actions for Anna Petrova')).toBeVisible();
    await vera.button('More actions for Boris Ivanov').click();
    await expect(vera.page.getByRole('menuitem', { name: 'Pin Boris Ivanov' })).toBeVisible();
    await expect(vera.page.getByRole('menuitem', { name: 'Message privately' })).toHaveCount(0);
  });
  await Promise.all([anna, boris, vera].map((person) => person.close()));
});

test('text that is written while a private conversation opens goes to nobody else; a failure keeps it', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const anna = await PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' }));
  const boris = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Boris Ivanov' }));
  let opened = Promise.withResolvers<'continue' | 'abort'>();
  await anna.page.route('**/v1/channels/create-direct', async (route) => {
    const how = await opened.promise;
    opened = Promise.withResolvers();
    await (how === 'abort' ? route.abort() : route.continue());
  });
  await anna.act('Boris Ivanov', 'Message privately');
  await expect(anna.text('Opening the conversation with Boris Ivanov…')).toBeVisible();
  await expect(field(anna, 'everyone')).toHaveCount(0);
  await field(anna, 'Boris Ivanov').fill('Your mark is a two.');
  opened.resolve('abort');
  await expect(anna.text('The conversation with Boris Ivanov could not be opened.')).toBeVisible();
  await expect(anna.button('Send')).toBeDisabled();
  await anna.button('Try again').click();
  await field(anna, 'Boris Ivanov').press('Enter');
  await expect(anna.text('Your message is sent as soon as the conversation is open.')).toBeVisible();
  opened.resolve('continue');
  await expect(said(anna)).toHaveText(['Your mark is a two.']);
  await expect(field(anna, 'Boris Ivanov')).toBeFocused();
  // A message that follows the opening at once is new, too.
  await expect(boris.text('Anna Petrova (private): Your mark is a two.')).toBeVisible();
  await boris.button('Chat, 1 unread').click();
  await expect(boris.text('No messages yet')).toBeVisible();
  await choose(boris, /^Anna Petrova/);
  await expect(said(boris)).toHaveText(['Your mark is a two.']);
  await Promise.all([anna.close(), boris.close()]);
});
