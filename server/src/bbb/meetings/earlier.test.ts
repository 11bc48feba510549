import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { messagesOf } from '../../../testing/people/chat.ts';
import { enterBy, makeLink } from '../../../testing/people/entering.ts';
import { joinFakeCall } from '../../../testing/people/fake-call.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { connectToMeeting, type EnteredMeeting, enterMeeting, roomOfLink } from '../testing/joining.ts';
import { findDueMeetings } from './due.store.ts';
import { meetingLogos } from './logo.store.ts';
import { deletePastMeetings } from './store.ts';

let lectern: InProcess;
let group: BbbGroup;
let database: Database;
before(async () => {
  lectern = await startInProcess({ LECTERN_CALL_END_GRACE_SECONDS: '0' });
  group = await makeBbbGroup(lectern);
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const done = async (call: string, parameters: Record<string, string>) => {
  const answer = await group.bbb.call(call, parameters);
  assert.equal(answer.field('returncode'), 'SUCCESS', answer.text);
  return answer;
};
const info = (meetingID: string) => group.bbb.call('getMeetingInfo', { meetingID });

const textsFor = async ({ api, group: { room } }: EnteredMeeting): Promise<string[]> => {
  await api.joinChannel({ body: { id: room.channelId } });
  return (await messagesOf(api, room.channelId)).map(({ text }) => text);
};
const say = ({ api, group: { room } }: EnteredMeeting, text: string) =>
  api.sendMessage({ body: { channelId: room.channelId, text } });

test('nobody sees the chat of an earlier meeting; everybody sees that of all calls of their own', async () => {
  const meetingID = 'chat';
  const as = (fullName: string, role: string) => ({ meetingID, fullName, role, userID: fullName });
  await done('create', { meetingID });
  const first = await connectToMeeting(lectern, group, as('Mo', 'MODERATOR'));
  await first.api.joinChannel({ body: { id: first.group.room.channelId } });
  await say(first, 'of the first meeting');
  await done('end', { meetingID });

  await done('create', { meetingID, meetingExpireWhenLastUserLeftInMinutes: '0' });
  const moderator = await connectToMeeting(lectern, group, as('Mo', 'MODERATOR'));
  assert.deepEqual(await textsFor(moderator), []);
  await say(moderator, 'of the second meeting');
  moderator.person.leave();
  await waitUntil(async () => (await info(meetingID)).field('running') === 'false', {
    timeout: 20_000,
    message: 'the moderator to be out',
  });
  const late = await connectToMeeting(lectern, group, as('Late', 'VIEWER'));
  assert.deepEqual(await textsFor(late), ['of the second meeting']);
  const waiting = await enterMeeting(lectern, group, as('Not yet in the call', 'VIEWER'));
  assert.deepEqual(await textsFor(waiting), ['of the second meeting']);
  await done('end', { meetingID });
});

test('a call that began before the meeting belongs to it', async () => {
  const meetingID = 'began before';
  await done('create', { meetingID });
  const { url } = await enterMeeting(lectern, group, { meetingID, fullName: 'A', role: 'VIEWER' });
  const room = await roomOfLink(group, url);
  await done('end', { meetingID });
  const inside = await joinFakeCall(lectern, room, { username: 'Of the panel', role: 'moderator' });

  const made = await done('create', { meetingID, meetingExpireWhenLastUserLeftInMinutes: '1' });
  assert.equal(made.field('hasUserJoined'), 'true');
  const running = await info(meetingID);
  assert.deepEqual(
    [running.field('running'), running.field('participantCount'), running.field('hasUserJoined')],
    ['true', '1', 'true'],
  );
  const internalId = made.field('internalMeetingID') ?? '';
  const callsOf = async () =>
    (
      await database.pool.query(
        `SELECT count(*)::int AS calls FROM bbb_meeting_calls c JOIN bbb_meetings m ON m.id = c.meeting_id
         WHERE m.internal_id = $1`,
        [internalId],
      )
    ).rows[0]?.calls;
  assert.equal(await callsOf(), 1);
  inside.person.leave();
  await waitUntil(async () => (await info(meetingID)).field('running') === 'false', {
    timeout: 20_000,
    message: 'the person of the panel to be out',
  });
  await database.pool.query(
    `UPDATE visits SET exited_at = exited_at - interval '2 minutes', entered_at = entered_at - interval '3 minutes'
     WHERE participant_id = $1`,
    [inside.id],
  );
  await database.pool.query(`UPDATE bbb_meetings SET created_at = created_at - interval '4 minutes'
    WHERE internal_id = '${internalId}'`);
  await waitUntil(async () => (await info(meetingID)).field('messageKey') === 'notFound', {
    timeout: 20_000,
    message: 'the meeting to end after its last person left',
  });
});

test('a sample call is none of the meeting', async () => {
  const meetingID = 'sample';
  const made = await done('create', { meetingID, 'meta_analytics-callback-url': 'http://127.0.0.1:9/' });
  const { url } = await enterMeeting(lectern, group, { meetingID, fullName: 'A', role: 'VIEWER' });
  const room = await roomOfLink(group, url);
  await database.pool.query(
    `INSERT INTO calls (id, room_id, space_id, plan_alias, room_type, started_at, is_sample)
     VALUES ('sample-call', $1, $2, 'business', 'lesson', now(), true)`,
    [room.room.id, group.spaceId],
  );
  const entered = await enterBy(lectern, room, { url: await makeLink(room) });
  await database.pool.query(
    `INSERT INTO visits (id, call_id, participant_id, engine_sid, entry_id, entered_at)
     VALUES ('sample-visit', 'sample-call', $1, 'sample-sid', 'sample-entry', now())`,
    [entered.id],
  );
  assert.equal((await info(meetingID)).field('participantCount'), '0');
  const { rows } = await database.pool.query(
    `SELECT FROM bbb_meeting_calls c JOIN bbb_meetings m ON m.id = c.meeting_id WHERE m.internal_id = $1`,
    [made.field('internalMeetingID')],
  );
  assert.equal(rows.length, 0);
  await database.pool.query(`DELETE FROM visits WHERE id = 'sample-visit'`);
  await database.pool.query(`DELETE FROM calls WHERE id = 'sample-call'`);
  await done('end', { meetingID });
});

test('create beside end finds the old meeting or makes a new one, and fails never', async () => {
  const meetingID = 'beside';
  for (let round = 0; round < 20; round += 1) {
    await done('create', { meetingID });
    const [, created] = await Promise.all([
      group.bbb.call('end', { meetingID }),
      done('create', { meetingID }),
      done('create', { meetingID }),
    ]);
    assert.ok(Number(created.field('createTime')) > 0);
    await group.bbb.call('end', { meetingID });
  }
});

test('join beside end gives no link that is good afterwards', async () => {
  const meetingID = 'join beside end';
  for (let round = 0; round < 10; round += 1) {
    await done('create', { meetingID });
    const join = { meetingID, fullName: 'A', role: 'VIEWER', redirect: 'false' };
    const [, ...joined] = await Promise.all([
      done('end', { meetingID }),
      ...Array.from({ length: 5 }, () => group.bbb.call('join', join)),
    ]);
    for (const one of joined) {
      const isRefused = one.field('messageKey') === 'meetingForciblyEnded';
      assert.ok(isRefused || one.field('returncode') === 'SUCCESS', one.text);
    }
  }
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS good FROM bbb_joins j JOIN bbb_meetings m ON m.id = j.meeting_id
     JOIN access_links l ON l.id = j.link_id
     WHERE m.meeting_id = $1 AND m.ended_at IS NOT NULL AND l.revoked_at IS NULL`,
    [meetingID],
  );
  assert.equal(rows[0]?.good, 0);
});

test('deletion of old meetings keeps which room a meetingID has, and none of what clients said', async () => {
  const meetingID = 'kept';
  const join = {
    meetingID,
    fullName: 'A',
    role: 'VIEWER',
    logoutURL: 'https://a.example/',
    'userdata-x': '1',
  };
  const roomIdOf = async () => {
    const { url } = await enterMeeting(lectern, group, join);
    return (await roomOfLink(group, url)).room.id;
  };
  for (const meta_topic of ['first', 'second']) {
    await done('create', { meetingID, meta_topic });
    await done('end', { meetingID });
  }
  const said = { name: 'Said', welcome: 'Said', bannerText: 'Said', logo: 'https://logo.example/a.png' };
  const created = await done('create', { meetingID, meta_topic: 'third', attendeePW: 'Said', ...said });
  const roomId = await roomIdOf();
  await done('end', { meetingID });
  const loaded = { url: said.logo, loadedAt: new Date(), type: 'image/png', bytes: Buffer.from('a') };
  const { rows: newest } = await database.pool.query(
    'SELECT id FROM bbb_meetings WHERE meeting_id = $1 ORDER BY create_time DESC',
    [meetingID],
  );
  const storeLogo = () => meetingLogos.storeLogo(database.db, newest[0].id, loaded);
  await storeLogo();
  const later = new Date(Date.now() + 60_000);
  while (await deletePastMeetings(database.db, later, 2));
  await storeLogo();
  const { rows } = await database.pool.query(
    `SELECT m.name, m.attendee_password, m.moderator_password, m.settings, m.metadata,
       (SELECT count(*)::int FROM bbb_joins j WHERE j.meeting_id = m.id) AS joins,
       (SELECT count(*)::int FROM bbb_logos l WHERE l.meeting_id = m.id) AS logos
     FROM bbb_meetings m WHERE m.meeting_id = $1`,
    [meetingID],
  );
  const nothing = { settings: {}, metadata: {}, joins: 0, logos: 0 };
  assert.deepEqual(rows, [{ name: '', attendee_password: '', moderator_password: '', ...nothing }]);
  assert.equal(await deletePastMeetings(database.db, later, 1), false);
  const refused = await group.bbb.call('join', { ...join, redirect: 'false' });
  assert.equal(refused.field('messageKey'), 'meetingForciblyEnded');
  const next = await done('create', { meetingID });
  assert.ok(Number(next.field('createTime')) > Number(created.field('createTime')));
  assert.equal(await roomIdOf(), roomId);
  await group.owner.deleteRoom({ spaceId: group.spaceId, roomId });
  while (await deletePastMeetings(database.db, later, 2));
  const left = await database.pool.query('SELECT FROM bbb_meetings WHERE meeting_id = $1', [meetingID]);
  assert.equal(left.rows.length, 0);
});

test('the erasure of a person leaves nothing that only this API knows of them', async () => {
  const meetingID = 'erased';
  await done('create', { meetingID });
  const join = { meetingID, fullName: 'A', role: 'VIEWER', userID: 'pupil 7', redirect: 'false' };
  await done('join', { ...join, logoutURL: 'https://a.example/of/pupil-7', 'userdata-x': '1' });
  await group.owner.erasePerson({ externalUserId: 'pupil 7' });
  const { rows } = await database.pool.query(
    `SELECT j.custom_data, j.logout_url FROM bbb_joins j JOIN bbb_meetings m ON m.id = j.meeting_id
     WHERE m.meeting_id = $1`,
    [meetingID],
  );
  assert.deepEqual(rows, [{ custom_data: {}, logout_url: null }]);
  await done('end', { meetingID });
});

test('a person who left before the meeting was created was not in it', async () => {
  const meetingID = 'left before';
  await done('create', { meetingID });
  const { url } = await enterMeeting(lectern, group, { meetingID, fullName: 'A', role: 'VIEWER' });
  const room = await roomOfLink(group, url);
  await done('end', { meetingID });
  const teacher = await joinFakeCall(lectern, room, { username: 'Teacher of the panel', role: 'moderator' });
  await joinFakeCall(lectern, room, { username: 'Pupil of the panel', role: 'user' });
  teacher.person.leave();
  const hasLeft = async () =>
    (
      await database.pool.query(
        `UPDATE visits SET entered_at = entered_at - interval '20 minutes', exited_at = exited_at - interval '10 minutes'
         WHERE participant_id = $1 AND exited_at IS NOT NULL`,
        [teacher.id],
      )
    ).rowCount === 1;
  await waitUntil(hasLeft, { timeout: 20_000, message: 'the teacher to be out' });
  const made = await done('create', { meetingID, endWhenNoModerator: 'true' });
  const isDue = async () =>
    (await findDueMeetings(database.db, { except: [], limit: 100 })).some(
      ({ roomId }) => roomId === room.room.id,
    );
  assert.equal(await isDue(), false);
  const internalId = made.field('internalMeetingID') ?? '';
  const { rows } = await database.pool.query(
    `SELECT p.name FROM bbb_meeting_visits v JOIN bbb_meetings m ON m.id = v.meeting_id
     JOIN participants p ON p.id = v.participant_id WHERE m.internal_id = $1`,
    [internalId],
  );
  assert.deepEqual(rows, [{ name: 'Pupil of the panel' }]);
  await done('end', { meetingID });
});
