import { createHmac } from 'node:crypto';
import { type Receiver, startReceiver } from '../../../server/testing/receivers/receiver.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, type School, test } from '../testing/school.ts';

type Delivery = { signature: string; body: { eventName: string; roomId: string; spaceId: string } };

/** A receiver written from the API's documentation, without code of ours. */
function isGenuine(delivery: Delivery, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(JSON.stringify(delivery.body)).digest('hex');
  return delivery.signature === expected;
}

/** A group with a webhook, and a room in it. */
async function openCourse(school: School, receiver: Receiver) {
  const { client } = school;
  const { id: spaceId } = await client.createSpace({ body: { name: 'Course' } });
  const { secret } = await client.createWebhook({ spaceId, body: { url: receiver.url } });
  const room = await client.createRoom({ spaceId, body: { name: 'Organic chemistry' } });
  const link = async (username: string, role: 'user' | 'moderator', externalUserId: string) => {
    const body = { username, role, externalUserId };
    return (await client.generateAccess({ spaceId, roomId: room.id, body })).url;
  };
  return { spaceId, roomId: room.id, secret, link };
}

/** Anna, the teacher, turns microphone and camera off and on by keys; the pupil sees it. */
async function mute(anna: PersonPage, boris: PersonPage): Promise<void> {
  const tile = boris.tile('Anna Petrova');
  const mark = tile.getByRole('img', { name: 'Microphone off' });
  await anna.page.keyboard.press('m');
  await expect(anna.button('Turn on microphone')).toBeVisible();
  await expect(mark).toBeVisible();
  await anna.page.locator('body').click({ position: { x: 4, y: 4 } });
  await anna.page.keyboard.down(' ');
  await expect(mark).toBeHidden();
  await anna.page.keyboard.up(' ');
  await expect(mark).toBeVisible();
  await anna.page.keyboard.press('v');
  await expect(tile.getByText('AP')).toBeVisible();
  await expect(tile.locator('video')).toHaveCount(0);
  await anna.page.keyboard.press('v');
  await expect(tile.locator('video')).toHaveCount(1);
}

test('two links bring two people into a call, who mute and talk; the receiver gets its start, its end and its content', {
  tag: '@main',
}, async ({ browser, school }) => {
  const receiver = await startReceiver();
  const course = await openCourse(school, receiver);
  const { spaceId, roomId, secret } = course;
  const startedBefore = Date.now();
  const teacher = await PersonPage.enter(
    browser,
    await course.link('Anna Petrova', 'moderator', 'teacher-1'),
  );
  const pupil = await PersonPage.enter(browser, await course.link('Boris Ivanov', 'user', 'pupil-1'));

  await Promise.all([teacher.seesAndHears(), pupil.seesAndHears()]);
  await Promise.all([teacher.seesAndHears(), pupil.seesAndHears()]);
  await expect(teacher.tile('Boris Ivanov')).toBeVisible();
  await expect(pupil.tile('Anna Petrova')).toBeVisible();
  expect(new URL(pupil.page.url()).search).toBe('');
  await test.step('a muted person is shown as muted, and space lets them talk', () => mute(teacher, pupil));

  await pupil.button('Leave').click();
  await expect(pupil.heading('You left the call')).toBeVisible();
  await expect(teacher.tile('Boris Ivanov')).toHaveCount(0);
  await teacher.button('Leave').click();
  await teacher.page.getByRole('menuitem', { name: 'Leave the call' }).click();
  await expect(teacher.heading('You left the call')).toBeVisible();
  const endedBefore = Date.now();
  expect([...teacher.violations, ...pupil.violations]).toEqual([]);

  await waitUntil(() => receiver.received.length >= 2, { timeout: 20_000, message: 'both deliveries' });
  const deliveries = receiver.received.map(({ body }) => JSON.parse(body) as Delivery);
  for (const delivery of deliveries) expect(isGenuine(delivery, secret)).toBe(true);
  expect(deliveries.map(({ body }) => body)).toEqual([
    { eventName: 'call_started', roomId, spaceId },
    { eventName: 'call_finished', roomId, spaceId },
  ]);

  const date = new Date(startedBefore).toISOString();
  const calls = await school.client.analyticsCalls({ spaceId, query: { roomId, date } });
  expect(calls.items).toHaveLength(1);
  const [call] = calls.items;
  expect(call).toMatchObject({
    active: false,
    roomId,
    participantsCount: 2,
    totalParticipantsCount: 2,
    uniqueParticipantsCount: 2,
    isBreakoutRoom: false,
    roomType: 'lesson',
  });
  const [startedAt, finishedAt] = [Date.parse(call?.startedAt ?? ''), Date.parse(call?.finishedAt ?? '')];
  expect(startedAt).toBeGreaterThanOrEqual(startedBefore);
  expect(finishedAt).toBeGreaterThan(startedAt);
  expect(finishedAt).toBeLessThanOrEqual(endedBefore + 2_000);
  await Promise.all([teacher.close(), pupil.close(), receiver.close()]);
});
