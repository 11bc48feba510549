import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { endPreparation, giveVideo, insertContent, makePlayback } from '../../../testing/playbacks.ts';
import { type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { shorten } from '../../../testing/timings.ts';
import {
  fromNow,
  hour,
  makeHookedPlayback,
  type Session,
  scheduleAt,
  sessionsIn,
  until,
} from '../../../testing/webinars/scheduled.ts';
import { timings as jobTimings } from './run-sessions.ts';
import { sessionById } from './sessions.store.ts';

shorten(jobTimings, { everyMs: 50 });
let lectern: InProcess;
let receiver: Receiver;
before(async () => {
  lectern = await startInProcess();
  receiver = await startReceiver();
});
after(async () => {
  await receiver?.close();
  await lectern?.remove();
});

const hookedPlayback = () => makeHookedPlayback({ lectern, receiver });

test('new content plays in sessions that begin later; a running one keeps its video and its end', async () => {
  const webinar = await makePlayback(lectern);
  const database = await databaseOf(lectern);
  const videoOf = async ({ id }: Session) => (await sessionById(database.db, id))?.videoId;
  const first = await giveVideo(lectern, webinar, 600);
  const { session: running } = await scheduleAt(webinar, fromNow(-1000));
  const { session: later } = await scheduleAt(webinar, fromNow(hour));
  await until(() => videoOf(running), 'the beginning');
  const second = await giveVideo(lectern, webinar, 60);
  assert.equal(await videoOf(running), first);
  assert.equal(await videoOf(later), null);
  const [unchanged, changed] = await sessionsIn(webinar);
  assert.equal(unchanged?.endDate, running.endDate);
  assert.equal(Date.parse(changed?.endDate ?? '') - Date.parse(later.startDate), 60_000);
  const { session: next } = await scheduleAt(webinar, fromNow(-10));
  await until(async () => (await videoOf(next)) === second, 'the beginning of the next session');
  await database.close();
});

test('a session that begins before the video is ready plays it as soon as it is', async () => {
  const webinar = await makePlayback(lectern);
  const database = await databaseOf(lectern);
  const { session } = await scheduleAt(webinar, fromNow(-1000));
  await until(async () => (await sessionById(database.db, session.id))?.startedAt, 'the beginning');
  const videoId = await giveVideo(lectern, webinar, 600);
  const now = await sessionById(database.db, session.id);
  assert.equal(now?.videoId, videoId);
  assert.equal((now?.endDate?.getTime() ?? 0) - (now?.startDate.getTime() ?? 0), 600_000);
  await database.close();
});

const lengthOf = ({ startDate, endDate }: Session) =>
  endDate === null ? null : Date.parse(endDate) - Date.parse(startDate);

test('the stated length ends sessions until that of the video is known', async () => {
  const webinar = await hookedPlayback();
  const { owner, at } = webinar;
  const state = (duration: number | null) => owner.updatePlayback({ ...at, body: { duration } });
  const lengths = async () => (await sessionsIn(webinar)).map(lengthOf);
  const { session: running } = await scheduleAt(webinar, fromNow(-hour / 2));
  await until(() => webinar.names(running.id).length === 1, 'the start');
  await scheduleAt(webinar, fromNow(hour));
  assert.deepEqual(await lengths(), [null, null]);
  await state(7200);
  await scheduleAt(webinar, fromNow(2 * hour));
  assert.deepEqual(await lengths(), [2 * hour, 2 * hour, 2 * hour]);
  await state(null);
  assert.deepEqual(await lengths(), [null, null, null]);
  await state(7200);
  const { recordId } = await insertContent(lectern, webinar);
  await owner.updatePlayback({ ...at, body: { recordId } });
  assert.deepEqual(await lengths(), [2 * hour, 2 * hour, 2 * hour]);
  await endPreparation(lectern, at.playbackId, { duration: 5400 });
  assert.deepEqual(await lengths(), [1.5 * hour, 1.5 * hour, 1.5 * hour]);
});

test('a session without any video ends by the stated length, and is not continued by a later one', async () => {
  const webinar = await hookedPlayback();
  const { owner, at } = webinar;
  await owner.updatePlayback({ ...at, body: { duration: 1 } });
  const { session } = await scheduleAt(webinar, fromNow(200));
  assert.equal(lengthOf(session), 1000);
  const isOver = async () => (await sessionsIn(webinar))[0]?.state === 'finished';
  await until(isOver, 'the end by the clock');
  await owner.updatePlayback({ ...at, body: { duration: 3600 } });
  await until(() => webinar.names(session.id).length === 2, 'both events');
  assert.deepEqual(await sessionsIn(webinar), [{ ...session, state: 'finished' }]);
});

test('a session without any video or stated length ends an hour after its start', async () => {
  const webinar = await hookedPlayback();
  const { session } = await scheduleAt(webinar, fromNow(-hour));
  await until(() => webinar.names(session.id).length === 2, 'both events');
  const [ended] = await sessionsIn(webinar);
  assert.equal(ended?.state, 'finished');
  const { session: young } = await scheduleAt(webinar, fromNow(-hour + 60_000));
  await until(() => webinar.names(young.id).length === 1, 'the start');
  assert.equal((await sessionsIn(webinar)).at(-1)?.state, 'running');
});
