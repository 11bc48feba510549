import { patient } from '../../../server/testing/patience.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { keepDevicesOff, PersonPage } from '../testing/person-page.ts';
import { expect, type School, test } from '../testing/school.ts';
import { atEachWidth } from '../testing/widths.ts';

test.describe.configure({ mode: 'parallel' });

test('a used link says so in another browser, before and after Join, and opens again once it is released', async ({
  browser,
  school,
}) => {
  const room = await school.room({ isPublic: false });
  const link = await school.link(room);
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const [mine, other] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!mine || !other) throw new Error('no pages');
  for (const page of [mine, other]) await keepDevicesOff(page);
  const linkInto = async ({ spaceId, id: roomId }: typeof room) =>
    (await school.client.listAccessLinks({ spaceId, roomId })).items[0];
  const join = async (to = room) => {
    const entered = mine.waitForResponse((answer) => answer.url().endsWith('/participants'));
    await mine.getByRole('button', { name: 'Join' }).click();
    expect((await entered).status()).toBe(201);
    // The link is bound when the media is connected.
    await expect.poll(async () => (await linkInto(to))?.isBound).toBe(true);
  };
  // Two people may open a link; once one is in the call, the other sees that it is used.
  for (const page of [mine, other]) {
    await page.goto(link);
    await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  }
  await join();
  await other.getByRole('button', { name: 'Join' }).click();
  await expect(other.getByRole('heading', { name: 'This link has been used' })).toBeVisible();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This link has been used' })).toBeFocused();
  await expect(other.getByRole('button', { name: 'Join as a guest' })).toHaveCount(0);
  expect(other.url()).toBe(room.url);
  await mine.goto(link);
  await expect(mine.getByRole('button', { name: 'Join' })).toBeVisible();

  // The page continues when the link is freed for another device.
  const linkId = (await linkInto(room))?.id ?? '';
  await school.client.releaseAccessLink({ spaceId: room.spaceId, roomId: room.id, linkId });
  await expect(other.getByRole('button', { name: 'Join' })).toBeVisible({ timeout: patient(15_000) });

  // A used link of a public room offers to enter as a guest.
  const openRoom = await school.room();
  const openLink = await school.link(openRoom);
  await mine.goto(openLink);
  await join(openRoom);
  await other.goto(openLink);
  await other.getByRole('button', { name: 'Join as a guest' }).click();
  await expect(other.getByLabel('Your name')).toHaveValue('');
  await Promise.all(contexts.map((context) => context.close()));
});

test('of two browsers that press Join at the same instant one is in the call', async ({
  browser,
  school,
}) => {
  const link = await school.link(await school.room({ isPublic: false }));
  const people = await Promise.all([1, 2].map(() => PersonPage.openQuietly(browser, link)));
  await Promise.all(people.map((person) => person.button('Join').click()));
  const isIn = (person: PersonPage) => person.button('Leave').isVisible();
  const isOut = (person: PersonPage) => person.heading('This link has been used').isVisible();
  const count = async (is: typeof isIn) => (await Promise.all(people.map(is))).filter(Boolean).length;
  await expect
    .poll(async () => [await count(isIn), await count(isOut)], { timeout: patient(20_000) })
    .toEqual([1, 1]);
  await Promise.all(people.map((person) => person.close()));
});

const telegram =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36 Telegram-Android/11.4.2';

test('a link that an app shows in its own browser goes on in another one', async ({ browser, school }) => {
  const room = await school.room({ isPublic: false });
  const inApp = await browser.newPage({ userAgent: telegram });
  await keepDevicesOff(inApp);
  await inApp.goto(await school.link(room));
  const join = inApp.getByRole('button', { name: 'Join' });
  await atEachWidth(inApp, () => join.click({ trial: true }));
  // "Open in browser" passes on the address alone.
  const real = await PersonPage.openQuietly(browser, inApp.url());
  await real.enter();
  expect(real.page.url()).toBe(room.url);
  await join.click();
  const isUsed = inApp.getByRole('heading', { name: 'This link has been used' });
  await expect(isUsed).toBeVisible();
  await atEachWidth(inApp, () => expect(isUsed).toBeInViewport());
  await Promise.all([inApp.context().close(), real.close()]);
});

test('a person whose link was used asks to join, and a moderator lets them in', async ({
  browser,
  school,
}) => {
  const room = await school.room({ isPublic: false });
  const teacher = await PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' }));
  const link = await school.link(room, { username: 'Boris' });
  const inApp = await PersonPage.enterQuietly(browser, link);
  const other = await PersonPage.openQuietly(browser, link);
  const ask = other.button('Ask to join on this device');
  await atEachWidth(other.page, () => ask.click({ trial: true }));
  await test.step('the longer Russian button fits on the narrowest phone', async () => {
    const narrow = await browser.newPage({ locale: 'ru-RU', viewport: { width: 320, height: 568 } });
    await narrow.goto(link);
    const askInRussian = narrow.getByRole('button', { name: 'Попросить войти с этого устройства' });
    await expect(askInRussian).toBeInViewport({ ratio: 1 });
    await narrow.close();
  });
  await ask.click();
  await expect(other.text('The moderators in the call see your request.')).toBeVisible();
  await expectAccessible(other.page);
  await expect(teacher.text('Boris asks to join on another device')).toBeVisible();
  const admit = teacher.button('Admit Boris');
  await atEachWidth(teacher.page, () => admit.click({ trial: true }));
  await admit.click();
  await expect(other.button('Join')).toBeVisible({ timeout: patient(15_000) });
  await other.enter();
  // The first device is out, and may ask in its turn.
  await expect(inApp.heading('This link has been used')).toBeVisible();
  await expect(inApp.button('Ask to join on this device')).toBeVisible();
  await expect(teacher.tile('Boris')).toHaveCount(1);
  await Promise.all([teacher, inApp, other].map((person) => person.close()));
});

/** Waits until the server refuses a link of one second. */
async function expiredLink(school: School): Promise<string> {
  const link = await school.link(await school.room({ isPublic: false }), { ttl: 1 });
  const accessToken = new URL(link).searchParams.get('accessToken') ?? '';
  const body = { accessToken, clientUniqueId: 'a-watching-browser' };
  await waitUntil(
    () =>
      school.lectern
        .client()
        .openAccessLink({ body })
        .then(
          () => false,
          (error: { code: string }) => error.code === 'link_expired',
        ),
    { timeout: 5000, message: 'the link to expire' },
  );
  return link;
}

test('links and addresses that lead nowhere say so', async ({ page, school }) => {
  test.slow();
  await keepDevicesOff(page);
  await page.goto(await expiredLink(school));
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeFocused();

  const [hidden, open] = [await school.room({ isPublic: false }), await school.room()];
  await page.goto(`${hidden.url}?participantName=Anna&accessToken=made-up`);
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  expect(page.url()).toBe(hidden.url);
  await page.goto(`${open.url}?accessToken=made-up`);
  await expect(page.getByRole('button', { name: 'Join as a guest' })).toBeVisible();
  await expectAccessible(page);

  // A private room and a missing room look the same.
  for (const address of [`${school.lectern.url}/room/aaaaaaaaaa`, hidden.url]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'You can’t open this room' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  }
  await expectAccessible(page);

  await page.goto(`${school.lectern.url}/nowhere/at-all`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL(`${school.lectern.url}/`);

  // The start page opens a room by its code and refuses other text.
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('Paste a link or enter a room code')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Room link or code').fill('algebra');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('Enter a room link or its code, for example kdm-4tz-9wx')).toBeVisible();
  await page.getByLabel('Room link or code').fill(open.alias);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Algebra' })).toBeVisible();
});

test('the page waits for a server that is down, an outage at the last step loses no input, and a browser without calls says so', async ({
  page,
  school,
}) => {
  const room = await school.room();
  await keepDevicesOff(page);
  await page.route('**/v1/**', (route) => route.abort());
  await page.goto(room.url);
  await expect(page.getByRole('heading', { name: 'The server is not responding' })).toBeVisible();
  await page.unroute('**/v1/**');
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();

  await page.getByLabel('Your name').fill('Anna');
  await page.route('**/v1/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('alert')).toContainText('The server is not responding');
  await expect(page.getByLabel('Your name')).toHaveValue('Anna');
  await page.unroute('**/v1/**');
  const entered = page.waitForResponse((answer) => answer.url().endsWith('/participants'));
  await page.getByRole('button', { name: 'Join' }).click();
  expect((await entered).status()).toBe(201);

  await page.addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection'));
  await page.goto(room.url);
  await expect(
    page.getByRole('heading', { name: 'This browser does not support video calls' }),
  ).toBeVisible();
});
