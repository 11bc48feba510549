import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { connectToFakeCall, type InFakeCall, joinFakeCall } from '../../testing/people/fake-call.ts';
import { SocketListener } from '../../testing/people/listener.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: InProcess;
let group: TestGroup;
let moderator: InFakeCall;
let ear: SocketListener;
const ends: (() => unknown)[] = [];

const come = async (username: string, role: 'user' | 'moderator' = 'user') => {
  const inCall = await joinFakeCall(lectern, group, { username, role });
  ends.push(() => inCall.person.leave());
  return inCall;
};

before(async () => {
  lectern = await startInProcess();
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  moderator = await come('Mo', 'moderator');
  ear = await SocketListener.of(lectern, moderator.api, group.room.channelId);
  ends.push(() => ear.close());
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
after(async () => {
  await lectern?.remove();
});

const names = async () => (await moderator.api.listHands(group.at)).items.map(({ name }) => name);

test('hands are listed in the order in which they were raised; a raised hand keeps its position', async () => {
  const [ann, bob] = [await come('Ann'), await come('Bob')];
  const first = await ann.api.raiseHand(ann.at);
  await bob.api.raiseHand(bob.at);
  assert.deepEqual(await ann.api.raiseHand(ann.at), first);
  assert.deepEqual(await names(), ['Ann', 'Bob']);
  await ann.api.lowerHand(ann.at);
  await ann.api.raiseHand(ann.at);
  assert.deepEqual(await names(), ['Bob', 'Ann']);
  const told = await ear.hears('hand', 4);
  assert.deepEqual(
    told.map(({ payload }) => [payload.name, payload.raisedAt !== null]),
    [
      ['Ann', true],
      ['Bob', true],
      ['Ann', false],
      ['Ann', true],
    ],
  );
  assert.ok(told.every(({ seq }) => seq !== undefined));
});

test('a moderator lowers one hand or all; lowering a lowered hand succeeds', async () => {
  const [ann, bob] = [await come('Ann'), await come('Bob')];
  await ann.api.raiseHand(ann.at);
  await bob.api.raiseHand(bob.at);
  await moderator.api.lowerHand(ann.at);
  await moderator.api.lowerHand(ann.at);
  assert.deepEqual(await names(), ['Bob']);
  await moderator.api.lowerAllHands(group.at);
  await moderator.api.lowerAllHands(group.at);
  assert.deepEqual(await names(), []);
  assert.equal((await ear.hears('hands-lowered')).length, 1);
});

test('hands are lowered when the call ends', async () => {
  const ann = await come('Ann');
  await ann.api.raiseHand(ann.at);
  await group.owner.finishActiveCall(group.at);
  assert.deepEqual((await group.owner.listHands(group.at)).items, []);
});

test('only a participant in the call may raise their own hand, if the room allows it', async () => {
  const [ann, bob] = [await come('Ann'), await come('Bob')];
  const outside = await enterBy(lectern, group, { url: await makeLink(group) });
  await refused(outside.api.raiseHand(outside.at), 'participant_not_in_call');
  await refused(bob.api.raiseHand(ann.at), 'forbidden');
  await refused(bob.api.lowerHand(ann.at), 'forbidden');
  await refused(bob.api.lowerAllHands(group.at), 'forbidden');
  await refused(group.owner.raiseHand(ann.at), 'forbidden');
  await group.owner.updateRoom({ ...group.at, body: { isHandRaisingAllowed: false } });
  await refused(ann.api.raiseHand(ann.at), 'hands_off');
  await moderator.api.removeParticipant(bob.at);
  await refused(bob.api.raiseHand(bob.at), 'removed_from_call');
});

test('a participant who was removed, or whose link was revoked, may not use hands and reactions', async () => {
  const [ann, bob] = [await come('Ann'), await come('Bob')];
  await ann.api.raiseHand(ann.at);
  await bob.api.raiseHand(bob.at);
  const { items } = await group.owner.listAccessLinks({ ...group.at, query: { search: 'Bob' } });
  await group.owner.revokeAccessLink({ ...group.at, linkId: items[0]?.id ?? '' });
  await refused(bob.api.raiseHand(bob.at), 'removed_from_call');
  await refused(bob.api.listHands(group.at), 'removed_from_call');
  await refused(bob.api.lowerHand(bob.at), 'removed_from_call');
  assert.deepEqual(await names(), ['Ann']);
  await moderator.api.removeParticipant(ann.at);
  await refused(ann.api.listHands(group.at), 'removed_from_call');
  await refused(ann.api.sendStageReaction({ ...group.at, body: { emoji: '👍' } }), 'removed_from_call');
  assert.deepEqual(await names(), []);
});

test('reactions are published in batches of counts with names, without a sequence number', async () => {
  const [ann, bob] = [await come('Ann'), await come('Bob')];
  const send = (who: InFakeCall, emoji: '👍' | '🎉') =>
    who.api.sendStageReaction({ ...group.at, body: { emoji } });
  await Promise.all([send(ann, '👍'), send(ann, '👍'), send(bob, '👍'), send(bob, '🎉')]);
  const counts = () => {
    const sum: Record<string, number> = {};
    for (const { payload } of ear.events('reactions')) {
      for (const [emoji, count] of Object.entries(payload.counts as Record<string, number>)) {
        sum[emoji] = (sum[emoji] ?? 0) + count;
      }
    }
    return sum;
  };
  await waitUntil(() => counts()['👍'] === 3 && counts()['🎉'] === 1, {
    timeout: 5000,
    message: 'all four reactions to arrive',
  });
  assert.ok(ear.events('reactions').length < 4);
  const from = ear.events('reactions').flatMap(({ payload }) => payload.from as Record<string, string>[]);
  assert.deepEqual(from.map(({ name, emoji }) => `${name} ${emoji}`).sort(), [
    ...['Ann 👍', 'Ann 👍', 'Bob 🎉', 'Bob 👍'],
  ]);
  assert.ok(from.every(({ participantId }) => [ann.id, bob.id].includes(participantId ?? '')));
  assert.ok(ear.events('reactions').every(({ seq }) => seq === undefined));
});

test('a reaction must be a known emoji and come from a participant in the call', async () => {
  const ann = await come('Ann');
  const outside = await enterBy(lectern, group, { url: await makeLink(group) });
  const body = { emoji: '👍' } as const;
  await refused(
    ann.api.sendStageReaction({ ...group.at, body: { emoji: '<b>' as never } }),
    'validation_failed',
  );
  await refused(outside.api.sendStageReaction({ ...group.at, body }), 'participant_not_in_call');
  await refused(group.owner.sendStageReaction({ ...group.at, body }), 'forbidden');
  const elsewhere = await makeGroup(lectern, { isPublic: false });
  await refused(ann.api.sendStageReaction({ ...elsewhere.at, body }), 'not_found');
});

test('hands raised at the same moment have one order, in the list and on the socket', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, (_, index) => come(`Pupil ${index}`)));
  await Promise.all(people.map(({ api, at }) => api.raiseHand(at)));
  const { items } = await moderator.api.listHands(group.at);
  const order = items.map(({ participantId }) => participantId);
  const told = await ear.hears('hand', people.length);
  assert.deepEqual(
    told.map(({ payload }) => payload.participantId),
    order,
  );
  // A client that sorts by the time gets the same order: no two are equal.
  assert.equal(new Set(items.map(({ raisedAt }) => raisedAt)).size, people.length);
  assert.deepEqual(
    items.toSorted((a, b) => a.raisedAt.localeCompare(b.raisedAt)).map(({ participantId }) => participantId),
    order,
  );
});

test('a hand falls when its owner leaves, and is up again in its position if they return', async () => {
  const [ann, bob] = [await come('Ann'), await come('Bob')];
  const { raisedAt } = await ann.api.raiseHand(ann.at);
  await bob.api.raiseHand(bob.at);
  await ann.person.leave();
  await waitUntil(async () => (await names()).join() === 'Bob', {
    timeout: 5000,
    message: 'the hand to fall',
  });
  await refused(ann.api.raiseHand(ann.at), 'participant_not_in_call');
  const again = await enterBy(lectern, group, { url: ann.url, browser: ann.browser });
  const back = await connectToFakeCall(lectern, group, again);
  ends.push(() => back.person.leave());
  assert.equal(back.id, ann.id);
  assert.deepEqual(await names(), ['Ann', 'Bob']);
  const told = (await ear.hears('hand', 4)).filter(({ payload }) => payload.participantId === ann.id);
  assert.deepEqual(
    told.map(({ payload }) => [payload.raisedAt, payload.hasLeft]),
    [
      [raisedAt, undefined],
      [null, true],
      [raisedAt, undefined],
    ],
  );
});

test('a hand that was lowered with all others stays down when its owner returns', async () => {
  const ann = await come('Ann');
  await ann.api.raiseHand(ann.at);
  await ann.person.leave();
  await ear.hears('hand', 2);
  await moderator.api.lowerAllHands(group.at);
  const again = await enterBy(lectern, group, { url: ann.url, browser: ann.browser });
  const back = await connectToFakeCall(lectern, group, again);
  ends.push(() => back.person.leave());
  assert.equal(back.id, ann.id);
  assert.deepEqual(await names(), []);
});

test('a repeated lowerHand with the same Idempotency-Key leaves a hand that was raised again', async () => {
  const ann = await come('Ann');
  await ann.api.raiseHand(ann.at);
  const lower = () => ann.api.lowerHand(ann.at, { idempotencyKey: 'lower-1' });
  await lower();
  await ann.api.raiseHand(ann.at);
  await lower();
  assert.deepEqual(await names(), ['Ann']);
});
