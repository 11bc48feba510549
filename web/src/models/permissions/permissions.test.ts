import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallPermissions } from '../call/call-contract.ts';
import { createFakeChat } from '../chat/chat.fake.ts';
import { refusal } from '../chat/server.fake.ts';
import { Permissions } from './permissions.ts';

const all: CallPermissions = {
  isMicrophonePublishingAllowed: true,
  isCameraPublishingAllowed: true,
  isCameraViewingAllowed: true,
  isScreensharingAllowed: true,
  isChatAllowed: true,
  isHandRaisingAllowed: true,
  isReactingAllowed: true,
  isRemoteDrawingAllowed: true,
};

/** Permissions on a fake chat; the test controls the server. */
function createFakePermissions() {
  const fake = createFakeChat();
  const server = {
    permissions: { ...all },
    before: (): void | Promise<void> => undefined,
    switch: (change: Partial<CallPermissions>): void => {
      Object.assign(server.permissions, change);
      fake.server.change('call-permissions', { ...server.permissions });
    },
  };
  const permissions = new Permissions({
    conversation: fake.chat.room,
    initial: all,
    clock: fake.clock,
    api: {
      read: async () => {
        const read = { ...server.permissions };
        await server.before();
        return read;
      },
      update: async (change) => {
        await server.before();
        server.switch(change);
        return { ...server.permissions };
      },
    },
  });
  const off = (): string[] =>
    Object.entries(permissions.state.get())
      .filter(([, isAllowed]) => !isAllowed)
      .map(([name]) => name);
  return { ...fake, side: server, permissions, off };
}

test('permissions that changed before the entry was complete are read', async () => {
  const { enter, side, off } = createFakePermissions();
  side.permissions.isChatAllowed = false;
  await enter();
  assert.deepEqual(off(), ['isChatAllowed']);
});

test('permissions follow the changes of the channel', async () => {
  const { enter, side, off } = createFakePermissions();
  await enter();
  side.switch({ isCameraPublishingAllowed: false });
  side.switch({ isReactingAllowed: false });
  assert.deepEqual(off(), ['isCameraPublishingAllowed', 'isReactingAllowed']);
  side.switch({ isCameraPublishingAllowed: true });
  assert.deepEqual(off(), ['isReactingAllowed']);
});

test('a response that is older than a change does not undo the change', async () => {
  const { enter, side, clock, off } = createFakePermissions();
  const reading = Promise.withResolvers<void>();
  side.before = () => reading.promise;
  await enter();
  side.switch({ isScreensharingAllowed: false });
  reading.resolve();
  await clock.advance(0);
  assert.deepEqual(off(), ['isScreensharingAllowed']);
});

test('an own change shows at once, and is taken back if the server refuses it', async () => {
  const { enter, side, permissions, clock, off } = createFakePermissions();
  await enter();
  const done = permissions.set('isChatAllowed', false);
  assert.deepEqual(off(), ['isChatAllowed']);
  await done;
  assert.deepEqual(off(), ['isChatAllowed']);
  side.before = () => {
    throw refusal(403, 'forbidden');
  };
  await assert.rejects(permissions.set('isReactingAllowed', false));
  await clock.advance(0);
  assert.deepEqual(off(), ['isChatAllowed']);
});
