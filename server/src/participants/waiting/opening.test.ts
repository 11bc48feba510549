import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Client } from '../../../../contract/client/index.ts';
import type { Body } from '../../../../contract/routes.ts';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { makeGroup, makeUser, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { type Entered, enterBy, makeLink } from '../../../testing/people/entering.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { WaitingPeople } from './testing/people.ts';

let lectern: InProcess;
/** For moments that a test cannot wait for. */
let database: OwnDatabase;
const people = new WaitingPeople(() => lectern);
const { knock, lead, goIn, listen, later } = people;
before(async () => {
  database = await startOwnDatabase();
  lectern = await startInProcess({ ...database.settings, LECTERN_RATE_LIMIT_PER_MINUTE: '0' });
});
afterEach(() => people.end());
after(async () => {
  await lectern?.remove();
  await database?.remove();
});

const groupOf = (settings: Partial<Body<'createRoom'>>) =>
  makeGroup(lectern, { isPublic: false, ...settings });

/** The part of a participant's record that is about waiting. */
async function readStanding({ api, at }: Entered) {
  const { status, waitsFor, opensAt } = await api.getParticipant(at);
  return [status, waitsFor, opensAt];
}

const until = (condition: () => unknown, message: string, timeout = 5000) =>
  waitUntil(condition, { timeout, message });
const untilAdmitted = (entered: Entered) =>
  until(async () => (await readStanding(entered))[0] === 'admitted', `${entered.id} to be admitted`);

const inFuture = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
const hour = 3600_000;

/** Moves the departures from the room's call this many seconds into the past. */
const leftEarlier = ({ room }: TestGroup, seconds: number) =>
  sql`UPDATE visits v SET exited_at = v.exited_at - make_interval(secs => ${seconds}),
      entered_at = v.entered_at - make_interval(secs => ${seconds})
    FROM calls c WHERE c.id = v.call_id AND c.room_id = ${room.id} AND v.exited_at IS NOT NULL`.execute(
    database.db,
  );

test('people wait until a moderator is in the call, and then are admitted', async () => {
  const group = await groupOf({ opensWith: 'moderator' });
  const [ann, bob] = [await knock(group), await knock(group, { username: 'Bob' })];
  assert.deepEqual(await readStanding(ann), ['waiting', 'moderator', null]);
  await refused(ann.api.issueSignalingToken(ann.at), 'not_admitted');
  const ear = await listen(ann);
  await lead(group);
  const [{ payload } = { payload: {} }] = await ear.hears('admission');
  assert.deepEqual(payload, { participantId: ann.id, roomId: group.room.id, status: 'admitted' });
  assert.deepEqual(await readStanding(bob), ['admitted', null, null]);
  await goIn(group, ann);
  assert.deepEqual(await readStanding(await knock(group)), ['admitted', null, null]);
});

test('people for whom the waiting room is on learn that a moderator decides now', async () => {
  const group = await groupOf({
    opensWith: 'moderator',
    waitingRoomAudience: 'guests',
    joinSettingsFields: [
      { slug: 'email', type: 'email', title: 'admin.classrooms.email', enabled: true, required: true },
    ],
  });
  const ann = await knock(group, { email: 'ann@example.org' });
  const ear = await listen(ann);
  const moderator = await lead(group);
  assert.equal((await ear.hears('admission'))[0]?.payload.status, 'waiting');
  assert.deepEqual(await readStanding(ann), ['waiting', 'admission', null]);
  const { items } = await moderator.api.listParticipants({ ...group.at, query: { status: 'waiting' } });
  assert.deepEqual(
    items.map(({ id, waitsFor, answers }) => ({ id, waitsFor, answers })),
    [
      {
        id: ann.id,
        waitsFor: 'admission',
        answers: [{ field: 'email', title: null, value: 'ann@example.org' }],
      },
    ],
  );
  const admitted = await moderator.api.admitParticipant(ann.at);
  assert.deepEqual([admitted.status, admitted.answers], ['admitted', []]);
});

test('when the last moderator is away for a minute, newcomers wait and the people inside stay', async () => {
  const group = await groupOf({ opensWith: 'moderator' });
  const moderator = await lead(group);
  const ann = await goIn(group, await knock(group));
  await moderator.person.leave();
  const isOut = async () => (await group.owner.listParticipants(group.at)).total === 1;
  await until(isOut, 'the moderator to be out');
  assert.deepEqual(await readStanding(await knock(group)), ['admitted', null, null]);
  const bob = await knock(group, { username: 'Bob' });
  await leftEarlier(group, 61);
  const late = await knock(group, { username: 'Late' });
  assert.deepEqual(await readStanding(late), ['waiting', 'moderator', null]);
  await ann.api.issueSignalingToken(ann.at);
  // Admitted while a moderator was there: holds for this call.
  await bob.api.issueSignalingToken(bob.at);
  const back = await enterBy(lectern, group, moderator);
  await goIn(group, back);
  await untilAdmitted(late);
});

test('a message of the moderators is for everybody who waits, while one of them is there, until the call ends', async () => {
  const group = await groupOf({ waitingRoomAudience: 'guests' });
  const ann = await knock(group);
  const write = (api: Client, text: string | null) =>
    api.updateWaitingMessage({ ...group.at, body: { text } });
  const messageTo = async ({ api, at }: Entered) => (await api.getParticipant(at)).waitingMessage;
  await refused(write(group.owner, 'Nobody is here'), 'call_not_active');
  const moderator = await lead(group);
  const ear = await listen(ann);
  const heard = ear.events('admission').length;
  const text = 'We begin at 10:05 <b>https://example.org</b>';
  assert.deepEqual(await write(moderator.api, ` ${text}\n`), { text });
  const [{ payload } = { payload: {} }] = (await ear.hears('admission', heard + 1)).slice(-1);
  assert.deepEqual(payload, { participantId: ann.id, roomId: group.room.id, status: 'waiting' });
  const bob = await knock(group, { username: 'Bob' });
  assert.deepEqual([await messageTo(ann), await messageTo(bob)], [text, text]);
  const { items } = await group.owner.listParticipants(group.at);
  const listed = Object.fromEntries(items.map(({ id, waitingMessage }) => [id, waitingMessage]));
  assert.deepEqual(listed, { [moderator.id]: null, [ann.id]: text, [bob.id]: text });
  assert.equal((await moderator.api.admitParticipant(bob.at)).waitingMessage, null);
  await goIn(group, bob);
  await refused(write(bob.api, 'Not by participants'), 'forbidden');
  await refused(write(ann.api, 'Nor by people who wait'), 'forbidden');
  for (const wrong of ['', ' \n', 'x'.repeat(301), 'half \ud800'])
    await refusedFields(write(moderator.api, wrong), 'text');

  // Bob keeps the call running.
  await moderator.person.leave();
  const isOut = async () => (await group.owner.getActiveCall(group.at)).participantsCount === 1;
  await until(isOut, 'the moderator to be out');
  assert.equal(await messageTo(ann), text);
  await leftEarlier(group, 61);
  assert.equal(await messageTo(ann), null);
  await goIn(group, await enterBy(lectern, group, moderator));
  assert.equal(await messageTo(ann), text);
  await write(moderator.api, null);
  assert.equal(await messageTo(ann), null);
  await write(group.owner, 'Five more minutes');
  assert.equal(await messageTo(ann), 'Five more minutes');
  await group.owner.finishActiveCall(group.at);
  const { rows } = await sql`SELECT waiting_message FROM calls WHERE room_id = ${group.room.id}`.execute(
    database.db,
  );
  assert.deepEqual(rows, [{ waiting_message: null }]);
  await lead(group);
  assert.equal(await messageTo(ann), null);
});

test('an admission by the presence of a moderator ends with the call', async () => {
  const group = await groupOf({ opensWith: 'moderator' });
  await lead(group);
  const ann = await goIn(group, await knock(group));
  const { signalingToken } = await ann.api.issueSignalingToken(ann.at);
  await group.owner.finishActiveCall(group.at);
  assert.deepEqual(await readStanding(ann), ['waiting', 'moderator', null]);
  await refused(ann.api.issueSignalingToken(ann.at), 'not_admitted');
  // A client that reconnects by its earlier token does not begin a call.
  const again = lectern.media.join(signalingToken);
  await until(() => again.endedBecause === 'removed', 'the participant to be removed from the media server');
  await refused(group.owner.getActiveCall(group.at), 'call_not_active');
});

test('a participant who becomes a moderator opens the room; a lost message delays it by a moment', async () => {
  const group = await makeGroup(lectern, { opensWith: 'moderator' });
  const user = await makeUser(lectern, 'substitute');
  const enter = async (api: Client, browser: string): Promise<Entered> => {
    const body = { roomId: group.room.id, clientUniqueId: browser, name: browser };
    const { id, access_token } = await api.createParticipant({ spaceId: group.spaceId, body });
    const at = { spaceId: group.spaceId, participantId: id };
    return { id, api: lectern.client(access_token), at, browser, url: '' };
  };
  const substitute = await enter(user.api, 'substitute');
  const pupil = await enter(lectern.client(), 'pupil');
  await group.owner.admitParticipant(substitute.at);
  await goIn(group, substitute);
  assert.deepEqual(await readStanding(pupil), ['waiting', 'moderator', null]);
  const ear = await listen(pupil);
  await group.owner.grantRole({
    ...group.at,
    body: { targetUserId: user.id, role: 'role_room_moderator' },
  });
  assert.equal((await ear.hears('admission'))[0]?.payload.status, 'admitted');
  // As if a node had died before it announced the admission.
  await sql`UPDATE participants SET admission = 'waiting', decided_at = NULL WHERE id = ${pupil.id}`.execute(
    database.db,
  );
  await untilAdmitted(pupil);
});

test('people wait for the opening and are admitted at its time; moderators and their guests are in before', async () => {
  const opensAt = inFuture(hour);
  const group = await groupOf({ opensAt, closesAt: inFuture(2 * hour) });
  const [ann, bob] = [await knock(group), await knock(group, { username: 'Bob' })];
  assert.deepEqual(await readStanding(ann), ['waiting', 'opening', opensAt]);
  await refused(ann.api.issueSignalingToken(ann.at), 'not_admitted');
  const ear = await listen(ann);
  const moderator = await lead(group);
  await moderator.api.admitParticipant(bob.at);
  await goIn(group, bob);
  assert.equal((await ear.hears('admission'))[0]?.payload.status, 'waiting');
  const soon = inFuture(1500);
  await group.owner.updateRoom({ ...group.at, body: { opensAt: soon } });
  const admitted = () => ear.events('admission').some(({ payload }) => payload.status === 'admitted');
  await until(admitted, 'the admission at the opening');
  assert.ok(Date.now() >= Date.parse(soon));
  await goIn(group, ann);
});

test('a changed opening applies to the people who wait and to those who are not in the call yet', async () => {
  const group = await groupOf({ opensAt: inFuture(hour) });
  const ann = await knock(group);
  const later = inFuture(2 * hour);
  const change = (body: Body<'updateRoom'>) => group.owner.updateRoom({ ...group.at, body });
  await change({ opensAt: later });
  assert.deepEqual(await readStanding(ann), ['waiting', 'opening', later]);
  await change({ opensAt: null });
  assert.deepEqual(await readStanding(ann), ['admitted', null, null]);
  const inside = await goIn(group, await knock(group, { username: 'Bob' }));
  await change({ opensWith: 'moderator' });
  assert.deepEqual(await readStanding(ann), ['waiting', 'moderator', null]);
  await inside.api.issueSignalingToken(inside.at);
  await change({ opensWith: 'anybody', opensAt: new Date(Date.now() - hour).toISOString() });
  assert.deepEqual(await readStanding(ann), ['admitted', null, null]);
});

test('after the closing nobody new enters, and who is in or waits is not concerned', async () => {
  const group = await groupOf({ waitingRoomAudience: 'everyone' });
  const moderator = await lead(group);
  const [ann, bob] = [await knock(group), await knock(group, { username: 'Bob' })];
  await moderator.api.admitParticipant(ann.at);
  const inCall = await goIn(group, ann);
  const absent = await knock(group, { username: 'Absent' });
  const link = await makeLink(group, { username: 'Late' });
  await group.owner.updateRoom({ ...group.at, body: { closesAt: new Date().toISOString() } });
  await refused(enterBy(lectern, group, { url: link }), 'room_closed');
  await inCall.person.leave();
  const back = await enterBy(lectern, group, ann);
  assert.equal(back.id, ann.id);
  await goIn(group, back);
  assert.equal((await enterBy(lectern, group, bob)).id, bob.id);
  await moderator.api.admitParticipant(bob.at);
  await goIn(group, bob);
  await sql`UPDATE participants SET seen_at = now() - interval '31 s' WHERE id = ${absent.id}`.execute(
    database.db,
  );
  await refused(absent.api.issueSignalingToken(absent.at), 'room_closed');
  await refused(enterBy(lectern, group, absent), 'room_closed');
  await lead(group);
  await group.owner.updateRoom({ ...group.at, body: { closesAt: inFuture(hour) } });
  assert.equal((await readStanding(await enterBy(lectern, group, { url: link })))[0], 'waiting');
});

test('moderators are not asked what the form asks others', async () => {
  const group = await groupOf({
    joinSettingsCustomFields: [
      {
        id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
        type: 'string',
        title: 'Class',
        enabled: true,
        required: true,
        order: 0,
      },
    ],
  });
  await lead(group);
  await refusedFields(knock(group), 'fields.6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
});

test('a microphone that is on at the entry is muted once; moderators’ and later ones are not', async () => {
  const group = await groupOf({ isMutedOnEntry: true });
  const moderator = await lead(group);
  moderator.person.publish('microphone');
  const isMuted = async ({ id }: Entered) =>
    (await lectern.media.listParticipants(group.room.id)).find(({ identity }) => identity === id)?.tracks[0]
      ?.muted;
  const early = await goIn(group, await knock(group, { username: 'Early' }));
  await sql`UPDATE visits SET entered_at = entered_at - interval '6 s'
    WHERE participant_id = ${early.id}`.execute(database.db);
  early.person.publish('microphone');
  const ann = await goIn(group, await knock(group));
  ann.person.publish('microphone');
  await until(() => isMuted(ann), 'the microphone to be muted');
  assert.deepEqual([await isMuted(moderator), await isMuted(early)], [false, false]);
  // A reconnection is not another entry.
  const bob = await goIn(group, await knock(group, { username: 'Bob' }));
  const again = ann.person.reconnect();
  later(() => again.leave());
  await sql`UPDATE visits SET entered_at = entered_at - interval '6 s', exited_at = exited_at - interval '1 s'
    WHERE participant_id = ${ann.id} AND engine_sid = ${ann.person.sid}`.execute(database.db);
  again.publish('microphone');
  bob.person.publish('microphone');
  await until(() => isMuted(bob), 'the microphone of the next person to be muted');
  assert.equal(await isMuted(ann), false);
});
