import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { createStore } from '../../kit/store.ts';
import type { Call } from '../call/call.ts';
import type { Role } from '../call/call-contract.ts';
import { Notices } from '../call/notices.ts';
import { createFakeSocket } from '../live/live.fake.ts';
import { Live } from '../live/live.ts';
import type { WaitingPerson } from './api.ts';
import { notifyOfWaiting } from './waiting-news.ts';
import { WaitingRoom } from './waiting-room.ts';

const refusal = (status: number): Error => Object.assign(new Error('no'), { status });

const personOf = (id: string): WaitingPerson => ({
  id,
  name: id.toUpperCase(),
  since: 0,
  waitsFor: 'admission',
  message: null,
  answers: [],
});

function createWaitingRoom(role: Role = 'moderator', { isUp = true } = {}) {
  const clock = createFakeClock();
  const socket = createFakeSocket();
  const live = new Live({ open: socket.open, token: async () => 'token', clock });
  const server = {
    waiting: [] as WaitingPerson[],
    log: [] as string[],
    reads: 0,
    failsList: undefined as Error | undefined,
    /** Holds the responses to the list back. */
    slow: undefined as Promise<void> | undefined,
    fails: undefined as Error | undefined,
    message: null as string | null,
  };
  const act = async (line: string, ids: readonly string[]): Promise<void> => {
    server.log.push(line);
    if (server.fails) throw server.fails;
    server.waiting = server.waiting.filter(({ id }) => !ids.includes(id));
  };
  const room = new WaitingRoom({
    roomId: 'r',
    live,
    clock,
    api: {
      list: async () => {
        server.reads += 1;
        if (server.failsList) throw server.failsList;
        const list = server.waiting.map((person) => ({ ...person, message: server.message }));
        await server.slow;
        return list;
      },
      admit: (id) => act(`admit ${id}`, [id]),
      refuse: (id) => act(`refuse ${id}`, [id]),
      admitAll: () =>
        act(
          'admit all',
          server.waiting.map(({ id }) => id),
        ),
      refuseAll: () =>
        act(
          'refuse all',
          server.waiting.map(({ id }) => id),
        ),
      setMessage: async (text) => {
        await act(`message ${text}`, []);
        server.message = text;
        return text;
      },
    },
  });
  const state = createStore({ people: [{ role }] } as unknown as ReturnType<Call['state']['get']>);
  const notices = new Notices(clock);
  const call = { state, notices } as unknown as Call;
  let rings = 0;
  const end = notifyOfWaiting({ room, call, ring: () => (rings += 1) });
  if (isUp) socket.up();
  return {
    clock,
    socket,
    room,
    server,
    end,
    rings: () => rings,
    become: (next: Role) =>
      state.set({ people: [{ role: next }] } as unknown as ReturnType<typeof state.get>),
    come: (...ids: string[]) => {
      server.waiting = [...server.waiting, ...ids.map(personOf)];
      socket.publish('user:7', {
        event: 'waiting-room',
        payload: { roomId: 'r', waiting: server.waiting.length },
      });
    },
    names: () => room.list.get().map(({ id }) => id),
    told: () =>
      notices.list.get().map((one) => (one.kind === 'asks-to-join' ? `${one.name} +${one.more}` : one.kind)),
  };
}

test('a moderator sees at once who asks to join, and is told once', async () => {
  const { clock, come, names, told, rings } = createWaitingRoom();
  await clock.advance(2_000);
  come('anna');
  await clock.advance(0);
  assert.deepEqual([names(), told(), rings()], [['anna'], ['ANNA +0'], 1]);
  await clock.advance(2_000);
  come('boris');
  await clock.advance(0);
  assert.deepEqual([names(), told(), rings()], [['anna', 'boris'], ['BORIS +1'], 2]);
});

test('people who waited before the moderator came are reported too', async () => {
  const { clock, server, come, become, names, told } = createWaitingRoom('user');
  come('anna');
  await clock.advance(5_000);
  assert.deepEqual([names(), told(), server.reads], [[], [], 0]);
  become('moderator');
  await clock.advance(0);
  assert.deepEqual([names(), told()], [['anna'], ['ANNA +0']]);
  become('user');
  await clock.advance(0);
  assert.deepEqual([names(), told()], [[], []]);
});

test('people whose hint came before the first connection of the socket are reported', async () => {
  const { clock, server, socket, names } = createWaitingRoom('moderator', { isUp: false });
  server.waiting = [{ ...personOf('anna'), waitsFor: 'moderator' }];
  await clock.advance(300);
  server.waiting = [personOf('anna')];
  socket.up();
  await clock.advance(2_000);
  assert.deepEqual(names(), ['anna']);
});

test('200 people who arrive at once cause few requests', async () => {
  const { clock, server, come, names } = createWaitingRoom();
  await clock.advance(2_000);
  const before = server.reads;
  for (let index = 0; index < 200; index += 1) {
    come(`p${index}`);
    await clock.advance(10);
  }
  await clock.advance(2_000);
  assert.equal(names().length, 200);
  assert.ok(server.reads - before <= 5, `${server.reads - before} readings`);
});

test('an admitted person leaves the list at once, and the notice names another one who waits, until nobody does', async () => {
  const { clock, room, server, come, names, told, rings } = createWaitingRoom();
  await clock.advance(2_000);
  come('anna', 'boris', 'vera');
  await clock.advance(0);
  const admitted = room.admit('vera');
  assert.deepEqual([names(), told()], [['anna', 'boris'], ['BORIS +1']]);
  await admitted;
  await clock.advance(2_000);
  assert.deepEqual([names(), server.log], [['anna', 'boris'], ['admit vera']]);
  await room.admit('anna');
  assert.deepEqual(told(), ['BORIS +0']);
  await room.admit('boris');
  assert.deepEqual([told(), rings()], [[], 1]);
});

test('a list that was read before a decision brings nobody back', async () => {
  const { clock, room, server, come, names } = createWaitingRoom();
  await clock.advance(2_000);
  come('anna', 'boris');
  await clock.advance(2_000);
  const slow = Promise.withResolvers<void>();
  server.slow = slow.promise;
  come('vera');
  await clock.advance(0);
  await room.admit('anna');
  slow.resolve();
  await clock.advance(0);
  assert.deepEqual(names(), ['boris', 'vera']);
});

test('a decision that did not reach the server brings the person back without a notice', async () => {
  const { clock, room, server, come, names, rings } = createWaitingRoom();
  await clock.advance(2_000);
  come('anna');
  await clock.advance(2_000);
  server.fails = new TypeError('fetch failed');
  await assert.rejects(room.admit('anna'));
  await clock.advance(2_000);
  assert.deepEqual([names(), rings()], [['anna'], 1]);
});

test("a decision after another moderator's is no failure", async () => {
  const { clock, room, server, come, names } = createWaitingRoom();
  await clock.advance(2_000);
  come('anna', 'boris');
  await clock.advance(2_000);
  server.fails = refusal(409);
  server.waiting = [];
  await room.refuse('anna');
  await clock.advance(2_000);
  assert.deepEqual(names(), []);
});

test('all are admitted, or refused, with one request', async () => {
  const { clock, room, server, come, names, told } = createWaitingRoom();
  for (const [decide, logged] of [
    [() => room.admitAll(), 'admit all'],
    [() => room.refuseAll(), 'refuse all'],
  ] as const) {
    await clock.advance(2_000);
    come('anna', 'boris', 'vera');
    await clock.advance(0);
    await decide();
    await clock.advance(2_000);
    assert.deepEqual([names(), told(), server.log.at(-1)], [[], [], logged]);
  }
});

test('the list is read again after a return of the socket and every 30 s while it is watched', async () => {
  const { clock, socket, room, server } = createWaitingRoom();
  await clock.advance(2_000);
  let before = server.reads;
  socket.down();
  socket.up();
  await clock.advance(0);
  assert.equal(server.reads, before + 1);
  await clock.advance(120_000);
  assert.equal(server.reads, before + 1);
  const release = room.watch();
  await clock.advance(0);
  before = server.reads;
  await clock.advance(90_000);
  assert.equal(server.reads, before + 3);
  release();
  await clock.advance(90_000);
  assert.equal(server.reads, before + 3);
});

test('a moderator who sees the list gets no notice', async () => {
  const { clock, room, come, told, rings } = createWaitingRoom();
  room.watch();
  await clock.advance(2_000);
  come('anna');
  await clock.advance(0);
  assert.deepEqual([told(), rings()], [[], 1]);
});

test('the request is repeated after an outage and not after a refusal', async () => {
  const { clock, server, come, names } = createWaitingRoom();
  await clock.advance(2_000);
  server.failsList = new TypeError('fetch failed');
  come('anna');
  await clock.advance(1_000);
  server.failsList = undefined;
  await clock.advance(8_000);
  assert.deepEqual(names(), ['anna']);
  server.failsList = refusal(403);
  const before = server.reads;
  come('boris');
  await clock.advance(60_000);
  assert.deepEqual([names(), server.reads], [[], before + 1]);
});

test('after the end nothing is read', async () => {
  const { clock, room, server, come, end } = createWaitingRoom();
  await clock.advance(2_000);
  end();
  room.end();
  const before = server.reads;
  come('anna');
  await clock.advance(60_000);
  assert.equal(server.reads, before);
});

test('the message to everybody who waits is shown as soon as it is stored, also that of another moderator', async () => {
  const { clock, server, room, come } = createWaitingRoom();
  const messages = () => room.list.get().map(({ message }) => message);
  come('anna', 'boris');
  await clock.advance(2_000);
  await room.setMessage('Soon');
  assert.deepEqual(messages(), ['Soon', 'Soon']);
  server.fails = refusal(409);
  await assert.rejects(room.setMessage('Later'));
  assert.deepEqual(messages(), ['Soon', 'Soon']);
  server.message = 'By another moderator';
  come();
  await clock.advance(2_000);
  assert.deepEqual(messages(), ['By another moderator', 'By another moderator']);
  room.end();
});

test('people whom the entry of this moderator admits are not shown', async () => {
  const { clock, server, names, rings, socket } = createWaitingRoom();
  server.waiting = [
    { ...personOf('anna'), waitsFor: 'moderator' },
    { ...personOf('boris'), waitsFor: 'opening' },
  ];
  const hint = () =>
    socket.publish('user:7', { event: 'waiting-room', payload: { roomId: 'r', waiting: 2 } });
  hint();
  await clock.advance(2_000);
  assert.deepEqual([names(), rings()], [['boris'], 1]);
  server.waiting = ['anna', 'boris'].map(personOf);
  hint();
  await clock.advance(2_000);
  assert.deepEqual([names(), rings()], [['anna', 'boris'], 2]);
});
