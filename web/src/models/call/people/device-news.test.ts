import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createFakeSocket } from '../../live/live.fake.ts';
import { Live } from '../../live/live.ts';
import { createFakeCall } from '../call.fake.ts';
import { notifyOfDevices } from './device-news.ts';

let fake: ReturnType<typeof createFakeCall>;
let tell: (payload: Record<string, unknown>) => void;
let rings: number;
beforeEach(() => {
  fake = createFakeCall();
  const socket = createFakeSocket();
  const live = new Live({ open: socket.open, token: async () => 'token', clock: fake.clock });
  rings = 0;
  notifyOfDevices({
    ...{ live, call: fake.call, clock: fake.clock, roomId: 'room' },
    ring: () => {
      rings += 1;
    },
  });
  socket.up();
  tell = (payload) => socket.publish('user:7', { event: 'device-request', payload });
});

const boris = { participantId: 'b', roomId: 'room', name: 'Boris' };
const shown = () => fake.call.notices.list.get().map(({ id: _, ...notice }) => notice);

/** The page asks every 10 s. */
async function ask(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    tell(boris);
    await fake.clock.advance(10_000);
  }
}

test('a person who asks is shown while they ask', async () => {
  await ask(3);
  assert.deepEqual(shown(), [{ kind: 'asks-on-device', participantId: 'b', name: 'Boris' }]);
  await fake.clock.advance(16_000);
  assert.deepEqual([shown(), rings], [[], 1]);
});

test('a dismissed request is shown again after two minutes', async () => {
  tell(boris);
  fake.call.notices.dismiss(fake.call.notices.list.get()[0]?.id ?? 0);
  await ask(12);
  assert.deepEqual(shown(), []);
  tell(boris);
  assert.equal(shown().length, 1);
});

test('requests of other rooms and damaged ones show nothing', () => {
  for (const payload of [{ ...boris, roomId: 'other' }, { ...boris, name: 1 }, {}]) tell(payload);
  assert.deepEqual(shown(), []);
});
