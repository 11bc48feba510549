import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Body } from '../../../contract/routes.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, openLink, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { enterBy, isPresent, makeLink } from '../../testing/people/entering.ts';
import { connectToFakeCall, type InFakeCall, joinFakeCall } from '../../testing/people/fake-call.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';

// The file call.media.test.ts tests what the media server enforces.
let lectern: InProcess;
let group: TestGroup;
let moderator: InFakeCall;

before(async () => {
  lectern = await startInProcess();
});
after(() => lectern?.remove());

const come = (more: Partial<Body<'generateAccess'>> = {}) => joinFakeCall(lectern, group, more);

const meet = async () => {
  group = await makeGroup(lectern, { isPublic: false });
  moderator = await come({ role: 'moderator', username: 'Mo' });
};
beforeEach(() => meet());

const until = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 10_000, message });
const isOut = ({ person }: InFakeCall) =>
  until(() => person.endedBecause !== undefined, 'the person to be out');

/** Lets the links of the room expire. */
async function expireLinks(): Promise<void> {
  const { db, close } = await databaseOf(lectern);
  await db
    .updateTable('access_links')
    .set({ expires_at: new Date(0) })
    .where('room_id', '=', group.room.id)
    .execute();
  await close();
}

test('moderators in the call and of the room list its participants, guests do not', async () => {
  const guest = await come({ username: 'Gus' });
  for (const api of [moderator.api, group.owner]) {
    const { items, total } = await api.listParticipants(group.at);
    assert.deepEqual(
      items.map(({ name, role, isPresent, status }) => [name, role, isPresent, status]),
      [
        ['Gus', 'user', true, 'admitted'],
        ['Mo', 'moderator', true, 'admitted'],
      ],
    );
    assert.equal(total, 2);
  }
  const page = await group.owner.listParticipants({ ...group.at, query: { limit: 1, order: 'asc' } });
  assert.deepEqual([page.items.map(({ id }) => id), page.total], [[moderator.id], 2]);
  await refused(guest.api.listParticipants(group.at), 'forbidden');
  guest.person.leave();
  await until(async () => !(await isPresent(group, guest.id)), 'the guest to be gone from the list');
});

test('a person who has not joined is removed while the media server is away, and not otherwise', async () => {
  const guest = await enterBy(lectern, group, { url: await makeLink(group, { username: 'Gus' }) });
  await refused(moderator.api.removeParticipant(guest.at), 'participant_not_in_call');
  lectern.media.isAway = true;
  try {
    // The media server may show the person: nobody can tell.
    assert.equal((await moderator.api.removeParticipant(guest.at)).status, 'removed');
  } finally {
    lectern.media.isAway = false;
  }
});

test('a moderator sees whom they removed and lets them enter again, by every link of theirs', async () => {
  const guest = await come({ externalUserId: 'student-9', username: 'Ann' });
  const removed = async () =>
    (await moderator.api.listParticipants({ ...group.at, query: { status: 'removed' } })).items;
  assert.deepEqual(await removed(), []);
  await moderator.api.removeParticipant(guest.at);
  assert.deepEqual(
    (await removed()).map(({ id, name, status }) => [id, name, status]),
    [[guest.id, 'Ann', 'removed']],
  );
  await refused(guest.api.readmitParticipant(guest.at), 'forbidden');
  const other = await makeLink(group, { externalUserId: 'student-9' });
  await refused(enterBy(lectern, group, { url: other }), 'removed_from_call');
  for (let round = 0; round < 2; round += 1) {
    assert.equal((await moderator.api.readmitParticipant(guest.at)).status, 'admitted');
  }
  assert.deepEqual(await removed(), []);
  assert.equal((await enterBy(lectern, group, guest)).id, guest.id);
  await connectToFakeCall(lectern, group, guest);
  await enterBy(lectern, group, { url: other });
});

test('a moderator of the call releases the link of a participant for another browser', async () => {
  const guest = await come();
  await refused(openLink(lectern, guest.url, 'a phone'), 'link_used');
  await refused(guest.api.releaseParticipantLink(guest.at), 'forbidden');
  await moderator.api.releaseParticipantLink(guest.at);
  const onPhone = await enterBy(lectern, group, { url: guest.url, browser: 'a phone' });
  assert.notEqual(onPhone.id, guest.id);
  assert.ok(await isPresent(group, guest.id));
});

test('a removed participant may enter the next call as a new one', async () => {
  const guest = await come();
  await moderator.api.removeParticipant(guest.at);
  await moderator.api.finishActiveCall(group.at);
  const again = await enterBy(lectern, group, guest);
  assert.notEqual(again.id, guest.id);
  await connectToFakeCall(lectern, group, again);
});

test('a removed browser cannot return by a permanent link, another browser may enter', async () => {
  const url = await makeLink(group, { isPermanent: true });
  const [gus, eve] = [await enterBy(lectern, group, { url }), await enterBy(lectern, group, { url })];
  for (const entered of [gus, eve]) await connectToFakeCall(lectern, group, entered);
  await moderator.api.removeParticipant(gus.at);
  await refused(enterBy(lectern, group, gus), 'removed_from_call');
  await enterBy(lectern, group, { url });
  await eve.api.issueSignalingToken(eve.at);
  await group.owner.updateRoom({ ...group.at, body: { isPublic: true } });
  const byAddress = (clientUniqueId: string) =>
    lectern.client().createParticipant({
      spaceId: group.spaceId,
      body: { roomId: group.room.id, clientUniqueId, name: 'Gus' },
    });
  await refused(byAddress(gus.browser), 'removed_from_call');
  await byAddress('a fresh browser');
});

test('a removed person with the same external id cannot return by any link', async () => {
  const guest = await come({ externalUserId: 'student-7' });
  const alsoThere = await come({ externalUserId: 'student-7', username: 'Ann on the phone' });
  await moderator.api.removeParticipant(guest.at);
  await isOut(alsoThere);
  const url = await makeLink(group, { externalUserId: 'student-7' });
  await refused(enterBy(lectern, group, { url }), 'removed_from_call');
  await enterBy(lectern, group, { url: await makeLink(group, { externalUserId: 'student-8' }) });
});

test('a removed moderator no longer leads the call, with any of their sessions', async () => {
  const asMax = { externalUserId: 'teacher-7', role: 'moderator' as const };
  const [guest, max] = [await come(), await come({ ...asMax, username: 'Max' })];
  const also = await enterBy(lectern, group, { url: await makeLink(group, asMax) });
  await also.api.listParticipants(group.at);
  await moderator.api.removeParticipant(max.at);
  for (const action of [
    () => also.api.listParticipants(group.at),
    () => also.api.removeParticipant(guest.at),
    () => also.api.admitEverybody(group.at),
    () => also.api.muteEverybody({ ...group.at, body: { source: 'microphone' } }),
    () => also.api.updateCallPermissions({ ...group.at, body: { isChatAllowed: false } }),
    () => also.api.lowerHand(guest.at),
    () => also.api.lowerAllHands(group.at),
    () => also.api.getActiveCall(group.at),
    () => also.api.finishActiveCall(group.at),
  ]) {
    await refused(action(), 'removed_from_call');
  }
  await also.api.getParticipant(also.at);
  assert.ok(await isPresent(group, guest.id));
});

test('two links in two tabs of one browser are two participants', async () => {
  const guest = await come();
  const url = await makeLink(group, { role: 'moderator' });
  const other = await connectToFakeCall(
    lectern,
    group,
    await enterBy(lectern, group, { url, browser: guest.browser }),
  );
  assert.notEqual(other.id, guest.id);
  await other.api.removeParticipant(guest.at);
  await isOut(guest);
  await other.api.issueSignalingToken(other.at);
  assert.equal(other.person.endedBecause, undefined);
});

test('a participant in the call stays when their link expires', async () => {
  const guest = await come();
  const late = await enterBy(lectern, group, { url: await makeLink(group) });
  await expireLinks();
  await refused(openLink(lectern, guest.url, guest.browser), 'link_expired');
  await connectToFakeCall(lectern, group, guest);
  await refused(late.api.issueSignalingToken(late.at), 'link_expired');
});

test('moderators lead only their own room, and not after their removal', async () => {
  const guest = await come();
  const here = { group, moderator };
  await meet();
  const elsewhere = { group, moderator };
  const strangers = elsewhere.moderator.api;
  await refused(strangers.removeParticipant(guest.at), 'not_found');
  await refused(strangers.listParticipants(here.group.at), 'not_found');
  await here.group.owner.updateRoom({ ...here.group.at, body: { isPublic: true } });
  await refused(strangers.removeParticipant(guest.at), 'forbidden');
  await refused(strangers.muteParticipant({ ...guest.at, body: { source: 'camera' } }), 'forbidden');
  await refused(guest.api.removeParticipant(here.moderator.at), 'forbidden');
  await here.group.owner.removeParticipant(here.moderator.at);
  await refused(here.moderator.api.removeParticipant(guest.at), 'forbidden');
  await refused(here.moderator.api.listParticipants(here.group.at), 'forbidden');
});

test("a moderator's session leads the call after its link expired only while the moderator is in the call", async () => {
  const guest = await come();
  const elsewhere = await enterBy(lectern, group, { url: await makeLink(group, { role: 'moderator' }) });
  assert.equal((await elsewhere.api.listParticipants(group.at)).total, 2);
  await expireLinks();
  await refused(elsewhere.api.listParticipants(group.at), 'forbidden');
  await refused(elsewhere.api.removeParticipant(guest.at), 'forbidden');
  assert.equal(
    (await moderator.api.removeParticipant(guest.at)).status,
    'removed',
    'a moderator in the call still leads',
  );
});

test('a repeated Idempotency-Key removes once and returns the same response', async () => {
  const guest = await come();
  const options = { idempotencyKey: 'out' };
  const first = await moderator.api.removeParticipant(guest.at, options);
  assert.equal(first.status, 'removed');
  await isOut(guest);
  assert.deepEqual(await moderator.api.removeParticipant(guest.at, options), first);
});
