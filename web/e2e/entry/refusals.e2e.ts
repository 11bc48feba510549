import { waitUntil } from '../../../server/testing/wait.ts';
import { expect, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

test('a used link says so in another browser, and still opens in the first', async ({ browser, school }) => {
  const room = await school.room({ isPublic: false });
  const link = await school.link(room);
  const [first, second] = await Promise.all([browser.newContext(), browser.newContext()]);
  const mine = await first.newPage();
  await mine.goto(link);
  const entered = mine.waitForResponse((answer) => answer.url().endsWith('/participants'));
  await mine.getByRole('button', { name: 'Join' }).click();
  expect((await entered).status()).toBe(201);

  const other = await second.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This link has been used' })).toBeFocused();
  await expect(other.getByRole('button', { name: 'Join as a guest' })).toHaveCount(0);
  expect(other.url()).toBe(room.url);

  await mine.goto(link);
  await expect(mine.getByRole('button', { name: 'Join' })).toBeVisible();
  await Promise.all([first.close(), second.close()]);
});

test('two people may open a link; the second to press Join sees that it is used', async ({
  browser,
  school,
}) => {
  const room = await school.room({ isPublic: false });
  const link = await school.link(room);
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const [one, two] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!one || !two) throw new Error('no pages');
  for (const page of [one, two]) {
    await page.goto(link);
    await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  }
  const entered = one.waitForResponse((answer) => answer.url().endsWith('/participants'));
  await one.getByRole('button', { name: 'Join' }).click();
  await entered;
  await two.getByRole('button', { name: 'Join' }).click();
  await expect(two.getByRole('heading', { name: 'This link has been used' })).toBeVisible();
  await Promise.all(contexts.map((context) => context.close()));
});

test('a used link of a public room offers to enter as a guest', async ({ browser, school }) => {
  const room = await school.room();
  const link = await school.link(room);
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const [one, two] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!one || !two) throw new Error('no pages');
  await one.goto(link);
  const entered = one.waitForResponse((answer) => answer.url().endsWith('/participants'));
  await one.getByRole('button', { name: 'Join' }).click();
  await entered;
  await two.goto(link);
  await two.getByRole('button', { name: 'Join as a guest' }).click();
  await expect(two.getByLabel('Your name')).toHaveValue('');
  await Promise.all(contexts.map((context) => context.close()));
});

test('an expired link says so', async ({ page, school }) => {
  const room = await school.room({ isPublic: false });
  const link = await school.link(room, { ttl: 1 });
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
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeFocused();
});

test('an unknown link says so', async ({ page, school }) => {
  const room = await school.room({ isPublic: false });
  await page.goto(`${room.url}?participantName=Anna&accessToken=made-up`);
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  expect(page.url()).toBe(room.url);
});

test('a private room and a missing room look the same', async ({ page, school }) => {
  const room = await school.room({ isPublic: false });
  for (const address of [room.url, `${school.lectern.url}/room/aaaaaaaaaa`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'You can’t open this room' })).toBeVisible();
  }
});

test('the page waits for a server that is down', async ({ page, school }) => {
  const room = await school.room();
  await page.route('**/v1/**', (route) => route.abort());
  await page.goto(room.url);
  await expect(page.getByRole('heading', { name: 'The server is not responding' })).toBeVisible();
  await page.unroute('**/v1/**');
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
});

test('an outage at the last step loses no input', async ({ page, school }) => {
  const room = await school.room();
  await page.goto(room.url);
  await page.getByLabel('Your name').fill('Anna');
  await page.route('**/v1/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('alert')).toContainText('The server is not responding');
  await expect(page.getByLabel('Your name')).toHaveValue('Anna');
  await page.unroute('**/v1/**');
  const entered = page.waitForResponse((answer) => answer.url().endsWith('/participants'));
  await page.getByRole('button', { name: 'Join' }).click();
  expect((await entered).status()).toBe(201);
});

test('a browser that does not support calls says so', async ({ page, school }) => {
  const room = await school.room();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection'));
  await page.goto(room.url);
  await expect(
    page.getByRole('heading', { name: 'This browser does not support video calls' }),
  ).toBeVisible();
});

test('the start page opens a room by its code and refuses other text', async ({ page, school }) => {
  const room = await school.room();
  await page.goto(school.lectern.url);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('Paste a link or enter a room code')).toBeVisible();
  await page.getByLabel('Room link or code').fill('algebra');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('Enter a room link or its code, for example kdm-4tz-9wx')).toBeVisible();
  await page.getByLabel('Room link or code').fill(room.alias);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Algebra' })).toBeVisible();
});

test('an unknown address offers the start page', async ({ page, school }) => {
  await page.goto(`${school.lectern.url}/nowhere/at-all`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL(`${school.lectern.url}/`);
});
