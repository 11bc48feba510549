import { expectAccessible } from '../testing/account-page.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

test('a moderator by a link reads the attendance of each of their calls; a moderator without calls reads that there is none', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const at = { spaceId: room.spaceId, roomId: room.id };
  const link = await school.link(room, { role: 'moderator', username: 'Mo' });
  const mo = await PersonPage.enterQuietly(browser, link);
  for (const name of ['Ann', 'Ben']) {
    if (name === 'Ben') {
      await mo.button('Rejoin').click();
      await mo.enter();
    }
    await school.person(room, name);
    await expect
      .poll(async () => (await school.client.getActiveCall(at).catch(() => undefined))?.participantsCount, {
        timeout: 30_000,
      })
      .toBe(2);
    await school.client.finishActiveCall(at);
    await expect(mo.heading('The call has ended')).toBeVisible();
  }
  await mo.page.getByRole('link', { name: 'See attendance' }).click();
  const people = mo.page.getByRole('table', { name: 'People' }).getByRole('rowheader');
  await expect(people).toHaveText(['Ben', 'Mo']);
  const others = mo.page.getByRole('list', { name: 'Other calls' }).getByRole('listitem');
  await expect(others).toHaveCount(1);
  await others.getByRole('button').click();
  await expect(people).toHaveText(['Ann', 'Mo']);
  await expect(mo.page).toHaveURL(/\/calls\?call=[0-9a-f]{24}$/);
  await mo.page.reload();
  await expect(people).toHaveText(['Ann', 'Mo']);

  const fayLink = await school.link(room, { role: 'moderator', username: 'Fay' });
  const fay = await PersonPage.openQuietly(browser, fayLink.replace('?', '/calls?'));
  await expect(fay.heading('No attendance to show yet')).toBeVisible();
  await expectAccessible(fay.page, ['light']);
  // The link leads on to the room, as its own address does not have it.
  await fay.page.getByRole('link', { name: 'Go to the room' }).click();
  await expect(fay.button('Join')).toBeVisible();
  await fay.enter();
  await Promise.all([mo.close(), fay.close()]);
});
