import { expectAccessible, makeSomebody, writeSignIn } from '../testing/account-page.ts';
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

test('an invitation is accepted by signing in, with the own account or another one, and says why it has ended', async ({
  page,
  school: { lectern },
}) => {
  test.slow();
  const who = await makeSomebody(lectern);
  const heading = page.getByRole('heading', { level: 1 });
  const accept = page.getByRole('button', { name: 'Accept as Vera Sokolova' });
  const short = await invite(lectern, { ttl: 1 });

  await test.step('every reason why an invitation has ended has its own text', async () => {
    const { client, spaceId, inviteId, url } = await invite(lectern);
    await client.revokeInvite({ spaceId, inviteId });
    await page.goto(url);
    await expect(heading).toHaveText('This invitation was revoked');
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await expect(page).toHaveURL(`${lectern.url}/`);
    await expect(async () => {
      await page.goto(short.url);
      await expect(heading).toHaveText('This invitation has expired', { timeout: 1000 });
    }).toPass();
    await page.goto(`${lectern.url}/invite/${short.spaceId}/${'0'.repeat(24)}`);
    await expect(heading).toHaveText('This invitation does not exist');
  });

  await test.step('a new visitor signs in and is in the group by the same click', async () => {
    const { url, group } = await invite(lectern);
    await page.goto(url);
    await expect(page.getByText('You are invited as a member')).toBeVisible();
    await page.getByRole('link', { name: 'Sign in and join' }).click();
    await writeSignIn(page, who);
    await expect(page).toHaveURL(group);
  });

  await test.step('a signed-in person accepts with their account, once', async () => {
    const name = '<b>Physics</b> & "9A"';
    const { client, spaceId, url, group } = await invite(lectern, { role: 'role_space_moderator', name });
    await page.goto(url);
    await expect(heading).toHaveText(`Join ${name}`);
    await expect(page.getByText('You are invited as a moderator')).toBeVisible();
    await accept.click();
    await expect(page).toHaveURL(group);
    await expect(heading).toHaveText(name);
    const { items } = await client.listMembers({ spaceId });
    expect(items.find(({ userId }) => userId === who.id)?.role).toBe('role_space_moderator');

    await page.goto(url);
    await expect(heading).toHaveText('This invitation has been used');
    await page.getByRole('link', { name: 'Go to your groups' }).click();
    await expect(page).toHaveURL(`${lectern.url}/groups`);
    const again = await client.createInvite({ spaceId, body: { role: 'role_space_user' } });
    await page.goto(again.url);
    await accept.click();
    await expect(heading).toHaveText('You are already in this group');
    await page.getByRole('link', { name: 'Open group' }).click();
    await expect(page).toHaveURL(group);
  });

  await test.step('an invitation that is revoked between the page and the click says so', async () => {
    const { client, spaceId, inviteId, url } = await invite(lectern);
    await page.goto(url);
    await expect(accept).toBeVisible();
    await client.revokeInvite({ spaceId, inviteId });
    await accept.click();
    await expect(heading).toHaveText('This invitation was revoked');
  });

  await test.step('an expired sign-in is renewed on the way', async () => {
    const { url, group } = await invite(lectern);
    await page.goto(url);
    await expect(accept).toBeVisible();
    await page.context().clearCookies();
    await accept.click();
    await page.getByRole('link', { name: 'Sign in and join' }).click();
    await writeSignIn(page, who);
    await expect(page).toHaveURL(group);
  });

  await test.step('another account may be used instead', async () => {
    const { client, spaceId, url, group } = await invite(lectern);
    await page.goto(url);
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.getByRole('link', { name: 'Sign in and join' }).click();
    await writeSignIn(page, await makeSomebody(lectern, 'Boris'));
    await expect(page).toHaveURL(group);
    const { items } = await client.listMembers({ spaceId });
    expect(items.map(({ username }) => username)).toContain('Boris');
  });

  await test.step('the address alone accepts nothing: a person who signed in elsewhere is asked', async () => {
    const { client, spaceId, url } = await invite(lectern);
    await page.context().clearCookies();
    await page.goto(`${lectern.url}/sign-in?next=${encodeURIComponent(new URL(url).pathname)}`);
    await writeSignIn(page, who);
    await expect(accept).toBeVisible();
    expect((await client.listMembers({ spaceId })).total).toBe(1);
  });
});

test('a new visitor creates an account and is in the group, by invitation only', { tag: '@main' }, async ({
  page,
  school: { lectern },
}) => {
  const { url, group } = await invite(lectern);
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Join Physics 9A' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Enter a new password')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your name').fill('Nina');
  await page.getByLabel('Email').fill(`nina-${Date.now()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('long enough for all');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(group);
});
