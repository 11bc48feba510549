import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { dispose, type Room, RoomEvent } from '@livekit/rtc-node';
import { type OwnCall, startOwnCall } from '../../server/testing/engines/own-call.ts';
import { waitUntil } from '../../server/testing/wait.ts';
import { CallConnection } from './connection.ts';

let call: OwnCall;

before(async () => {
  call = await startOwnCall();
});
after(async () => {
  await call.stop();
  await dispose();
});

test("a connection that is lost again during the request for the room's id does not count as restored", async (t) => {
  const told: string[] = [];
  const joined = Promise.withResolvers<Room>();
  const token = await call.token({ name: 'Recorder', isRecorder: true });
  const connection = new CallConnection(
    { url: call.url, token },
    {
      onJoined: (room, isSame) => {
        told.push(isSame ? 'the same' : 'joined');
        joined.resolve(room);
      },
      onLost: () => told.push('lost'),
      onEnded: () => told.push('ended'),
      log: () => undefined,
    },
  );
  t.after(() => connection.close());
  const room = await joined.promise;
  // By then the connection knows the room's id.
  await room.getSid();
  await turn();
  for (const _ of [1, 2]) {
    room.emit(RoomEvent.Reconnecting);
    room.emit(RoomEvent.Reconnected);
  }
  await waitUntil(() => told.includes('the same'), { timeout: 5_000, message: () => told.join(', ') });
  assert.deepEqual(told, ['joined', 'lost', 'lost', 'the same']);
});
