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
  duration: '4',
  disabledFeatures: 'polls,userReactions,chat,virtualBackgrounds',
  lockSettingsHideUserList: 'true',
};

test('a meeting of BigBlueButton greets, warns before its end, hides viewers, and sends each person to their own address', async ({
  browser,
  school,
}, info) => {
  const meeting = await BbbMeeting.create(school, parameters);
  const enter = async (
    url: string,
    width: number,
    [join, leave]: [string, string] = ['Join', 'Leave'],
  ): Promise<PersonPage> => {
    const person = await PersonPage.openQuietly(browser, url);
    await person.page.route('**/bbb-logo/**', (route) =>
      route.fulfill({ body: logo, contentType: 'image/svg+xml' }),
    );
    await person.page.route('https://school.example.org/**', (route) => route.fulfill({ body: 'school' }));
    await person.page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await person.button(join).click();
    await expect(person.button(leave)).toBeVisible();
    return person;
  };
  const anna = await enter(await meeting.join('Anna', 'MODERATOR'), 1440);
  const boris = await enter(
    await meeting.join('Борис', 'VIEWER', {
      'userdata-bbb_override_default_locale': 'ru-RU',
      logoutURL: 'https://school.example.org/boris',
    }),
    390,
    ['Войти', 'Выйти'],
  );
  const clara = await enter(await meeting.join('Clara', 'VIEWER'), 1440);

  for (const { page } of [anna, clara]) {
    const message = page.getByRole('region', { name: 'Message of the meeting' });
    await expect(message).toContainText('Welcome to Algebra!');
    await expect(message.getByRole('link', { name: 'rules' })).toHaveAttribute(
      'href',
      'https://school.example.org/rules',
    );
    await expect(page.getByText('Exam week: no recordings')).toBeVisible();
    await expect(page.getByText(/This meeting ends in [34] minutes/)).toBeVisible();
  }
  await expect(anna.page.getByText('The key is in room 71234.')).toBeVisible();
  await expect(clara.page.getByText('The key is in room')).toHaveCount(0);
  await expect(boris.page.getByText(/Встреча закончится через [34] минуты/)).toBeVisible();
  for (const [name, { page }] of Object.entries({ anna, boris, clara }))
    await page.screenshot({ path: info.outputPath(`${name}.png`) });

  // Viewers see the moderator alone; the moderator sees both.
  await expect(anna.tile('Борис')).toBeVisible();
  await expect(clara.tile('Anna')).toBeVisible();
  await expect(clara.tile('Борис')).toHaveCount(0);

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
