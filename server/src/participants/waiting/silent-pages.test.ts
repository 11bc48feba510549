import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { enterBy, makeLink } from '../../../testing/people/entering.ts';
import { SocketListener } from '../../../testing/people/listener.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { WaitingPeople } from './testing/people.ts';

let lectern: InProcess;
let database: OwnDatabase;
const people = new WaitingPeople(() => lectern);
const { knock, lead, later } = people;
before(async () => {
  database = await startOwnDatabase();
  lectern = await startInProcess({ ...database.settings, LECTERN_RATE_LIMIT_PER_MINUTE: '0' });
});
afterEach(() => people.end());
after(async () => {
  await lectern?.remove();
  await database?.remove();
});

const groupOf = () => makeGroup(lectern, { isPublic: false, waitingRoomAudience: 'guests' });

/** Moves the page's last request this many seconds into the past, as if the page had been closed. */
const silence = (participantId: string, seconds: number) =>
  sql`UPDATE participants SET seen_at = now() - make_interval(secs => ${seconds}) WHERE id = ${participantId}`.execute(
    database.db,
  );

const waitingIn = async ({ owner, at }: TestGroup) =>
  (await owner.listParticipants({ ...at, query: { status: 'waiting' } })).items.map(({ id }) => id);

test('the participant of a closed page is not shown; if they return, the same one is shown again', async () => {
  const group = await groupOf();
  const moderator = await lead(group);
  const ear = await SocketListener.of(lectern, moderator.api, group.room.channelId);
  later(() => ear.close());
  const latest = () => ear.events('waiting-room').at(-1)?.payload;
  const shows = (waiting: number) =>
    waitUntil(() => latest()?.waiting === waiting, {
      timeout: 20_000,
      message: `a count of ${waiting}`,
    });
  const ann = await knock(group);
  await shows(1);
  assert.deepEqual(latest(), { roomId: group.room.id, waiting: 1 });
  await silence(ann.id, 26);
  assert.deepEqual(await waitingIn(group), [ann.id]);
  await shows(0);
  assert.deepEqual(await waitingIn(group), []);
  await silence(ann.id, 3600);
  assert.deepEqual((await moderator.api.admitEverybody(group.at)).items, []);
  assert.equal((await ann.api.getParticipant(ann.at)).status, 'waiting');
  await shows(1);
  await silence(ann.id, 3600);
  assert.equal((await enterBy(lectern, group, ann)).id, ann.id);
  assert.deepEqual(await waitingIn(group), [ann.id]);
});

test('a page that asks often causes few writes', async () => {
  const group = await groupOf();
  const ann = await knock(group);
  const seenAt = async () => {
    const { rows } = await sql<{ at: string }>`
      SELECT seen_at::text AS at FROM participants WHERE id = ${ann.id}`.execute(database.db);
    return rows[0]?.at;
  };
  const first = await seenAt();
  await Promise.all(Array.from({ length: 20 }, () => ann.api.getParticipant(ann.at)));
  assert.equal(await seenAt(), first);
  await silence(ann.id, 6);
  const before = await seenAt();
  await ann.api.getParticipant(ann.at);
  assert.notEqual(await seenAt(), before);
});

/** Adds this many copies of the participant, each in a browser of its own. */
const multiply = (participantId: string, count: number) =>
  sql`
    INSERT INTO participants (id, room_id, link_id, browser_hash, name, role, origin, created_at, admission, seen_at)
    SELECT left(p.id, 18) || lpad(to_hex(n), 6, '0'), p.room_id, p.link_id, convert_to('browser ' || n, 'UTF8'), p.name, p.role,
      p.origin, p.created_at, p.admission, now()
    FROM participants p, generate_series(1, ${sql.lit(count)}) n WHERE p.id = ${participantId}`.execute(
    database.db,
  );

test('five hundred who wait are admitted by one decision, or by one change of the room', async () => {
  const group = await groupOf();
  const url = await makeLink(group, { isPermanent: true });
  const ann = await enterBy(lectern, group, { url });
  await multiply(ann.id, 499);
  const { total } = await group.owner.listParticipants({
    ...group.at,
    query: { status: 'waiting', limit: 10 },
  });
  assert.equal(total, 500);
  const began = performance.now();
  const admitted = await group.owner.admitEverybody(group.at);
  // Far above the time on a busy machine; a scan of all participants for each of them would exceed it.
  assert.ok(performance.now() - began < 5000);
  assert.equal(new Set(admitted.items.map(({ id }) => id)).size, 500);
  assert.deepEqual(await waitingIn(group), []);
  await sql`UPDATE participants SET admission = 'waiting', decided_at = NULL, seen_at = now()
    WHERE room_id = ${group.room.id}`.execute(database.db);
  await group.owner.updateRoom({ ...group.at, body: { waitingRoomAudience: 'nobody' } });
  assert.deepEqual(await waitingIn(group), []);
  assert.equal((await ann.api.getParticipant(ann.at)).status, 'admitted');
});

test('beyond five hundred people who wait, only owners of personal links are taken, until somebody is gone', async () => {
  const group = await groupOf();
  const url = await makeLink(group, { isPermanent: true });
  const enter = () => enterBy(lectern, group, { url });
  const ann = await enter();
  await multiply(ann.id, 495);
  const arrivals = await Promise.allSettled(Array.from({ length: 8 }, enter));
  const entered = arrivals.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.equal(entered.length, 4);
  for (const one of arrivals) {
    if (one.status === 'rejected') await refused(Promise.reject(one.reason), 'waiting_room_full');
  }
  assert.equal((await waitingIn(group)).length, 500);
  await knock(group);
  assert.equal((await waitingIn(group)).length, 501);

  const [first, second] = entered;
  assert.ok(first && second);
  await silence(first.id, 3600);
  await silence(second.id, 3600);
  const late = await enter();
  // A page that slept meanwhile has lost its place, and one that did not keeps it.
  await refused(first.api.getParticipant(first.at), 'waiting_room_full');
  await refused(first.api.issueSignalingToken(first.at), 'waiting_room_full');
  await silence(late.id, 10);
  assert.equal((await late.api.getParticipant(late.at)).status, 'waiting');
});

test('all who wait are refused by one request', async () => {
  const group = await groupOf();
  const [ann, bob] = [await knock(group), await knock(group, { username: 'Bob' })];
  await silence(bob.id, 3600);
  const answer = await group.owner.refuseEverybody(group.at);
  assert.deepEqual(
    answer.items.map(({ id, status }) => [id, status]),
    [[ann.id, 'refused']],
  );
  assert.deepEqual(await waitingIn(group), []);
  await refused(enterBy(lectern, group, ann), 'entry_refused');
  assert.equal((await bob.api.getParticipant(bob.at)).status, 'waiting');
});
