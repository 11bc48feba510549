import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { waitUntil } from '../../../testing/wait.ts';
import type { Database } from '../../platform/db/db.ts';
import { BbbClient, type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { connectToMeeting } from '../testing/joining.ts';
import { findDueMeetings } from './due.store.ts';

let lectern: InProcess;
let group: BbbGroup;
let bbb: BbbClient;
let database: Database;
const secret = 's'.repeat(64);
before(async () => {
  lectern = await startInProcess({ LECTERN_BBB_SECRET: secret, LECTERN_CALL_END_GRACE_SECONDS: '0' });
  group = await makeBbbGroup(lectern);
  ({ bbb } = group);
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

/** Lets this much time pass for a meeting: moves its times into the past. */
const age = async (meetingID: string, minutes: number): Promise<void> => {
  const row = await database.db
    .selectFrom('bbb_meetings')
    .selectAll()
    .where('meeting_id', '=', meetingID)
    .executeTakeFirstOrThrow();
  const earlier = (date: Date | null) => date && new Date(date.getTime() - minutes * 60_000);
  const set = {
    created_at: earlier(row.created_at) ?? row.created_at,
    ends_at: earlier(row.ends_at),
    unjoined_until: earlier(row.unjoined_until),
  };
  await database.db.updateTable('bbb_meetings').set(set).where('id', '=', row.id).execute();
  await database.pool.query(
    `UPDATE visits v SET entered_at = entered_at - $1::interval, exited_at = exited_at - $1::interval
     FROM calls c WHERE c.id = v.call_id AND c.room_id = $2`,
    [`${minutes} minutes`, row.room_id],
  );
};

const reasonOf = async (meetingID: string): Promise<string | null> =>
  (
    await database.db
      .selectFrom('bbb_meetings')
      .select('end_reason')
      .where('meeting_id', '=', meetingID)
      .executeTakeFirstOrThrow()
  ).end_reason;

const endsBy = (meetingID: string, reason: string) =>
  waitUntil(async () => (await reasonOf(meetingID)) === reason, {
    timeout: 20_000,
    message: `${meetingID} to end by ${reason}`,
  });

const connect = async (parameters: Record<string, string>) =>
  (await connectToMeeting(lectern, group, parameters)).person;

test('a meeting ends when nobody came in time, and by its duration', async () => {
  await bbb.call('create', { meetingID: 'unjoined' });
  await bbb.call('create', { meetingID: 'never', meetingExpireIfNoUserJoinedInMinutes: '0' });
  await bbb.call('create', { meetingID: 'short', duration: '30', meetingExpireIfNoUserJoinedInMinutes: '0' });
  await age('unjoined', 4);
  await age('never', 500);
  await age('short', 31);
  await endsBy('short', 'duration');
  assert.equal(await reasonOf('unjoined'), null);
  await age('unjoined', 2);
  await endsBy('unjoined', 'unjoined');
  assert.equal(await reasonOf('never'), null);
  assert.equal((await bbb.call('getMeetingInfo', { meetingID: 'unjoined' })).field('messageKey'), 'notFound');
});

test('a meeting ends after the last person left, not with their call, also after a restart', async () => {
  const meetingID = 'left';
  await bbb.call('create', { meetingID });
  const person = await connect({ meetingID, fullName: 'Ann', role: 'VIEWER' });
  await age(meetingID, 30);
  person.leave();
  const info = () => bbb.call('getMeetingInfo', { meetingID });
  await waitUntil(async () => (await info()).field('running') === 'false', {
    timeout: 20_000,
    message: 'Ann to be out',
  });
  const second = await connect({ meetingID, fullName: 'Bob', role: 'VIEWER' });
  second.leave();
  await waitUntil(async () => (await info()).field('running') === 'false', {
    timeout: 20_000,
    message: 'Bob to be out',
  });
  assert.equal(await reasonOf(meetingID), null);
  await lectern.stop();
  await age(meetingID, 2);
  await lectern.start();
  await endsBy(meetingID, 'empty');
});

test('a meeting ends when its last moderator left, if it is to', async () => {
  const meetingID = 'led';
  await bbb.call('create', {
    meetingID,
    endWhenNoModerator: 'true',
    meetingExpireWhenLastUserLeftInMinutes: '0',
  });
  await connect({ meetingID, fullName: 'Pupil', role: 'VIEWER' });
  const moderator = await connect({ meetingID, fullName: 'Teacher', role: 'MODERATOR' });
  moderator.leave();
  const info = () => bbb.call('getMeetingInfo', { meetingID });
  await waitUntil(async () => (await info()).field('moderatorCount') === '0', {
    timeout: 20_000,
    message: 'the teacher to be out',
  });
  assert.equal(await reasonOf(meetingID), null);
  await age(meetingID, 2);
  await endsBy(meetingID, 'no_moderator');
});

test('the API of the installation acts on a group of its own, and shares the meetings of that group', async () => {
  const whole = new BbbClient(`${lectern.url}/bigbluebutton/`, secret);
  const made = await Promise.all([1, 2, 3].map(() => whole.call('create', { meetingID: 'whole' })));
  assert.equal(new Set(made.map((one) => one.field('createTime'))).size, 1);
  const { items } = await group.owner.listSpaces({ query: { search: 'BigBlueButton' } });
  assert.equal(items.length, 1);
  const spaceId = items[0]?.id ?? '';
  assert.equal(items[0]?.isPublic, false);
  const own = await group.owner.createBigBlueButton({ spaceId });
  const info = await new BbbClient(own.url, own.secret).call('getMeetingInfo', { meetingID: 'whole' });
  assert.equal(info.field('createTime'), made[0]?.field('createTime'));
  assert.equal((await bbb.call('getMeetingInfo', { meetingID: 'whole' })).field('messageKey'), 'notFound');
});

test('one meeting whose end fails keeps no other from ending, and the log says which', async () => {
  await database.pool.query(`
    CREATE FUNCTION refuse_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused by the test'; END $$;
    CREATE TRIGGER refuse_end BEFORE UPDATE ON bbb_meetings FOR EACH ROW
      WHEN (NEW.meeting_id LIKE 'stuck%' AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION refuse_end()`);
  const stuck = Array.from({ length: 3 }, (_, index) => `stuck ${index}`);
  for (const meetingID of [...stuck, 'after the stuck']) {
    await bbb.call('create', { meetingID });
    await age(meetingID, 6);
  }
  await endsBy('after the stuck', 'unjoined');
  for (const meetingID of stuck) assert.equal(await reasonOf(meetingID), null);
  assert.match(lectern.output(), /a BigBlueButton meeting could not end; will retry in 60 s/);
  await database.pool.query('DROP TRIGGER refuse_end ON bbb_meetings');
});

test('only so many meetings are looked for together, without those whose end failed', async () => {
  const dueIds = async (except: string[], limit: number) =>
    (await findDueMeetings(database.db, { except, limit })).map(({ id }) => id);
  await database.pool.query(`
    CREATE FUNCTION refuse_ends() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused by the test'; END $$;
    CREATE TRIGGER refuse_ends BEFORE UPDATE ON bbb_meetings FOR EACH ROW
      WHEN (NEW.meeting_id LIKE 'due%' AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION refuse_ends()`);
  // The meetings of the test before may be due until their end is tried again.
  const others = await dueIds([], 100);
  const meetingIds = ['due 1', 'due 2', 'due 3'];
  for (const meetingID of meetingIds) {
    await bbb.call('create', { meetingID });
    await age(meetingID, 6);
  }
  const [first = '', second = '', third = '', ...more] = await dueIds(others, 100);
  assert.ok(third);
  assert.deepEqual(more, []);
  assert.deepEqual(await dueIds(others, 2), [first, second]);
  assert.deepEqual(await dueIds([...others, first, third], 2), [second]);
  await database.pool.query('DROP TRIGGER refuse_ends ON bbb_meetings');
});
