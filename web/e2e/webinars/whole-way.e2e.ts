import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../../contract/client/index.ts';
import { createUpload, sendBytes } from '../../../server/testing/uploads.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { writeTimedVideo } from '../../../server/testing/webinars/timed-video.ts';
import { expect, type Studio, test } from '../testing/school.ts';
import { WebinarPage } from '../testing/webinar-page.ts';

const seconds = 40;
const customField = '11111111-1111-4111-8111-111111111111';

/** Uploads a video as a client of tus does, and waits until it is stored. */
async function uploadVideo({ lectern }: Studio, owner: Client, spaceId: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-webinar-'));
  await writeTimedVideo(join(folder, 'lesson.mp4'), seconds);
  const body = new Uint8Array(readFileSync(join(folder, 'lesson.mp4')));
  rmSync(folder, { recursive: true });
  const by = { url: lectern.url, token: lectern.owner.personalToken };
  const { id: assetId, path } = await createUpload(by, { spaceId, size: body.length });
  await sendBytes(by, { path, offset: 0, body });
  await waitUntil(async () => (await owner.getAsset({ spaceId, assetId })).state === 'ready', {
    ...{ timeout: 20_000, message: 'the upload to be stored' },
  });
  return assetId;
}

/** Creates a webinar with its content, its timeline and two links over HTTP, as an integrator does before a session. */
async function prepareWebinar(studio: Studio) {
  const { lectern } = studio;
  const owner = lectern.client(lectern.owner.personalToken);
  const { id: spaceId } = await owner.createSpace({ body: { name: 'School' } });
  const { id: playbackId } = await owner.createPlayback({
    spaceId,
    body: {
      ...{ name: 'Algebra for beginners', type: 'webinar', isPublic: false },
      joinSettingsCustomFields: [
        { id: customField, type: 'string', title: 'Class', enabled: true, required: true, order: 0 },
      ],
    },
  });
  const at = { spaceId, playbackId };
  const assetId = await uploadVideo(studio, owner, spaceId);
  await owner.updatePlayback({ ...at, body: { assetId } });
  await owner.updateTimeline({
    ...at,
    body: {
      items: [
        { type: 'poll', at: 1, question: 'Is it clear?', options: [{ option: 'Yes' }, { option: 'No' }] },
        {
          ...{ type: 'offer', at: 2, title: 'The full course', buttonText: 'See the course' },
          url: `${lectern.url}/docs`,
        },
      ],
    },
  });
  await waitUntil(async () => (await owner.getPlayback(at)).readinessStatus === 'ready', {
    ...{ timeout: 30_000, message: 'the video to be prepared' },
  });
  const linkFor = async (username: string, externalUserId: string) => {
    const body = { username, externalUserId, role: 'user' } as const;
    return (await owner.generateAccess({ spaceId, roomId: playbackId, body })).url;
  };
  return { owner, at, links: [await linkFor('Anna', 'learner-7'), await linkFor('Boris', 'learner-8')] };
}

async function enterByLink(learner: WebinarPage, link = ''): Promise<void> {
  await learner.page.goto(link);
  await learner.page.getByLabel('Class').fill('7b');
  await learner.page.getByRole('button', { name: 'Join' }).click();
}

test('two learners watch an uploaded video at the same second, chat, vote and open an offer', {
  tag: '@main',
}, async ({ browser, studio }) => {
  const { owner, at, links } = await prepareWebinar(studio);
  const startDate = new Date(Date.now() + 4_000);
  const body = { playbackId: at.playbackId, startDate: startDate.toISOString() };
  await owner.createPlaybackEvent({ spaceId: at.spaceId, body });
  const anna = new WebinarPage(await browser.newPage());
  const boris = new WebinarPage(await browser.newPage());
  await Promise.all([enterByLink(anna, links[0]), enterByLink(boris, links[1])]);
  await Promise.all([anna.waitUntilInStep(startDate), boris.waitUntilInStep(startDate)]);
  await expect(async () => {
    const [one, other] = await Promise.all([anna.shown(startDate), boris.shown(startDate)]);
    expect(Math.abs(one.drift - other.drift)).toBeLessThan(0.3);
  }).toPass();
  await anna.write('Hello, Boris');
  await expect(boris.message('Hello, Boris')).toContainText('Anna');
  await boris.write('Hello, Anna');
  await expect(anna.message('Hello, Anna')).toContainText('Boris');

  await anna.chat.getByRole('button', { name: 'Answer' }).click();
  await anna.page.getByRole('checkbox', { name: 'Yes' }).check();
  await anna.page.getByRole('button', { name: 'Vote', exact: true }).click();
  const opened = boris.page.waitForEvent('popup');
  await boris.page.getByRole('link', { name: 'See the course' }).click();
  await expect(await opened).toHaveURL(/\/docs$/);
  await boris.page.getByRole('button', { name: 'Hide the offer “The full course”' }).click();
  await expect(boris.page.getByRole('link', { name: 'See the course' })).toBeHidden();
  // A screen without space below the video has a button that opens the offer over it.
  const course = anna.page.getByRole('link', { name: 'See the course' });
  for (const [width, height] of [
    [844, 390],
    [320, 568],
  ] as const) {
    await anna.page.setViewportSize({ width, height });
    await expect(course).toBeHidden();
    await anna.page.getByRole('button', { name: 'The full course', expanded: false }).click();
    await expect(course).toBeInViewport({ ratio: 1 });
    await anna.page.getByRole('button', { name: 'The full course', expanded: true }).click();
  }

  const { items } = await owner.getPlaybackEventSessions({ ...at, query: { state: 'running' } });
  const [{ id: playbackEventSessionId = '', playbackEventId = '' } = {}] = items;
  const query = { playbackEventId, playbackEventSessionId, provisional: true };
  const report = () => owner.getPlaybackSessionAnalyticsReport({ spaceId: at.spaceId, query });
  await expect(async () => {
    const watched = (await report()).participants.map(({ watchedDuration }) => watchedDuration > 2);
    expect(watched).toEqual([true, true]);
  }).toPass();
  await owner.endPlaybackSession({ ...at, playbackEventSessionId });
  for (const { page } of [anna, boris]) {
    await expect(page.getByRole('heading', { name: 'The webinar has ended' })).toBeVisible();
    await page.close();
  }
  // The final report waits for the last reports of players.
  const { participants, totals } = await report();
  expect(
    participants
      .map((row) => ({
        ...{ who: row.externalUserId, fields: row.fields, wrote: row.chatMessagesCount },
        ...{ answers: row.polls.map(({ answer }) => answer), clicks: row.offers.map(({ clicks }) => clicks) },
      }))
      .sort((a, b) => (a.who ?? '').localeCompare(b.who ?? '')),
  ).toEqual([
    { who: 'learner-7', fields: { Class: '7b' }, wrote: 1, answers: ['Yes'], clicks: [0] },
    { who: 'learner-8', fields: { Class: '7b' }, wrote: 1, answers: [], clicks: [1] },
  ]);
  expect(totals.mostPeople).toBe(2);
});
