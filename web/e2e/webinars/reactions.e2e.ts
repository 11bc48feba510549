import { makeTimedWebinar } from '../../../server/testing/webinars/timed-webinar.ts';
import { insertSession } from '../../../server/testing/webinars/watchable.ts';
import { expect, test } from '../testing/school.ts';
import { WebinarPage } from '../testing/webinar-page.ts';

test('a reaction of a viewer flies over the video of the others without a name, until the chat is turned off', async ({
  browser,
  studio,
}, info) => {
  const webinar = await makeTimedWebinar(studio, { seconds: 90, isPublic: false });
  const { spaceId, playbackId } = webinar;
  const owner = studio.lectern.client(studio.lectern.owner.personalToken);
  await insertSession(studio.database.db, webinar, { begunAgo: 2 });
  const enter = async (username: string, role: 'user' | 'moderator') => {
    const body = { username, role } as const;
    const { url } = await owner.generateAccess({ spaceId, roomId: playbackId, body });
    const visitor = new WebinarPage(await browser.newPage());
    await visitor.page.goto(url);
    await visitor.page.getByRole('button', { name: 'Join' }).click();
    return visitor;
  };
  const [anna, boris, olga] = await Promise.all([
    enter('Anna', 'user'),
    enter('Boris', 'user'),
    enter('Olga', 'moderator'),
  ]);
  await anna.page.setViewportSize({ width: 390, height: 844 });
  await boris.page.setViewportSize({ width: 1440, height: 900 });
  for (const { page } of [anna, boris]) await page.emulateMedia({ reducedMotion: 'no-preference' });
  const smiley = (viewer: WebinarPage) => viewer.page.getByRole('button', { name: 'Reactions', exact: true });
  await expect(smiley(boris)).toBeVisible();
  await smiley(anna).click();
  const applaud = anna.page.getByRole('button', { name: 'Send 👏' });
  await expect(applaud).toBeInViewport({ ratio: 1 });
  await anna.page.screenshot({ path: info.outputPath('tray-phone.png') });
  const flight = (viewer: WebinarPage, text: string) =>
    viewer.page.locator('[data-flights] > span').filter({ hasText: text }).first();
  // Reactions last for seconds, so wait on both pages at once, from before they begin.
  const seen = Promise.all([
    flight(anna, '👏You').waitFor({ state: 'attached' }),
    flight(boris, '👏').waitFor({ state: 'attached' }),
  ]);
  await applaud.click();
  await seen;
  await boris.page.screenshot({ path: info.outputPath('flying.png') });
  await expect(boris.page.getByText(/^Reactions: 👏 1$/)).toBeAttached();
  await test.step('a phone held sideways sends and shows them without the chat', async () => {
    await anna.page.keyboard.press('Escape');
    await expect(applaud).toBeHidden();
    await anna.page.setViewportSize({ width: 844, height: 390 });
    await expect(anna.chat).toBeHidden();
    await anna.page.mouse.move(400, 200);
    await smiley(anna).click();
    const seenAgain = Promise.all([
      flight(anna, '😂You').waitFor({ state: 'attached' }),
      flight(boris, '😂').waitFor({ state: 'attached' }),
    ]);
    await anna.page.getByRole('button', { name: 'Send 😂' }).click();
    await seenAgain;
    await anna.page.keyboard.press('Escape');
    await anna.page.setViewportSize({ width: 390, height: 844 });
  });

  await olga.chat.getByRole('button', { name: 'Chat settings' }).click();
  await olga.page.getByRole('menuitemcheckbox', { name: 'Allow messages' }).click();
  await expect(smiley(boris)).toHaveCount(0);
  await expect(smiley(olga)).toBeVisible();
  await Promise.all([anna, boris, olga].map(({ page }) => page.close()));
});
