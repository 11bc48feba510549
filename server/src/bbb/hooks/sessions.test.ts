import { after, before, beforeEach, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { waitUntil } from '../../../testing/wait.ts';
import type { FakeMediaEngine } from '../../engines/media/testing/fake.ts';
import { type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { hearingOf } from '../testing/hook-receiver.ts';
import { connectToMeeting } from '../testing/joining.ts';

let lectern: InProcess;
let database: Database;
let receiver: Receiver;
let group: BbbGroup;
before(async () => {
  lectern = await startInProcess({ LECTERN_CALL_END_GRACE_SECONDS: '0' });
  database = await databaseOf(lectern);
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.received.length = 0;
  group = await makeBbbGroup(lectern);
  await group.bbb.call('create', { meetingID: 'mm' });
  await group.bbb.call('hooks/create', { callbackURL: `${receiver.url}/hook` });
});
after(async () => {
  await database?.close();
  await receiver?.close();
  await lectern?.remove();
});

const hears = hearingOf(() => ({ receiver, secret: group.secret }));
const join = (fullName: string, role: 'MODERATOR' | 'VIEWER') =>
  connectToMeeting(lectern, group, { meetingID: 'mm', fullName, role, userID: fullName });

/** A teacher, who keeps the call, and a pupil. */
async function meet() {
  const teacher = await join('Ms Noether', 'MODERATOR');
  await hears(['user-joined', 'Ms Noether'], ['user-presenter-assigned', 'Ms Noether']);
  const pupil = await join('Ben', 'VIEWER');
  await hears(['user-joined', 'Ben']);
  return { teacher, pupil };
}

const until = (condition: () => boolean | Promise<boolean>, message: string) =>
  waitUntil(condition, { timeout: 20_000, message });

async function countEngineEvents(): Promise<number> {
  const { rows } = await database.pool.query('SELECT count(*)::int AS count FROM engine_events');
  return rows[0].count;
}

/** Sends events of the media server, and waits until they are processed. */
async function tell(roomId: string, happenings: readonly Parameters<FakeMediaEngine['tell']>[1][]) {
  const before = await countEngineEvents();
  for (const one of happenings) lectern.media.tell(roomId, one);
  await until(async () => (await countEngineEvents()) >= before + happenings.length, 'the late events');
}

test('a session that replaces another one is no event, and late events of the old one are none', async () => {
  const { teacher, pupil } = await meet();
  const { media } = lectern;
  const { room } = pupil.group;
  pupil.person.publish('microphone');
  await hears(['user-audio-voice-enabled', 'Ben']);
  const { signalingToken } = await pupil.api.issueSignalingToken(pupil.at);
  const late: Parameters<FakeMediaEngine['tell']>[1][] = [];
  const { tell: original } = media;
  media.tell = (_, happening) => void late.push(happening);
  const next = media.connect(signalingToken);
  media.tell = original;
  next.begin();
  // The comparison would find out before the events.
  media.isAway = true;
  await hears(['user-audio-voice-disabled', 'Ben']);
  next.publish('microphone');
  await hears(['user-audio-voice-enabled', 'Ben']);
  await tell(room.id, late);
  media.isAway = false;
  teacher.person.publish('camera');
  await hears(['user-cam-broadcast-start', 'Ms Noether']);
  next.leave();
  await hears(['user-audio-voice-disabled', 'Ben'], ['user-left', 'Ben']);
});

test('a person whose old session ended before the news of the new one has left and joined', async () => {
  const { pupil } = await meet();
  const { signalingToken } = await pupil.api.issueSignalingToken(pupil.at);
  const joinedAt = new Date();
  const next = lectern.media.connect(signalingToken);
  await hears(['user-left', 'Ben']);
  const { describe } = next;
  next.describe = () => ({ ...describe.call(next), joinedAt });
  next.begin();
  await hears(['user-joined', 'Ben']);
  next.leave();
  await hears(['user-left', 'Ben']);
});

test('a muted microphone of a person who has left is no event', async () => {
  const { teacher, pupil } = await meet();
  pupil.person.leave();
  await hears(['user-left', 'Ben']);
  const { identity, sid: participantSid } = pupil.person;
  const track = { sid: 'TR_late', source: 'microphone', muted: true } as const;
  await tell(pupil.group.room.id, [{ type: 'track_published', identity, participantSid, track }]);
  teacher.person.publish('camera');
  await hears(['user-cam-broadcast-start', 'Ms Noether']);
});

test('a hook that comes later than a person gets that they leave, whatever an earlier hook knew', async () => {
  const { teacher, pupil } = await meet();
  pupil.person.publish('microphone');
  const [{ deliveryId = '' } = {}] = await hears(['user-audio-voice-enabled', 'Ben']);
  const { rows } = await database.pool.query('SELECT hook_id FROM bbb_deliveries WHERE id = $1', [
    deliveryId,
  ]);
  await group.bbb.call('hooks/destroy', { hookID: rows[0].hook_id });
  pupil.person.leave();
  await until(async () => {
    const { rows: open } = await database.pool.query(
      'SELECT FROM visits WHERE participant_id = $1 AND exited_at IS NULL',
      [pupil.id],
    );
    return open.length === 0;
  }, 'the end of the session');
  await group.bbb.call('hooks/create', { callbackURL: `${receiver.url}/later` });
  const { signalingToken } = await pupil.api.issueSignalingToken(pupil.at);
  const next = lectern.media.join(signalingToken);
  await hears(['user-joined', 'Ben'], ['user-presenter-assigned', 'Ms Noether']);
  next.publish('microphone');
  await hears(['user-audio-voice-enabled', 'Ben']);
  teacher.person.leave();
  await hears(['user-left', 'Ms Noether']);
});

test('the presenter is who shares a screen, or else the first moderator, also one by a new role', async () => {
  const { teacher, pupil } = await meet();
  const colleague = await join('Mr Hilbert', 'MODERATOR');
  await hears(['user-joined', 'Mr Hilbert']);
  colleague.person.publish('screen');
  await hears(['meeting-screenshare-started', 'Mr Hilbert'], ['user-presenter-assigned', 'Mr Hilbert']);
  colleague.person.unpublish('screen');
  await hears(['meeting-screenshare-stopped', 'Mr Hilbert'], ['user-presenter-assigned', 'Ms Noether']);
  colleague.person.leave();
  await hears(['user-left', 'Mr Hilbert']);
  teacher.person.leave();
  await hears(['user-left', 'Ms Noether']);
  await group.owner.updateParticipant({ ...pupil.at, body: { role: 'moderator' } });
  await hears(['user-presenter-assigned', 'Ben']);
});
