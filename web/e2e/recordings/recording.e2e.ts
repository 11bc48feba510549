import type { Locator } from '@playwright/test';
import { verifyWebhook } from '../../../contract/client/index.ts';
import { patient } from '../../../server/testing/patience.ts';
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
      { timeout: patient(60_000) },
    )
    .toBeGreaterThanOrEqual(seconds);
}

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
  await expect(teacher.person.tile('Boris Ivanov').locator('video')).toHaveCount(1);

  await teacher.start();
  await teacher.isRecorded();
  // The recorder is not in the list of people, and a learner sees its sign.
  await expect(pupil.button('People, 2')).toBeVisible();
  await expect(pupil.page.getByRole('banner').getByText(/^Recording \d/)).toBeVisible();
  await lasts(teacher, 5);
  // From here on the list refreshes without a reload.
  const content = await teacher.page.context().newPage();
  await content.goto(`${lectern.url}/groups/${spaceId}/content`);
  const row = content.getByRole('list', { name: 'Recordings' }).getByRole('listitem');
  await expect(row).toContainText(/Recording\s*0:\d\d/);
  await teacher.page.bringToFront();
  await teacher.stop();
  await teacher.isNotRecorded();
  await content.bringToFront();
  const download = row.getByRole('button', { name: 'Download Organic chemistry' });
  await expect(download).toBeVisible({ timeout: patient(60_000) });
  await expect
    .poll(() => row.locator('img').evaluate((poster: HTMLImageElement) => poster.naturalWidth))
    .toBeGreaterThan(0);

  const posterGround = await colourAt(row.locator('img'), onGround);
  await row.getByRole('link').first().click();
  await content.getByRole('button', { name: 'Play' }).first().click();
  const video = content.locator('section[aria-label="Player"] video');
  await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(1);
  // The green of the fake camera and a nearly black background, also in the list's picture.
  await expect(async () => {
    const { red, green, blue } = await colourAt(video, inCamera);
    expect(green).toBeGreaterThan(115);
    // One step of chroma is 2.
    expect(Math.max(red, blue)).toBeLessThanOrEqual(2);
  }).toPass();
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
  expect(record.duration).toBeGreaterThan(4);
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
