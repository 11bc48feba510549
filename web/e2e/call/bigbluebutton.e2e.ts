import type { Browser } from '@playwright/test';
import { BbbMeeting } from '../testing/bbb-meeting.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 32"><rect width="96" height="32" fill="#fff"/></svg>';

const parameters = {
  name: 'Algebra',
  welcome:
    'Welcome to <b>%%CONFNAME%%</b>!<br>Read the <a href="https://school.example.org/rules">rules</a>.',
  moderatorOnlyMessage: 'The key is in room <i>%%CONFNUM%%</i>. <script>alert(1)</script>',
  voiceBridge: '71234',
  bannerText: 'Exam week: no recordings',
  bannerColor: '#ffd54a',
  logo: 'https://school.example.org/logo.svg',
  logoutURL: 'https://school.example.org/out',
  loginURL: 'https://school.example.org/join',
  duration: '5',
  disabledFeatures: 'polls,userReactions,chat,virtualBackgrounds',
};

/** Opens an address of the API and enters, with the buttons of the person's language. */
async function enter(
  browser: Browser,
  url: string,
  { width = 1440, join = 'Join', leave = 'Leave' } = {},
): Promise<PersonPage> {
  const person = await PersonPage.openQuietly(browser, url);
  await person.page.route('**/bbb-logo/**', (route) =>
    route.fulfill({ body: logo, contentType: 'image/svg+xml' }),
  );
  await person.page.route('https://school.example.org/**', (route) => route.fulfill({ body: 'school' }));
  await person.page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  await person.button(join).click();
  await expect(person.button(leave)).toBeVisible();
  return person;
}

const inRussian = { width: 390, join: 'Войти', leave: 'Выйти' };

test('a meeting of BigBlueButton greets, warns before its end, and sends each person to their own address', async ({
  browser,
  school,
}, info) => {
  const meeting = await BbbMeeting.create(school, parameters);
  const anna = await enter(browser, await meeting.join('Anna', 'MODERATOR'));
  const boris = await enter(
    browser,
    await meeting.join('Борис', 'VIEWER', {
      'userdata-bbb_override_default_locale': 'ru-RU',
      logoutURL: 'https://school.example.org/boris',
    }),
    inRussian,
  );
  const clara = await enter(browser, await meeting.join('Clara', 'VIEWER'));

  for (const { page } of [anna, clara]) {
    const message = page.getByRole('region', { name: 'Message of the meeting' });
    await expect(message).toContainText('Welcome to Algebra!');
    await expect(message.getByRole('link', { name: 'rules' })).toHaveAttribute(
      'href',
      'https://school.example.org/rules',
    );
    await expect(page.getByText('Exam week: no recordings')).toBeVisible();
    await expect(page.getByText(/This meeting ends in [345] minutes/)).toBeVisible();
  }
  await expect(anna.page.getByText('The key is in room 71234.')).toBeVisible();
  await expect(clara.page.getByText('The key is in room')).toHaveCount(0);
  await expect(boris.page.getByText(/Встреча закончится через [345] минут/)).toBeVisible();
  for (const [name, { page }] of Object.entries({ anna, boris, clara }))
    await page.screenshot({ path: info.outputPath(`${name}.png`) });

  await anna.button('Chat').click();
  await expect(anna.page.getByText('The chat is off. You can only read it.')).toBeVisible();
  await meeting.sendChatMessage('Ten minutes left', 'Bell');
  await expect(anna.page.getByText('Ten minutes left', { exact: true })).toBeVisible();
  await anna.page.screenshot({ path: info.outputPath('chat.png') });
  await expect(anna.button('Polls')).toHaveCount(0);

  await anna.button('Choose camera').click();
  await expect(anna.page.getByRole('menu')).toBeVisible();
  await expect(anna.page.getByText('Background')).toHaveCount(0);
  await anna.page.keyboard.press('Escape');

  await anna.button('Close message').click();
  await expect(anna.page.getByText('The key is in room')).toHaveCount(0);
  for (const [person, label, address] of [
    [boris, 'Выйти', 'https://school.example.org/boris'],
    [clara, 'Leave', 'https://school.example.org/out'],
  ] as const) {
    await person.button(label).click();
    await person.page.waitForURL(address);
  }
});

test('viewers of a meeting do not see each other, but hidden people count', async ({ browser, school }) => {
  const meeting = await BbbMeeting.create(school, { lockSettingsHideUserList: 'true' });
  const anna = await enter(browser, await meeting.join('Anna', 'MODERATOR'));
  const russian = { 'userdata-bbb_override_default_locale': 'ru-RU' };
  const boris = await enter(browser, await meeting.join('Борис', 'VIEWER', russian), inRussian);
  const clara = await enter(browser, await meeting.join('Clara', 'VIEWER'));

  // Viewers see the moderator alone; the moderator sees both.
  await expect(anna.tile('Борис')).toBeVisible();
  await expect(clara.tile('Anna')).toBeVisible();
  await expect(clara.tile('Борис')).toHaveCount(0);
  await clara.button(/^People/).click();
  const panel = clara.page.getByRole('complementary', { name: 'People' });
  await expect(panel.getByText('Anna')).toBeVisible();
  await expect(panel.getByText('Борис')).toHaveCount(0);

  // Hands of hidden people count, so that the place in line is true.
  await boris.button('Поднять руку').click();
  await expect(anna.text('Борис raised a hand')).toBeVisible();
  await clara.button(/^Raise hand/).click();
  await expect(clara.page.getByText('Number 2 in line').first()).toBeAttached();
  await boris
    .button(/^Опустить руку/)
    .first()
    .click();
  await expect(clara.page.getByText('You are next').first()).toBeAttached();

  const dana = await PersonPage.openQuietly(browser, await meeting.join('Dana', 'VIEWER'));
  await expect(dana.page.getByText('3 people are in the call')).toBeVisible();
  await expect(dana.page.getByText('Anna')).toHaveCount(0);
});
