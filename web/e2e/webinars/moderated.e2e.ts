import { makeTimedWebinar } from '../../../server/testing/webinars/timed-webinar.ts';
import { insertSession } from '../../../server/testing/webinars/watchable.ts';
import { expect, test } from '../testing/school.ts';
import { WebinarPage } from '../testing/webinar-page.ts';

test('a moderator moderates the chat beside the video; a removed learner sees and gets nothing more', async ({
  browser,
  studio,
}) => {
  const webinar = await makeTimedWebinar(studio, { seconds: 40, isPublic: false });
  const { spaceId, playbackId } = webinar;
  const { lectern, database } = studio;
  const owner = lectern.client(lectern.owner.personalToken);
  const { startDate } = await insertSession(database.db, webinar, { begunAgo: 2 });
  const enter = async (username: string, role: 'user' | 'moderator') => {
    const body = { username, role } as const;
    const { url } = await owner.generateAccess({ spaceId, roomId: playbackId, body });
    const visitor = new WebinarPage(await browser.newPage());
    await visitor.page.goto(url);
    const entered = visitor.page.waitForResponse((answer) => answer.url().endsWith('/participants'));
    await visitor.page.getByRole('button', { name: 'Join' }).click();
    return { visitor, entered };
  };
  const [{ visitor: anna, entered }, { visitor: olga }] = await Promise.all([
    enter('Anna', 'user'),
    enter('Olga', 'moderator'),
  ]);
  const playlists: string[] = [];
  anna.page.on('request', (request) => request.url().includes('.m3u8') && playlists.push(request.url()));
  await Promise.all([anna.waitUntilInStep(startDate), olga.waitUntilInStep(startDate)]);

  await olga.write('Welcome');
  await expect(anna.message('Welcome')).toContainText('Moderator');
  await anna.write('This is spam');
  const spam = olga.message('This is spam');
  await spam.hover();
  await spam.getByRole('button', { name: /^More actions for/ }).click();
  await olga.page.getByRole('menuitem', { name: 'Delete' }).click();
  await olga.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(anna.message('This is spam')).toHaveCount(0);
  await olga.chat.getByRole('button', { name: 'Chat settings' }).click();
  await olga.page.getByRole('menuitemcheckbox', { name: 'People can write' }).click();
  await expect(anna.chat.getByText('The chat is off. Only moderators can write.')).toBeVisible();

  await owner.removeParticipant({ spaceId, participantId: (await (await entered).json()).id });
  await expect(anna.page.getByRole('heading', { name: /You were removed/ })).toBeVisible();
  await expect(anna.page.locator('video')).toHaveCount(0);
  const refused = async () => (await fetch(playlists.at(-1) ?? '')).status;
  await expect.poll(refused).toBe(403);
  await olga.waitUntilInStep(startDate);
  await Promise.all([anna.page.close(), olga.page.close()]);
});
