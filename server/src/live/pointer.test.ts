import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { type InFakeCall, joinFakeCall } from '../../testing/people/fake-call.ts';
import { SocketListener } from '../../testing/people/listener.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: InProcess;
let group: TestGroup;
let moderator: InFakeCall;
let ann: InFakeCall;
let own: SocketListener;
let ear: SocketListener;
const ends: (() => unknown)[] = [];

const come = async (username: string, role: 'user' | 'moderator' = 'user') => {
  const inCall = await joinFakeCall(lectern, group, { username, role });
  ends.push(() => inCall.person.leave());
  return inCall;
};
const listen = async ({ api }: Pick<InFakeCall, 'api'>) => {
  const listener = await SocketListener.of(lectern, api, group.room.channelId);
  ends.push(() => listener.close());
  return listener;
};

before(async () => {
  lectern = await startInProcess();
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  [moderator, ann] = [await come('Mo', 'moderator'), await come('Ann')];
  [own, ear] = [await listen(moderator), await listen(ann)];
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
after(async () => {
  await lectern?.remove();
});

const place = { item: 'page-1', x: 0.25, y: 0.75 };

/** The counted messages of one outcome. */
async function counted(kind: string, outcome: string): Promise<number> {
  const text = await (await fetch(`${lectern.url}/metrics`)).text();
  const line = new RegExp(
    `^lectern_socket_messages_total\\{kind="${kind}",outcome="${outcome}"\\} (\\d+)`,
    'm',
  );
  return Number(line.exec(text)?.[1] ?? 0);
}

/** Sends and waits until the message is counted under this outcome. */
async function becomes(outcome: string, send: () => Promise<void>): Promise<void> {
  const before = await counted('send', outcome);
  await send();
  await waitUntil(async () => (await counted('send', outcome)) > before, {
    timeout: 10_000,
    message: `a message to be ${outcome}`,
  });
}

test("a moderator's pointer reaches everybody in the room, without a number and with its owner", async () => {
  await own.send('pointer', { participantId: moderator.id, ...place });
  const [heard] = await ear.hears('pointer');
  const channelId = group.room.channelId;
  assert.deepEqual(heard, {
    channel: `chat:${channelId}`,
    event: 'pointer',
    payload: { channelId, participantId: moderator.id, ...place },
  });
  await own.send('pointer', { participantId: moderator.id, item: 'page-1' });
  assert.deepEqual((await ear.hears('pointer', 2))[1]?.payload, {
    channelId,
    participantId: moderator.id,
    item: 'page-1',
  });
});

test('nobody else may point: a pupil, a foreign participant id, a person outside the call or removed', async () => {
  await becomes('refused', () => ear.send('pointer', { participantId: ann.id, ...place }));
  await becomes('refused', () => ear.send('pointer', { participantId: moderator.id, ...place }));
  const url = await makeLink(group, { role: 'moderator' });
  const outside = await enterBy(lectern, group, { url });
  const outsider = await listen(outside);
  await becomes('refused', () => outsider.send('pointer', { participantId: outside.id, ...place }));
  await group.owner.updateParticipant({ ...ann.at, body: { role: 'moderator' } });
  await waitUntil(
    async () => {
      await ear.send('pointer', { participantId: ann.id, ...place, item: 'new' });
      return own.events('pointer').length > 0;
    },
    { timeout: 10_000, message: 'the new moderator to point' },
  );
  await group.owner.updateParticipant({ ...ann.at, body: { role: 'user' } });
  await waitUntil(
    async () => {
      const before = await counted('send', 'refused');
      await ear.send('pointer', { participantId: ann.id, ...place, item: 'late' });
      await waitUntil(async () => (await counted('send', 'taken')) + (await counted('send', 'refused')) > 0, {
        timeout: 5_000,
        message: 'any outcome',
      });
      return (await counted('send', 'refused')) > before;
    },
    { timeout: 3_000, message: 'the right to end' },
  );
  assert.deepEqual([...new Set(own.events('pointer').map(({ payload }) => payload.participantId))], [ann.id]);
});

test('invalid and unknown messages are refused and reach nobody', async () => {
  const { id: participantId } = moderator;
  for (const data of [
    { participantId, ...place, x: 1.5 },
    { participantId, ...place, x: Number.NaN, y: '<b>' },
    { participantId, ...place, item: 'a b' },
    { participantId: ['x'], ...place },
    null,
    'x'.repeat(10_000),
  ])
    await becomes('refused', () => own.send('pointer', data));
  await becomes('refused', () => own.send('__proto__', {}));
  await assert.rejects(own.rpc('pointer', { participantId, ...place }), { code: 104 });
  assert.deepEqual(ear.events('pointer'), []);
});

test('beyond 20 pointers a second the rest is dropped and counted, and the connection stays', async () => {
  const sent = 200;
  for (let count = 0; count < sent; count += 1)
    void own.send('pointer', { participantId: moderator.id, ...place, item: `i-${count}` });
  await waitUntil(async () => (await counted('send', 'limited')) >= sent - 60, {
    timeout: 10_000,
    message: 'most to be dropped',
  });
  const heard = await ear.hears('pointer', 20);
  assert.ok(heard.length < 40, `${heard.length}`);
  await assert.rejects(own.rpc('nothing', {}), ({ code }: { code: number }) => code === 111 || code === 104);
  assert.equal(own.closedBy, undefined);
  assert.ok(own.channels.size > 0);
});
