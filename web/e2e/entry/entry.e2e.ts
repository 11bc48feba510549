import { expectAccessible } from '../testing/account-page.ts';
import { keepDevicesOff, PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

const email = {
  slug: 'email',
  type: 'email',
  title: 'admin.classrooms.email',
  enabled: true,
  required: true,
} as const;
const phone = {
  slug: 'phone',
  type: 'phone',
  title: 'admin.classrooms.phone',
  enabled: true,
  required: false,
  description: 'For a text message before the lesson.',
} as const;

test('a link shows the name, the room, and the camera; the keyboard reaches everything; devices that are off stay off', {
  tag: '@main',
}, async ({ page, school }) => {
  const room = await school.room({ name: 'Linear algebra' });
  await page.goto(await school.link(room));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Linear algebra');
  await expect(page.getByLabel('Your name')).toHaveValue('Anna Petrova');
  await expect(page.getByLabel('Email')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  await expect(page).toHaveTitle('Linear algebra · Lectern');

  const picture = page.getByLabel('Your camera picture');
  await expect.poll(() => picture.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
  for (const device of ['Microphone', 'Camera']) {
    await expect(page.getByRole('combobox', { name: device, exact: true })).toBeVisible();
  }
  const meter = page.getByRole('meter', { name: 'Microphone level' });
  await page.keyboard.press('Tab');
  await expect.poll(() => meter.evaluate((element: HTMLMeterElement) => element.value)).toBeGreaterThan(0);

  await test.step('a public room opens by its address, and Enter joins', async () => {
    const { url } = await school.room();
    await page.goto(url);
    await expect(picture).toBeVisible();
    const reached: string[] = [];
    for (let step = 0; step < 16; step += 1) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''));
      if (await page.getByLabel('Your name').evaluate((element) => element === document.activeElement)) break;
    }
    expect(reached).toContain('Turn off microphone');
    expect(reached).toContain('Turn off camera');
    expect(reached).toContain('Camera');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter your name')).toBeVisible();
  });

  await test.step('devices that were switched off stay off', async () => {
    await page.getByRole('button', { name: 'Turn off camera' }).click();
    await expect(page.getByText('Camera is off')).toBeVisible();
    await page.getByRole('button', { name: 'Turn off microphone' }).click();
    await expect(page.getByRole('meter')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Turn on camera' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn on microphone' })).toBeVisible();
  });
});

test('the token leaves the address at once; only fields that the link does not answer are asked', {
  tag: '@main',
}, async ({ page, school }) => {
  await keepDevicesOff(page);
  const hidden = await school.room({ isPublic: false });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.headers().referer ?? ''));
  // As it is copied out of HTML.
  await page.goto(`${(await school.link(hidden)).replace('&', '&amp;')}&utm_source=mail`);
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  expect(page.url()).toBe(`${hidden.url}?utm_source=mail`);
  expect(asked.join()).not.toContain('accessToken');
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('Anna Petrova');
  expect(page.url()).toBe(`${hidden.url}?utm_source=mail`);

  await test.step('faults are shown at their fields', async () => {
    const room = await school.room({ joinSettingsFields: [email, phone] });
    await page.goto(await school.link(room, { phone: '+44 20 7946 0000' }));
    const field = page.getByLabel('Email');
    await expect(field).toBeVisible();
    await expect(page.getByLabel('Phone', { exact: true })).toHaveCount(0);

    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByText('Enter your email address')).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');

    await field.fill('anna@');
    await expect(page.getByText('Enter a valid email address')).toBeVisible();

    // Valid for the page and not for the server, whose fault is shown at the field too.
    await field.fill('anna@home..example');
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByText('Enter a valid email address')).toBeVisible();
    await field.fill('anna@example.org');
    await expect(page.getByText('Enter a valid email address')).toHaveCount(0);
  });

  await test.step('an optional field says so, with its helper text', async () => {
    await page.goto((await school.room({ joinSettingsFields: [phone] })).url);
    await expect(page.getByLabel('Phone (optional)', { exact: true })).toBeVisible();
    await expect(page.getByText('For a text message before the lesson.')).toBeVisible();
  });

  await test.step('a fixed name is shown and not asked', async () => {
    await page.goto(await school.link(await school.room({ isSelfRenamingAllowed: false })));
    await expect(page.getByText('You are joining as')).toBeVisible();
    await expect(page.getByText('Anna Petrova')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  });
});

test('a browser without storage keeps its link over a reload', async ({ page, school }) => {
  const room = await school.room({ isPublic: false });
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  });
  await page.goto(await school.link(room));
  const idOf = () => page.evaluate(() => window.history.state.lectern.clientUniqueId as string);
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  const before = await idOf();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  expect(await idOf()).toBe(before);
});

test('a viewer of a webinar is asked for no device', async ({ page, school }) => {
  const room = await school.room({ type: 'webinar', name: 'Open day' });
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const original = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (constraints) => {
      document.documentElement.dataset.asked = 'yes';
      return original(constraints);
    };
  });
  await page.goto(await school.link(room));
  await expect(page.getByRole('heading', { name: 'You will watch and listen' })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-asked', 'yes');
  await page.setViewportSize({ width: 844, height: 390 });
  const card = page.getByRole('region', { name: 'You will watch and listen' });
  const overflow = await card.evaluate(({ firstElementChild: tile }) =>
    tile ? tile.scrollHeight - tile.clientHeight : undefined,
  );
  expect(overflow).toBeLessThanOrEqual(0);

  // A phone held sideways has no room for the role.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(await school.link(room, { role: 'moderator' }));
  await expect(page.getByRole('button', { name: 'Start the webinar' })).toBeVisible();
  await expect(page.getByText('You are a moderator')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
});

const textsOf = (language: 'en' | 'ru') => `**/assets/${language}-*.js`;

test('the language can be changed and is remembered; only its texts are downloaded, and a failed download can be repeated', async ({
  page,
  school,
}) => {
  const room = await school.room();
  await keepDevicesOff(page);
  const downloaded: string[] = [];
  page.on('request', (request) => downloaded.push(request.url()));
  await page.route(textsOf('en'), (route) => route.abort());
  await page.goto(room.url);
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded.');
  await expect(page.getByRole('alert')).toContainText('Не удалось загрузить страницу.');
  await page.unroute(textsOf('en'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  expect(downloaded.filter((url) => /\/assets\/ru-/.test(url))).toEqual([]);

  // The page keeps its language if the texts of the other one cannot be downloaded.
  await page.route(textsOf('ru'), (route) => route.abort());
  const choice = page.getByRole('combobox', { name: 'Language' });
  await choice.selectOption('Русский');
  await expect(
    page.getByRole('alert').filter({ hasText: 'The language could not be changed.' }),
  ).toBeVisible();
  await expect(choice).toHaveValue('en');
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  await page.unroute(textsOf('ru'));
  await choice.selectOption('Русский');
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Язык' }).selectOption('English');
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('a phone shows everything without horizontal scrolling', { tag: '@main' }, async ({
  browser,
  school,
}) => {
  const room = await school.room({ name: 'Неевклидова геометрия и её приложения, занятие 12' });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(await school.link(room));
  await expect(page.getByRole('button', { name: 'Join' })).toBeInViewport();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  for (const button of await page.getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await context.close();
});

/** Runs in the page: its window is seen down to a height in pixels, as above a phone's keyboard. */
function coverBelow(height: number): void {
  Object.defineProperty(window.visualViewport, 'height', { configurable: true, value: height });
  window.visualViewport?.dispatchEvent(new Event('resize'));
}

test('name and Join stay in view with five fields; on a phone one button opens the devices', {
  tag: '@main',
}, async ({ browser, school }) => {
  const question = { type: 'string', enabled: true, required: true } as const;
  const room = await school.room({
    joinSettingsFields: [email, phone],
    joinSettingsCustomFields: [
      { ...question, id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', title: 'Class', order: 0 },
      { ...question, id: '0b9619ff-8b86-4d01-b42d-00cf4fc964ff', title: 'School', order: 1 },
    ],
  });
  const context = await browser.newContext({ viewport: { width: 320, height: 568 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(await school.link(room));
  const join = page.getByRole('button', { name: 'Join' });
  await expect(join).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Your name')).toBeInViewport({ ratio: 1 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);

  await test.step('a keyboard covers half of the page', async () => {
    await page.evaluate(coverBelow, 300);
    await page.getByLabel('Your name').evaluate((field) => field.scrollIntoView());
    for (const label of ['Your name', 'Email', 'School']) {
      const field = page.getByLabel(label);
      await field.focus();
      // Not behind the button, which a click would reach.
      await field.click();
      const { y = 0, height = 0 } = (await join.boundingBox()) ?? {};
      expect(y + height).toBeLessThanOrEqual(300);
    }
    await page.evaluate(coverBelow, 568);
  });

  await page.getByRole('button', { name: 'Devices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Devices' });
  await expect(dialog.getByLabel('Your camera picture')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Microphone', exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Test speaker' })).toBeVisible();
  await expectAccessible(page, ['phone']);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Devices' })).toBeFocused();

  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [1280, 720],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(join).toBeInViewport({ ratio: 1 });
    if (height > 400) await expect(page.getByLabel('Your name')).toBeInViewport({ ratio: 1 });
  }
  await context.close();
});

test('one press enters without devices; the next entry begins with them again', async ({ page, school }) => {
  const room = await school.room();
  await page.goto(await school.link(room));
  await page.getByRole('button', { name: 'Without camera and microphone' }).click();
  await expect(page.getByRole('button', { name: 'Turn on microphone' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on camera' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join' })).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Check devices first' }).click();
  await expect(page.getByRole('button', { name: 'Turn off camera' })).toBeVisible();
});

test('the entry page says who is in the call', async ({ browser, page, school }) => {
  const room = await school.room();
  await keepDevicesOff(page);
  await page.goto(await school.link(room));
  await expect(page.getByText('Nobody is in the call yet.')).toBeVisible();
  const boris = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Boris Ivanov' }));
  await page.reload();
  await expect(page.getByText('In the call: Boris Ivanov')).toBeVisible();
  const stranger = await PersonPage.openQuietly(browser, room.url);
  await expect(stranger.text('1 person is in the call.')).toBeVisible();
  await Promise.all([boris, stranger].map((person) => person.close()));
});

test('the entry page names what the room has turned off', async ({ page, school }) => {
  const room = await school.room({ isCameraPublishingAllowed: false, isScreensharingAllowed: false });
  await page.goto(await school.link(room));
  const about = page.getByText('You can speak. Cameras are off in this room.');
  await expect(about).toHaveText(/Screen sharing is off\./);
  const quiet = await school.room({ isCameraPublishingAllowed: false, isMicrophonePublishingAllowed: false });
  await page.goto(await school.link(quiet));
  await expect(page.getByText('Microphones and cameras are off in this room.')).toBeVisible();
});

test('on a small phone the name and Join are in view, whatever the page says about the room', async ({
  browser,
  school,
}) => {
  const name = 'Алгебра и начала анализа, 10 класс «Б»';
  const hour = 3_600_000;
  const off = {
    ...{ isMicrophonePublishingAllowed: false, isCameraPublishingAllowed: false },
    ...{ isScreensharingAllowed: false, isChatAllowed: false },
  };
  const context = await browser.newContext({ locale: 'ru-RU', hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  });
  for (const [what, wishes] of Object.entries({
    'a room that opens later': { opensAt: new Date(Date.now() + 26 * hour).toISOString() },
    'a call that will be recorded': { isAutoRecordingAllowed: true },
    'a room where everything is off': off,
  })) {
    await test.step(what, async () => {
      const room = await school.room({ name, ...wishes });
      const teacher = 'opensAt' in wishes ? undefined : await school.person(room, 'Anna Petrova');
      await page.goto(await school.link(room));
      const field = page.getByLabel('Ваше имя');
      const join = page.getByRole('button', { name: 'Войти' });
      for (const [width, height] of [
        [320, 568],
        [568, 320],
        [844, 390],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect(join).toBeInViewport({ ratio: 1 });
        const [above, below] = await Promise.all([field.boundingBox(), join.boundingBox()]);
        expect((above?.y ?? 999) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
      }
      await teacher?.leave();
    });
  }
  await context.close();
});
