import { databaseOf } from '../../../server/testing/database.ts';
import { addPlayback, enterPlayback } from '../../../server/testing/playbacks.ts';
import { insertSession, insertTestVideo } from '../../../server/testing/webinars/watchable.ts';
import { insertWatched, type PlayedSeconds } from '../../../server/testing/webinars/watched.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { type ContentGroup, expect, test } from '../testing/content-group.ts';
import { show } from '../testing/content-page.ts';

/** A webinar with a finished session of 600 s: two viewers, a quiz by the second one, a replay. @returns its sessions' path */
async function makeWatchedSession({ api: owner, lectern, spaceId }: ContentGroup): Promise<string> {
  const { db, close } = await databaseOf(lectern);
  const room = await owner.createRoom({ spaceId, body: { name: 'Of the test' } });
  const webinar = await addPlayback({ owner, spaceId, room });
  const video = await insertTestVideo(db, spaceId, 600);
  const of = { playbackId: webinar.playback.id, video };
  const { id: sessionId, startDate: start } = await insertSession(db, of, { begunAgo: 700 });
  const { items } = await owner.getPlaybackEventSessions({ spaceId, playbackId: webinar.playback.id });
  const channelId = items[0]?.chatChannelId ?? '';
  const enter = (username: string, role: 'user' | 'moderator' = 'user') =>
    enterPlayback(lectern, webinar, { username, role, externalUserId: username.replaceAll(' ', '-') });
  const [ann, bob] = [await enter('Ann Clarke'), await enter('Bob', 'moderator')];
  const watched = { sessionId, start };
  const whole: PlayedSeconds[] = [
    [0, 300],
    [330, 600],
  ];
  await insertWatched(db, { ...watched, participantId: ann.id, played: whole });
  await insertWatched(db, { ...watched, participantId: bob.id, played: [[60, 240]] });
  const replay = { kind: 'replay', openedAfter: 620 } as const;
  await insertWatched(db, { ...watched, participantId: bob.id, ...replay, played: [[240, 420]] });
  for (const { api } of [bob, ann]) await api.joinChannel({ body: { id: channelId } });
  const options = [{ option: '21' }, { option: '23', valid: true }];
  const quiz = { channelId, question: 'Which number is prime?', withAnswer: true, options };
  const { id: pollId, options: made } = await bob.api.createPoll({ body: quiz });
  await bob.api.startPoll({ pollId });
  await ann.api.votePoll({ body: { ids: [made[1]?.id ?? ''] } });
  await close();
  return `/groups/${spaceId}/webinars/${webinar.playback.id}/sessions`;
}

test(
  'the sessions of a webinar lead to the report of one, with its curve, people and downloads',
  { tag: '@main' },
  async ({ page, group }, info) => {
    const path = await makeWatchedSession(group);
    await show(page, group, path);
    const list = page.getByRole('list', { name: 'Sessions' });
    await expect(list.getByText('2 viewers')).toBeVisible();
    await page.screenshot({ path: info.outputPath('sessions.png') });
    await expectAccessible(page, ['phone', 'light']);
    await list.getByRole('link').first().click();
    const people = page.getByRole('table', { name: 'People' });
    await expect(people.getByRole('row')).toHaveCount(3);
    await expect(people.getByRole('row', { name: /Ann Clarke/ })).toContainText('9:30');
    await expect(page.getByRole('slider')).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: info.outputPath('report.png'), fullPage: true });
    const polls = page.getByRole('list', { name: 'Polls' });
    await polls.getByText('1 answer', { exact: true }).click();
    await expect(polls.getByRole('table', { name: 'Which number is prime?' })).toContainText('Ann Clarke23');
    await expect(polls.getByText('1 of 1 answered correctly')).toBeVisible();
    await page.getByRole('slider').press('End');
    await page.getByText('Show as a table').click();
    await expect(page.getByRole('table', { name: 'Viewers by second of the video' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Search by name or ID' }).fill('bob');
    await expect(people.getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: 'Download' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^Algebra again .*\.csv$/);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.screenshot({ path: info.outputPath('report-phone.png'), fullPage: true });

    await test.step('a session whose people were deleted says so and leads to no report', async () => {
      const { db, close } = await databaseOf(group.lectern);
      const playbackId = path.split('/').at(-2) ?? '';
      await db
        .updateTable('playback_sessions')
        .set({ erased_people: 3 })
        .where('playback_id', '=', playbackId)
        .execute();
      await close();
      await page.goto(`${group.lectern.url}${path}`);
      await page.setViewportSize({ width: 1280, height: 800 });
      await expect(list.getByText('Names deleted')).toBeVisible();
      await expect(list.getByText('5 viewers')).toBeVisible();
      await expect(list.getByRole('link')).toHaveCount(0);
    });
  },
);
