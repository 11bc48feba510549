import type { Browser } from '@playwright/test';
import { patient } from '../../../server/testing/patience.ts';
import { putRecorderNode, removeRecorderNodes } from '../../../server/testing/records/records.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { keepVideo } from '../testing/content-group.ts';
import { keepDevicesOff, PersonPage } from '../testing/person-page.ts';
import { RecordedPerson } from '../testing/recorded-page.ts';
import { expect, type RecordedSchool, type School, type SchoolRoom, test } from '../testing/school.ts';

const at = ({ spaceId, id: roomId }: SchoolRoom) => ({ spaceId, roomId });

/** The running recording, once there is one. */
async function activeIn({ school }: RecordedSchool, room: SchoolRoom): Promise<string> {
  let found: string | undefined;
  await waitUntil(
    async () => {
      const { record } = await school.client.getActiveRecord(at(room));
      found = record?.id;
      return found !== undefined;
    },
    { timeout: 20_000, message: 'a recording' },
  );
  return found ?? '';
}

/** Reports the first picture as the room's recorder does. */
async function show(recordedSchool: RecordedSchool, room: SchoolRoom, secondsAgo = 0): Promise<string> {
  const id = await activeIn(recordedSchool, room);
  await recordedSchool.recorder.begins(id, secondsAgo);
  return id;
}

/** After a restart the server would not know the node that the test inserted. */
async function comeBack({ school, database, nodeId }: RecordedSchool): Promise<void> {
  await removeRecorderNodes(database.db, [nodeId]);
  await school.lectern.start();
  await putRecorderNode(database.db, { places: 9 }, nodeId);
}

async function teach(
  browser: Browser,
  { school }: RecordedSchool,
  wishes: Parameters<School['room']>[0] = {},
) {
  const room = await school.room(wishes);
  const link = (role: 'user' | 'moderator', username: string) => school.link(room, { role, username });
  const teacher = await RecordedPerson.enter(browser, await link('moderator', 'Anna Petrova'));
  return { room, link, teacher };
}

test('two moderators who press at once start one recording, and both can stop it', { tag: '@main' }, async ({
  browser,
  recordedSchool,
}) => {
  const { room, link, teacher } = await teach(browser, recordedSchool);
  // Her clock is an hour off.
  const other = await RecordedPerson.enter(browser, await link('moderator', 'Vera Sokolova'), {
    clockAhead: -3_600_000,
  });
  for (const { person, page } of [teacher, other]) {
    await person.button('Record the call').click();
    await expect(page.getByRole('button', { name: 'Start recording' })).toBeFocused();
  }
  await Promise.all([teacher, other].map(({ page }) => page.keyboard.press('Enter')));
  const id = await show(recordedSchool, room, 60);
  for (const one of [teacher, other]) await one.isRecorded();
  await expect(other.sign).toHaveText(/^Recording 1:\d\d$/);
  // Both see the question; when one has stopped the recording, the other's question closes.
  for (const { person, page } of [teacher, other]) {
    await person.button('Stop recording').click();
    await expect(page.getByRole('dialog')).toContainText('You can watch it soon');
  }
  await teacher.person.answer('Stop');
  await Promise.all(
    [teacher, other].map(async (one) => {
      await one.isTold('The recording has ended. You can watch it soon.');
      await one.isNotRecorded();
      await expect(one.page.getByRole('dialog')).toHaveCount(0);
    }),
  );
  const { items } = await recordedSchool.school.client.listRecords(at(room));
  expect(items.map(({ id, state }) => [id, state])).toEqual([[id, 'processing']]);
  await Promise.all([teacher.close(), other.close()]);
});

test('a recording that is stopped at once is discarded, and the question says so', async ({
  browser,
  recordedSchool,
}) => {
  const { room, teacher } = await teach(browser, recordedSchool);
  await teacher.page.keyboard.press('r');
  await expect(teacher.page.getByRole('dialog')).toContainText('Everyone sees and hears');
  await expect(teacher.person.button('Start recording')).toBeFocused();
  const asked = Promise.withResolvers<void>();
  await teacher.page.route('**/records/start', async (route) => {
    await asked.promise;
    await route.continue();
  });
  await teacher.page.keyboard.press('Enter');
  await expect(teacher.starting).toBeVisible();
  await expect(teacher.page.getByRole('dialog')).toHaveCount(0);
  // A recording that the server does not know cannot be cancelled yet.
  await expect(teacher.person.button('Recording is starting')).toBeVisible();
  asked.resolve();
  await expect(teacher.person.button('Recording is starting. Cancel it')).toBeVisible();
  await teacher.page.keyboard.press('r');
  await expect(teacher.page.getByRole('dialog')).toContainText('within the first 3 seconds is discarded');
  await expect(teacher.person.button('Keep recording')).toBeFocused();
  await teacher.page.keyboard.press('Enter');
  await expect(teacher.page.getByRole('dialog')).toHaveCount(0);
  await expect(teacher.starting).toBeVisible();
  await teacher.person.button('Recording is starting. Cancel it').click();
  await teacher.person.answer('Stop');
  await expect(teacher.person.text('Nothing was saved')).toBeVisible();
  await teacher.isNotRecorded();
  const { items } = await recordedSchool.school.client.listRecords(at(room));
  expect(items.map(({ state }) => state)).toEqual(['aborted']);
  await teacher.close();
});

test('a newcomer knows of the recording before the entry and hears of it once, over lost connections and an outage too', async ({
  browser,
  recordedSchool,
}) => {
  // This test starts a server twice.
  const { school } = recordedSchool;
  const { room, link, teacher } = await teach(browser, recordedSchool);
  await teacher.start('Gallery');
  await show(recordedSchool, room);
  await teacher.isRecorded();
  expect((await school.client.listRecords(at(room))).items[0]?.layout).toBe('grid');

  const pupil = await RecordedPerson.open(browser, await link('user', 'Boris Ivanov'));
  await expect(pupil.person.text('This call is being recorded.')).toBeVisible();
  await expectAccessible(pupil.page);
  expect((await pupil.heard()).said).toEqual([]);
  await pupil.person.enter();
  await pupil.isRecorded();
  await expect(pupil.page.getByRole('status').getByText('This call is being recorded.')).toBeVisible();
  await expect(pupil.person.button('Stop recording')).toHaveCount(0);
  await expect.poll(async () => (await pupil.heard()).said).toEqual(['This call is being recorded.']);

  const away = pupil.person.text('Connection lost. Reconnecting');
  await school.lectern.kill();
  const looked = pupil.page.waitForResponse(
    (response) => response.url().endsWith('/records/active') && response.ok(),
    { timeout: patient(90_000) },
  );
  try {
    await expect(away).toBeVisible();
    await expect(pupil.sign).toBeVisible();
  } finally {
    await comeBack(recordedSchool);
  }
  // It has asked again, and learnt that this is the known recording.
  await looked;
  await expect(away).toBeHidden();
  await expect(pupil.sign).toBeVisible();
  expect((await pupil.heard()).said).toEqual(['This call is being recorded.']);
  // A reload is a new entry.
  await pupil.page.reload();
  await pupil.person.enter();
  await pupil.isRecorded();
  await expect.poll(async () => (await pupil.heard()).said).toEqual(['This call is being recorded.']);

  // A missed end of the recording is corrected too.
  const id = await activeIn(recordedSchool, room);
  await school.lectern.kill();
  await recordedSchool.recorder.ends(id);
  await comeBack(recordedSchool);
  await Promise.all([pupil.isTold('The recording has ended.', 40_000), teacher.isNotRecorded(40_000)]);
  await pupil.isNotRecorded();
  await Promise.all([teacher.close(), pupil.close()]);
});

test('a browser without a voice plays a tone, and a person without sounds hears nothing', async ({
  browser,
  recordedSchool,
}) => {
  const { room, link, teacher } = await teach(browser, recordedSchool);
  const voiceless = await RecordedPerson.enter(browser, await link('user', 'Boris Ivanov'), {
    languages: ['de-DE'],
  });
  const quiet = await RecordedPerson.enter(browser, await link('user', 'Vera Sokolova'), { isSilent: true });
  await teacher.start();
  await show(recordedSchool, room, 5);
  for (const one of [teacher, voiceless, quiet]) await one.isRecorded();
  await expect.poll(async () => (await teacher.heard()).said).toEqual(['Recording has started.']);
  await expect.poll(async () => (await voiceless.heard()).notes).toEqual([587, 587, 880]);
  await teacher.stop();
  for (const one of [voiceless, quiet]) await one.isNotRecorded();
  await expect.poll(async () => (await voiceless.heard()).notes.slice(3)).toEqual([880, 587]);
  expect((await voiceless.heard()).said).toEqual([]);
  expect(await quiet.heard()).toEqual({ said: [], notes: [] });
  await Promise.all([teacher.close(), voiceless.close(), quiet.close()]);
});

test('moderators see in a sentence why a recording cannot begin, and that it failed', async ({
  browser,
  recordedSchool,
}) => {
  const { database, nodeId, recorder } = recordedSchool;
  const { room, link, teacher } = await teach(browser, recordedSchool);
  const pupil = await RecordedPerson.enter(browser, await link('user', 'Boris Ivanov'));
  const { person } = teacher;
  await putRecorderNode(database.db, { places: 0 }, nodeId);
  await teacher.start();
  await expect(person.text('All recorders are busy.')).toBeVisible();
  await teacher.isNotRecorded();
  await putRecorderNode(database.db, { places: 9, freeBytes: 1_000 }, nodeId);
  await teacher.start();
  await expect(person.text('The server’s disk has too little space')).toBeVisible();
  await expect(person.text('All recorders are busy.')).toBeHidden();
  await putRecorderNode(database.db, { places: 9 }, nodeId);
  await teacher.start();
  await expect(pupil.starting).toBeVisible();
  const id = await activeIn(recordedSchool, room);
  await recorder.fails(id, 'no_picture');
  await expect(person.text('The recording did not start.')).toBeVisible();
  await teacher.isNotRecorded();
  await teacher.start();
  const next = await show(recordedSchool, room);
  await pupil.isRecorded();
  await recorder.fails(next, 'disk_full');
  await Promise.all([teacher.isTold('the server’s disk is full'), pupil.isTold('The recording has ended.')]);
  await expect(pupil.person.text('disk is full')).toHaveCount(0);
  await Promise.all([teacher.close(), pupil.close()]);
});

test('a room without recording has no button, and the shortcut does nothing', async ({
  browser,
  recordedSchool,
}) => {
  const { teacher } = await teach(browser, recordedSchool, { isRecordAllowed: false });
  await expect(teacher.person.button('Record the call')).toHaveCount(0);
  await teacher.page.keyboard.press('r');
  await teacher.person.button('More').click();
  await expect(teacher.page.getByRole('menuitem', { name: 'Full screen' })).toBeVisible();
  await expect(teacher.page.getByRole('menuitem', { name: 'Record the call' })).toHaveCount(0);
  await expect(teacher.page.getByRole('dialog')).toHaveCount(0);
  await teacher.close();
});

test('an automatically recorded room says so on the entry page, and everybody is told when it begins', async ({
  browser,
  recordedSchool,
}) => {
  const room = await recordedSchool.school.room({ isAutoRecordingAllowed: true });
  const link = (role: 'user' | 'moderator') => recordedSchool.school.link(room, { role });
  const pupil = await RecordedPerson.open(browser, await link('user'));
  await expect(pupil.person.text('This call will be recorded.')).toBeVisible();
  await pupil.person.enter();
  await pupil.isNotRecorded();
  const teacher = await RecordedPerson.enter(browser, await link('moderator'));
  await show(recordedSchool, room);
  await Promise.all([
    pupil.isTold('This call is now being recorded.', 30_000),
    ...[teacher, pupil].map(async (one) => {
      await one.isRecorded();
      await expect.poll(async () => (await one.heard()).said).toHaveLength(1);
    }),
  ]);
  await Promise.all([teacher.close(), pupil.close()]);
});

const phone = { width: 390, height: 844 };

test('a phone has recording in its menu, and axe finds nothing serious while it runs', async ({
  browser,
  recordedSchool,
}) => {
  const room = await recordedSchool.school.room();
  const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const isClean = async (): Promise<void> => {
    await expectAccessible(page);
    await page.setViewportSize(phone);
  };
  const choose = async (item: string): Promise<void> => {
    await more.click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
  await keepDevicesOff(page);
  await page.goto(await recordedSchool.school.link(room, { role: 'moderator' }));
  await page.getByRole('button', { name: 'Join' }).click();
  const more = page.getByRole('button', { name: 'More', exact: true });
  await choose('Record the call');
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await choose('Record the call');
  await isClean();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect(page.getByRole('banner')).toHaveText('Recording is starting');
  await isClean();
  await show(recordedSchool, room, 3_600);
  await expect(page.getByRole('banner')).toHaveText(/^Recording 1:00:\d\d$/);
  await isClean();
  await choose('Stop recording');
  await isClean();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await context.close();
});

test('people who attended watch the recording: after the call, with their link, and until the switch is off', async ({
  browser,
  recordedSchool,
}) => {
  const { school, recorder } = recordedSchool;
  const { room, link, teacher } = await teach(browser, recordedSchool, {
    isRecordWatchingAllowed: true,
    isPublic: false,
  });
  const annLink = await link('user', 'Ann');
  const ann = await PersonPage.enterQuietly(browser, annLink);
  await teacher.start();
  const recordId = await show(recordedSchool, room, 60);
  await ann.button('Leave').click();
  await expect(ann.heading('You left the call')).toBeVisible();
  await expect(ann.text('The recording will be ready here soon.')).toBeVisible();
  await expect(ann.button('Rejoin')).toBeVisible();
  const watch = ann.page.getByRole('link', { name: 'Watch the recording' });
  await expect(watch).toHaveCount(0);
  await recorder.ends(recordId);
  await recorder.finishes(recordId, await keepVideo(school.lectern, { spaceId: room.spaceId, recordId }));
  await expect(watch).toBeVisible();
  await expectAccessible(ann.page);
  await watch.click();
  await expect(ann.page.getByRole('heading', { name: /^Algebra, \d+ \w+ \d{4}, \d\d:\d\d$/ })).toBeFocused();
  const video = ann.page.locator('video');
  await ann.page.getByRole('button', { name: 'Play' }).first().click();
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(1);
  await expectAccessible(ann.page);
  await ann.page.reload();
  await expect(video).toBeVisible();

  // The next day, with the link.
  await ann.page.goto(annLink);
  await ann.page.getByRole('link', { name: 'Watch recordings of earlier calls' }).click();
  await expect(video).toBeVisible();
  // Somebody who was not there.
  const ben = await PersonPage.openQuietly(browser, await link('user', 'Ben'));
  await expect(ben.button('Join')).toBeVisible();
  await expect(ben.page.getByRole('link', { name: 'Watch recordings of earlier calls' })).toHaveCount(0);
  await ben.page.goto((await link('user', 'Ben')).replace('?', '/recordings?'));
  await expect(ben.heading('No recordings for you here')).toBeVisible();
  const stranger = await PersonPage.openQuietly(browser, `${room.url}/recordings`);
  await expect(stranger.heading('You can’t open this room')).toBeVisible();

  await school.client.updateRecord({ ...at(room), recordId, body: { isWatchingAllowed: false } });
  await ann.page.reload();
  await expect(ann.heading('No recordings for you here')).toBeVisible();

  // A moderator by a link watches it from the page of the call, also while the switch is off.
  await school.client.finishActiveCall(at(room));
  await teacher.page.getByRole('link', { name: 'See attendance' }).click();
  await expect(teacher.page.getByRole('table', { name: 'People' })).toContainText('Ann');
  await teacher.page.getByRole('link', { name: 'Watch the recording' }).click();
  await expect(teacher.page.locator('video')).toBeVisible();
  await Promise.all([teacher.close(), ann.close(), ben.close(), stranger.close()]);
});
