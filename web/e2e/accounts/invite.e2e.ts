import { makeSomebody, openSignedIn, writeSignIn } from '../testing/account-page.ts';
import { expect, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

type Lectern = Parameters<typeof makeSomebody>[0];

async function invite(lectern: Lectern, { role = 'role_space_user', name = 'Physics 9A', ttl = 3600 } = {}) {
  const client = lectern.client(lectern.owner.personalToken);
  const { id: spaceId } = await client.createSpace({ body: { name, isPublic: false } });
  const made = await client.createInvite({
    spaceId,
    body: { role: role as 'role_space_user' | 'role_space_moderator', ttl },
  });
  return { client, spaceId, inviteId: made.id, url: made.url, group: `${lectern.url}/groups/${spaceId}` };
}

test('a signed-in person accepts with their account', async ({ page, school: { lectern } }) => {
  const who = await makeSomebody(lectern);
  const { client, spaceId, url, group } = await invite(lectern, {
    role: 'role_space_moderator',
    name: '<b>Physics</b> & "9A"',
  });
  await openSignedIn(page, who);
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join <b>Physics</b> & "9A"');
  await expect(page.getByText('You are invited as a moderator')).toBeVisible();
  await page.getByRole('button', { name: 'Accept as Vera Sokolova' }).click();
  await expect(page).toHaveURL(group);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<b>Physics</b> & "9A"');
  const { items } = await client.listMembers({ spaceId });
  expect(items.find(({ userId }) => userId === who.id)?.role).toBe('role_space_moderator');

  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation has been used');
  await page.getByRole('link', { name: 'Go to your groups' }).click();
  await expect(page).toHaveURL(`${lectern.url}/groups`);
});

test('a new visitor signs in and is in the group by the same click', async ({
  page,
  school: { lectern },
}) => {
  const who = await makeSomebody(lectern);
  const { url, group } = await invite(lectern);
  await page.goto(url);
  await expect(page.getByText('You are invited as a member')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in and join' }).click();
  await writeSignIn(page, who);
  await expect(page).toHaveURL(group);
});

test('a new visitor creates an account and is in the group, by invitation only', { tag: '@main' }, async ({
  page,
  school: { lectern },
}) => {
  const { url, group } = await invite(lectern);
  await page.goto(url);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Your name').fill('Nina');
  await page.getByLabel('Email').fill(`nina-${Date.now()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('long enough for all');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(group);
});

test('the address alone accepts nothing: a person who signed in elsewhere is asked', async ({
  page,
  school: { lectern },
}) => {
  const who = await makeSomebody(lectern);
  const { client, spaceId, url } = await invite(lectern);
  const path = new URL(url).pathname;
  await page.goto(`${lectern.url}/sign-in?next=${encodeURIComponent(path)}`);
  await writeSignIn(page, who);
  await expect(page.getByRole('button', { name: 'Accept as Vera Sokolova' })).toBeVisible();
  expect((await client.listMembers({ spaceId })).total).toBe(1);
});

test('another account may be used instead', async ({ page, school: { lectern } }) => {
  const [first, second] = [await makeSomebody(lectern), await makeSomebody(lectern, 'Boris')];
  const { client, spaceId, url, group } = await invite(lectern);
  await openSignedIn(page, first);
  await page.goto(url);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.getByRole('link', { name: 'Sign in and join' }).click();
  await writeSignIn(page, second);
  await expect(page).toHaveURL(group);
  const { items } = await client.listMembers({ spaceId });
  expect(items.map(({ username }) => username)).toContain('Boris');
});

test('every reason why an invitation has ended has its own text', async ({ page, school: { lectern } }) => {
  const withdrawn = await invite(lectern);
  await withdrawn.client.revokeInvite({ spaceId: withdrawn.spaceId, inviteId: withdrawn.inviteId });
  await page.goto(withdrawn.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation was revoked');
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL(`${lectern.url}/`);

  const short = await invite(lectern, { ttl: 1 });
  await expect(async () => {
    await page.goto(short.url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation has expired', {
      timeout: 1000,
    });
  }).toPass({ timeout: 20_000 });

  await page.goto(`${lectern.url}/invite/${short.spaceId}/${'0'.repeat(24)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation does not exist');

  const who = await makeSomebody(lectern);
  const own = await invite(lectern);
  await openSignedIn(page, who);
  await page.goto(own.url);
  await page.getByRole('button', { name: 'Accept as Vera Sokolova' }).click();
  await expect(page).toHaveURL(own.group);
  const again = await own.client.createInvite({ spaceId: own.spaceId, body: { role: 'role_space_user' } });
  await page.goto(again.url);
  await page.getByRole('button', { name: 'Accept as Vera Sokolova' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are already in this group');
  await page.getByRole('link', { name: 'Open group' }).click();
  await expect(page).toHaveURL(own.group);
});

test('an invitation that is used between the page and the click says so', async ({
  page,
  school: { lectern },
}) => {
  const who = await makeSomebody(lectern);
  const { client, spaceId, inviteId, url } = await invite(lectern);
  await openSignedIn(page, who);
  await page.goto(url);
  const accept = page.getByRole('button', { name: 'Accept as Vera Sokolova' });
  await expect(accept).toBeVisible();
  await client.revokeInvite({ spaceId, inviteId });
  await accept.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation was revoked');
});

test('an expired sign-in on the page of an invitation is renewed on the way', async ({
  page,
  school: { lectern },
}) => {
  const who = await makeSomebody(lectern);
  const { url, group } = await invite(lectern);
  await openSignedIn(page, who);
  await page.goto(url);
  const accept = page.getByRole('button', { name: 'Accept as Vera Sokolova' });
  await expect(accept).toBeVisible();
  await page.context().clearCookies();
  await accept.click();
  await page.getByRole('link', { name: 'Sign in and join' }).click();
  await writeSignIn(page, who);
  await expect(page).toHaveURL(group);
});
