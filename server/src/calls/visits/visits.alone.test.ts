import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { databaseOf } from '../../../testing/database.ts';
import { makeGroup } from '../../../testing/group.ts';
import { type Lectern, startLectern } from '../../../testing/lectern.ts';
import { joinCall } from '../../../testing/people/meeting.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { intervalsIn, visitsIn } from '../testing/queries.ts';

let lectern: Lectern;
before(async () => {
  lectern = await startLectern();
});
after(async () => {
  await dispose();
  await lectern?.remove();
});

const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 30_000, message });
/** The person's clock and the recorded time may differ by half a second: no other test runs beside this one. */
const near = (moment: Date | null | undefined, truth: number, within = 500) =>
  assert.ok(
    Math.abs((moment?.getTime() ?? Number.NaN) - truth) <= within,
    `${moment?.toISOString()} is not near ${new Date(truth).toISOString()}`,
  );

test('every visit has its entry and exit and the intervals of microphone, camera and screen', async () => {
  const group = await makeGroup(lectern);
  const { db, close } = await databaseOf(lectern);
  const [moderator, guest] = [
    await joinCall(lectern, group, { role: 'moderator' }),
    await joinCall(lectern, group),
  ];
  const intervals = () => intervalsIn(db, guest.id);
  const isOn = (source: string) => async () =>
    (await intervals()).some((one) => one.source === source && one.ended_at === null);

  await guest.person.publish('camera');
  const cameraOn = Date.now();
  await guest.person.publish('microphone');
  await until(isOn('camera'), 'the camera to be noted');
  await until(isOn('microphone'), 'the microphone to be noted');
  await moderator.api.muteParticipant({ ...guest.at, body: { source: 'microphone' } });
  const muted = Date.now();
  await until(async () => !(await isOn('microphone')()), 'muted to be noted as off');
  await guest.person.unpublish('camera');
  const cameraOff = Date.now();
  await guest.person.publish('screen');
  await until(isOn('screen'), 'the screen to be noted');
  await guest.person.leave();
  const left = Date.now();
  await until(async () => (await visitsIn(db, guest.id))[0]?.exited_at, 'the exit to be noted');

  const bySource = new Map((await intervals()).map((one) => [one.source, one]));
  assert.equal(bySource.size, (await intervals()).length);
  near(bySource.get('camera')?.started_at, cameraOn);
  near(bySource.get('camera')?.ended_at, cameraOff);
  near(bySource.get('microphone')?.ended_at, muted, 2_500);
  near(bySource.get('screen')?.ended_at, left);
  const [visit, ...more] = await visitsIn(db, guest.id);
  assert.deepEqual(more, []);
  near(visit?.exited_at, left);
  await moderator.person.leave();
  await close();
});
