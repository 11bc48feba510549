import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/account-page.ts';
import { keepDevicesOff, PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';
import { atEachWidth } from '../testing/widths.ts';

async function join(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
}

async function enter(page: Page, link: string): Promise<void> {
  await keepDevicesOff(page);
  await page.goto(link);
  await join(page);
}

test('a person who left may come back, the call continues in one tab only, and the room sends people to its exit address', {
  tag: '@main',
}, async ({ context, school }) => {
  const room = await school.room();
  const link = await school.link(room);
  const [first, second] = [await context.newPage(), await context.newPage()];
  const elsewhere = (page: Page) =>
    page.getByRole('heading', { name: 'You are in this call in another tab' });
  await enter(first, link);
  await first.getByRole('button', { name: 'Leave' }).click();
  await expect(first.getByRole('heading', { name: 'You left the call' })).toBeFocused();
  await first.getByRole('button', { name: 'Rejoin' }).click();
  await join(first);

  const redirectUrl = `${school.lectern.url}/docs`;
  await school.client.updateRoom({ spaceId: room.spaceId, roomId: room.id, body: { redirectUrl } });
  await enter(second, link);
  await expect(elsewhere(first)).toBeVisible();
  await first.getByRole('button', { name: 'Continue here' }).click();
  await join(first);
  await expect(elsewhere(second)).toBeVisible();
  await second.reload();
  await join(second);
  await second.getByRole('button', { name: 'Leave' }).click();
  await expect(second).toHaveURL(redirectUrl);
});

test('Back asks before it leaves, and a reload offers to rejoin with the devices as they were', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const teacher = await PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' }));
  const pupil = await PersonPage.openQuietly(browser, await school.link(room, { username: 'Boris' }));
  const { page } = pupil;
  await pupil.enter();
  const question = page.getByRole('dialog', { name: 'Leave the call?' });

  await test.step('Back asks and keeps the call', async () => {
    await atEachWidth(page, async () => {
      await page.goBack();
      await expect(question).toBeVisible();
      await pupil.answer('Stay');
      await expect(question).toBeHidden();
    });
    await page.goBack();
    await expectAccessible(page);
    await pupil.answer('Stay');
    await expect(teacher.tile('Boris')).toBeVisible();
  });

  await test.step('a reload offers to rejoin, with a device that was turned on in the call', async () => {
    await pupil.button('Turn on microphone').click();
    await expect(pupil.button('Turn off microphone')).toBeVisible();
    await page.reload();
    await expect(pupil.heading('Rejoin the call')).toBeVisible();
    await expectAccessible(page);
    await atEachWidth(page, () => pupil.button('Rejoin').click({ trial: true }));
    await pupil.button('Rejoin').click();
    await pupil.isIn();
    await expect(pupil.button('Turn off microphone')).toBeVisible();
    await expect(teacher.tile('Boris')).toBeVisible();
  });

  await test.step('Back leaves after the question, and the next reload shows the entry page', async () => {
    await page.goBack();
    await pupil.answer('Leave');
    await expect(pupil.heading('You left the call')).toBeVisible();
    await page.reload();
    await expect(pupil.button('Join')).toBeVisible();
  });

  await test.step('after the call Back leaves the page', async () => {
    await pupil.enter();
    await pupil.button('Leave').click();
    await expect(pupil.heading('You left the call')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('about:blank');
  });

  await test.step('Forward shows the entry page, and Back leaves it also after a reload', async () => {
    await page.goForward();
    await expect(pupil.button('Join')).toBeVisible();
    await pupil.enter();
    await page.reload();
    await expect(pupil.heading('Rejoin the call')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('about:blank');
  });
  await Promise.all([teacher.close(), pupil.close()]);
});

test('an account that leads the room gets a link to the report of the panel, a moderator by a link to one of the room', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const owner = await PersonPage.enterQuietly(browser, room.url, school.lectern.owner);
  const link = await school.link(room, { role: 'moderator' });
  const byLink = await PersonPage.enterQuietly(browser, link);
  await owner.button('Leave').click();
  await owner.page.getByRole('menuitem', { name: 'Leave the call' }).click();
  const { id: callId } = await school.client.getActiveCall({ spaceId: room.spaceId, roomId: room.id });
  const address = `${school.lectern.url}/groups/${room.spaceId}/rooms/${room.id}/calls/${callId}`;
  const report = owner.page.getByRole('link', { name: 'See attendance' });
  await expect(report).toHaveAttribute('href', new URL(address).pathname);
  await expectAccessible(owner.page);

  await byLink.button('Leave').click();
  await byLink.page.getByRole('menuitem', { name: 'End for everyone' }).click();
  await byLink.answer('End the call');
  await expect(byLink.heading('The call has ended')).toBeVisible();
  await expect(byLink.page.getByRole('main')).toContainText('Algebra');
  await expect(byLink.page.getByRole('main').getByRole('button')).toHaveText(['Rejoin']);
  await expect(byLink.page.getByRole('link', { name: 'Room page' })).toHaveCount(0);
  await byLink.page.getByRole('link', { name: 'See attendance' }).click();
  const table = byLink.page.getByRole('table', { name: 'People' });
  await expect(table).toContainText('Anna Petrova');
  await expectAccessible(byLink.page);
  // The link is not in the address, and later it leads here, too.
  await expect(byLink.page).toHaveURL(`${room.url}/calls`);
  await byLink.page.reload();
  await expect(table).toBeVisible();
  await byLink.page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(byLink.page);
  await byLink.page.goto(link);
  await byLink.page.getByRole('link', { name: 'See attendance of earlier calls' }).click();
  await expect(table).toContainText('Anna Petrova');

  // Once another browser has the link, the page of the room offers a request.
  const at = { spaceId: room.spaceId, roomId: room.id };
  const listed = async () => (await school.client.listAccessLinks(at)).items[0];
  await school.client.releaseAccessLink({ ...at, linkId: (await listed())?.id ?? '' });
  const other = await PersonPage.enterQuietly(browser, link);
  await expect.poll(async () => (await listed())?.isBound).toBe(true);
  await byLink.page.reload();
  await expect(byLink.button('Ask to join on this device')).toBeVisible();
  await expect(byLink.page).toHaveURL(room.url);
  await other.close();

  const roomPage = owner.page.getByRole('link', { name: 'Room page' });
  await expect(roomPage).toHaveAttribute('href', `/groups/${room.spaceId}/rooms/${room.id}`);
  await report.click();
  await expect(owner.page).toHaveURL(address);
  await expect(owner.page.getByRole('main')).toContainText('Algebra');
  await Promise.all([owner.close(), byLink.close()]);
});
