import type { Body } from '../../../contract/routes.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { CallChat } from '../testing/call-chat.ts';
import { type ContentGroup, expect, test } from '../testing/content-group.ts';
import type { Studio } from '../testing/school.ts';
import { WebinarPage } from '../testing/webinar-page.ts';

type Items = Body<'updateTimeline'>['items'];

/** Writes a recording with its file, and what people wrote in the room while it was made. */
async function writeRecordedCall(group: ContentGroup, { database }: Studio): Promise<string> {
  const { api, spaceId } = group;
  const recordId = await group.write({ name: 'Lesson 5' });
  const at = { spaceId, roomId: group.rooms.Algebra };
  const { channelId } = await api.getRoom(at);
  const { startedAt } = await api.getRecord({ ...at, recordId });
  const chat = new CallChat(database, { spaceId, channelId });
  const enter = async (name: string) => {
    const body = { roomId: at.roomId, clientUniqueId: `browser of ${name}`, name };
    return { participantId: (await group.lectern.client().createParticipant({ spaceId, body })).id, name };
  };
  const [vera, ivan] = [await enter('Vera Sokolova'), await enter('Ivan Petrov')];
  const timeAt = (second: number) => new Date(Date.parse(startedAt ?? '') + second * 1_000);
  await chat.write(vera, 'Before the recording', timeAt(-60));
  await chat.write(vera, 'Good evening', timeAt(1));
  await chat.write(ivan, 'My number is 555', timeAt(2));
  await chat.write(ivan, 'Why is it seven?', timeAt(6));
  return recordId;
}

/** A webinar that plays the recording, with these items. */
async function makeWebinar({ api, spaceId }: ContentGroup, recordId: string, items: Items) {
  const { id: playbackId, alias } = await api.createPlayback({
    spaceId,
    body: { name: 'Algebra, repeated', type: 'webinar' },
  });
  const at = { spaceId, playbackId };
  await api.updatePlayback({ ...at, body: { recordId } });
  await api.updateTimeline({ ...at, body: { items } });
  return { at, alias };
}

const waitUntilPrepared = ({ api }: ContentGroup, at: { spaceId: string; playbackId: string }) =>
  waitUntil(async () => (await api.getPlayback(at)).readinessStatus === 'ready', {
    ...{ timeout: 30_000, message: 'the video to be prepared' },
  });

test('a recorded call shows its chat again at its seconds, marked and as a moderator edited it', async ({
  page,
  group,
  studio,
}) => {
  const { api, spaceId } = group;
  const recordId = await writeRecordedCall(group, studio);
  const note = { type: 'message', at: 3, author: 'Evening school', text: 'Write your questions' } as const;
  const { at, alias } = await makeWebinar(group, recordId, [note]);
  const { items } = await api.getOriginalChat(at);
  const secret = items.find(({ text }) => text.includes('555'))?.id ?? '';
  const question = items.find(({ text }) => text.includes('seven'))?.id ?? '';
  await api.updateOriginalChat({
    ...at,
    body: {
      items: [
        { id: secret, isHidden: true },
        { id: question, displayName: 'A learner' },
      ],
    },
  });
  await waitUntilPrepared(group, at);
  const startDate = new Date();
  const body = { playbackId: at.playbackId, startDate: startDate.toISOString() };
  await api.createPlaybackEvent({ spaceId, body });

  const learner = new WebinarPage(page);
  await learner.enter(`${group.lectern.url}/room/${alias}`, 'Anna');
  await expect(learner.message('Good evening')).toContainText(/Vera Sokolova\s*From the recording/);
  await expect(learner.message('Write your questions')).toContainText(/Evening school\s*Moderator/);
  await expect(learner.message('Why is it seven?')).toContainText(/A learner\s*From the recording/);
  expect(Date.now() - startDate.getTime()).toBeGreaterThan(6_000);
  await expect(learner.chat.getByRole('article')).toHaveCount(3);
});

test('at any time, a viewer gets the recorded chat and a poll at the seconds of the own viewing', async ({
  page,
  group,
  studio,
}) => {
  const { api, spaceId, lectern } = group;
  const recordId = await writeRecordedCall(group, studio);
  const poll = {
    type: 'poll',
    at: 3,
    question: 'Is it clear?',
    options: [{ option: 'Yes' }, { option: 'No' }],
  };
  const { at, alias } = await makeWebinar(group, recordId, [poll as Items[number]]);
  await waitUntilPrepared(group, at);
  const event = await api.createPlaybackEvent({ spaceId, body: { playbackId: at.playbackId } });

  const learner = new WebinarPage(page);
  await learner.enter(`${lectern.url}/room/${alias}`, 'Anna');
  await learner.write('Hello from now');
  await expect(learner.message('Good evening')).toContainText(/Vera Sokolova\s*From the recording/);
  await expect(learner.message('My number is 555')).toContainText(/Ivan Petrov\s*From the recording/);
  await expect(learner.chat.getByRole('article')).toHaveCount(4);
  await learner.message('Why is it seven?').hover();
  await learner.message('Why is it seven?').getByRole('button').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Copy text']);
  await page.keyboard.press('Escape');

  await learner.chat.getByRole('button', { name: 'Answer' }).click();
  await page.getByRole('checkbox', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Vote', exact: true }).click();
  await expect(page.getByText('Your vote was counted')).toBeVisible();
  const [session] = (await api.getPlaybackEventSessions(at)).items;
  const query = { playbackEventId: event.id, playbackEventSessionId: session?.id ?? '', provisional: true };
  const { participants } = await api.getPlaybackSessionAnalyticsReport({ spaceId, query });
  expect(participants.map(({ name, polls }) => [name, polls.map(({ answer }) => answer)])).toEqual([
    ['Anna', ['Yes']],
  ]);
});
