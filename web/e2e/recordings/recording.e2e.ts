import type { Locator } from '@playwright/test';
import { verifyWebhook } from '../../../contract/client/index.ts';
import { startReceiver } from '../../../server/testing/receivers/receiver.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { PersonPage } from '../testing/person-page.ts';
import { RecordedPerson } from '../testing/recorded-page.ts';
import { expect, test } from '../testing/school.ts';

/** Waits until the sign shows that so many seconds are in the file. */
async function lasts(person: RecordedPerson, seconds: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const [minutes = 0, rest = 0] = ((await person.sign.textContent()) ?? '')
          .replace(/[^\d:]/g, '')
          .split(':')
          .map(Number);
        return minutes * 60 + rest;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(seconds);
}

test('a moderator records, a learner sees and hears it, and both see the end', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const link = (role: 'user' | 'moderator', username: string) => school.link(room, { role, username });
  const pupil = await RecordedPerson.enter(browser, await link('user', 'Boris Ivanov'));
  const teacher = await RecordedPerson.enter(browser, await link('moderator', 'Anna Petrova'));
  await expect(pupil.person.tile('Anna Petrova')).toBeVisible();
  await teacher.start('Gallery');
  await Promise.all(
    [teacher, pupil].map(async (one) => {
      await one.isRecorded();
      await expect.poll(async () => (await one.heard()).said).toEqual(['Recording has started.']);
    }),
  );
  // The recorder is not in the list of people.
  await expect(pupil.page.getByRole('button', { name: 'People, 2' })).toBeVisible();

  const late = await RecordedPerson.open(browser, await link('user', 'Vera Sokolova'));
  await expect(late.person.text('This call is being recorded.')).toBeVisible();
  await late.person.enter();
  await late.isRecorded();
  await expect.poll(async () => (await late.heard()).said).toEqual(['This call is being recorded.']);

  await lasts(teacher, 5);
  await teacher.stop();
  await Promise.all([
    pupil.isTold('The recording has ended.'),
    ...[teacher, pupil, late].map((one) => one.isNotRecorded()),
  ]);
  const isOver = async (): Promise<boolean> => {
    const { items } = await school.client.listRecords({ spaceId: room.spaceId, roomId: room.id });
    return items[0]?.state === 'finished';
  };
  await waitUntil(isOver, { timeout: 60_000, message: 'the recording to be finished' });
  await Promise.all([teacher.close(), pupil.close(), late.close()]);
});

test('automatic recording begins when a moderator enters, and ends with the call', async ({
  browser,
  school,
}) => {
  const room = await school.room({ isAutoRecordingAllowed: true });
  const pupil = await RecordedPerson.open(browser, await school.link(room));
  await expect(pupil.person.text('This call will be recorded.')).toBeVisible();
  const teacher = await RecordedPerson.enter(browser, await school.link(room, { role: 'moderator' }));
  await teacher.isRecorded();
  await pupil.person.enter();
  await pupil.isRecorded();
  await expect.poll(async () => (await pupil.heard()).said).toEqual(['This call is being recorded.']);
  await lasts(teacher, 4);
  await teacher.person.button('Leave').click();
  await teacher.page.getByRole('menuitem', { name: 'End for everyone' }).click();
  await teacher.person.answer('End the call');
  await expect(pupil.person.heading('The call has ended')).toBeVisible();
  const at = { spaceId: room.spaceId, roomId: room.id };
  await waitUntil(async () => (await school.client.listRecords(at)).items[0]?.state === 'finished', {
    timeout: 60_000,
    message: 'the recording to be finished',
  });
  const [record] = (await school.client.listRecords(at)).items;
  expect(record).toMatchObject({ startedBy: null, layout: 'speaker', isPartial: false, failure: null });
  await Promise.all([teacher.close(), pupil.close()]);
});

type Pixel = { red: number; green: number; blue: number };

/** The colour of a video or picture as a person sees it, at shares of its width and height. */
const colourAt = (picture: Locator, at: { x: number; y: number }): Promise<Pixel> =>
  picture.evaluate((element: HTMLVideoElement | HTMLImageElement, { x, y }) => {
    const pen = Object.assign(document.createElement('canvas'), { width: 64, height: 36 }).getContext('2d');
    pen?.drawImage(element, 0, 0, 64, 36);
    const [red = 0, green = 0, blue = 0] = pen?.getImageData(x * 64, y * 36, 1, 1).data ?? [];
    return { red, green, blue };
  }, at);

/** In the recording: the picture of the camera's owner, who speaks, and the background. */
const inCamera = { x: 0.09, y: 0.62 };
const onGround = { x: 0.9, y: 0.85 };

test('a person records a call, sees it appear in Content and plays it; the receiver downloads it by its link', async ({
  browser,
  school,
}) => {
  const { client, lectern } = school;
  const receiver = await startReceiver();
  const { id: spaceId } = await client.createSpace({ body: { name: 'Evening school' } });
  const { secret } = await client.createWebhook({ spaceId, body: { url: receiver.url } });
  const { id: roomId, alias } = await client.createRoom({ spaceId, body: { name: 'Organic chemistry' } });
  const link = await client.generateAccess({
    ...{ spaceId, roomId },
    body: { username: 'Boris Ivanov', role: 'user' },
  });
  const pupil = await PersonPage.enter(browser, link.url);
  const teacher = RecordedPerson.of(
    await PersonPage.enterQuietly(browser, `${lectern.url}/room/${alias}`, lectern.owner),
  );
  await expect(teacher.person.tile('Boris Ivanov').locator('video')).toHaveCount(1, { timeout: 30_000 });

  await teacher.start();
  await teacher.isRecorded();
  await lasts(teacher, 8);
  // From here on the list refreshes without a reload.
  const content = await teacher.page.context().newPage();
  await content.goto(`${lectern.url}/groups/${spaceId}/content`);
  const row = content.getByRole('list', { name: 'Recordings' }).getByRole('listitem');
  await expect(row).toContainText(/Recording\s*0:\d\d/, { timeout: 30_000 });
  await teacher.page.bringToFront();
  await teacher.stop();
  await teacher.isNotRecorded();
  await content.bringToFront();
  const download = row.getByRole('button', { name: 'Download Organic chemistry' });
  await expect(download).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(() => row.locator('img').evaluate((poster: HTMLImageElement) => poster.naturalWidth))
    .toBeGreaterThan(0);

  const posterGround = await colourAt(row.locator('img'), onGround);
  await row.getByRole('link').first().click();
  await content.getByRole('button', { name: 'Play' }).first().click();
  const video = content.locator('section[aria-label="Player"] video');
  await expect
    .poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 30_000 })
    .toBeGreaterThan(1);
  // The green of the fake camera and a nearly black background, also in the list's picture.
  await expect(async () => {
    const { red, green, blue } = await colourAt(video, inCamera);
    expect(green).toBeGreaterThan(115);
    // One step of chroma is 2.
    expect(Math.max(red, blue)).toBeLessThanOrEqual(2);
  }).toPass({ timeout: 30_000 });
  for (const ground of [await colourAt(video, onGround), posterGround]) {
    expect(Math.max(ground.red, ground.green, ground.blue)).toBeLessThan(22);
  }

  // The receiver knows only what the webhook says.
  type Told = { eventName: string; recordId?: string };
  const told = (): Told[] => receiver.received.map(({ body }) => JSON.parse(body).body);
  await waitUntil(() => told().some(({ eventName }) => eventName === 'record_finished'), {
    timeout: 30_000,
    message: () => `record_finished among ${JSON.stringify(told())}`,
  });
  for (const { body } of receiver.received) await verifyWebhook(body, secret);
  expect(told().map(({ eventName }) => eventName)).toEqual([
    'call_started',
    'record_started',
    'record_finished',
  ]);
  const { recordId = '' } = told().at(-1) ?? {};
  const record = await client.getRecord({ spaceId, roomId, recordId });
  expect(record).toMatchObject({ state: 'finished', width: 1280, height: 720, isPartial: false });
  expect(record.duration).toBeGreaterThan(7);
  const address = await client.downloadRecord({ spaceId, roomId, recordId });
  const file = await fetch(address);
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(file.headers.get('content-disposition')).toContain('attachment');
  expect(bytes.length).toBe(record.fileSize);
  expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
  const part = await fetch(address, { headers: { range: 'bytes=100-199' } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));
  await Promise.all([teacher.close(), pupil.close(), receiver.close()]);
});
