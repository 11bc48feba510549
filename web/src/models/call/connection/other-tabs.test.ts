import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from '../../../kit/store.ts';
import type { ConnectionState } from './connection.ts';
import { keepToOneTab } from './other-tabs.ts';

type Channel = Parameters<typeof keepToOneTab>[1];

/** Tabs of one browser: what one posts, the others hear. */
function createBrowser() {
  const channels = new Set<Channel>();
  return () => {
    const connection: ConnectionState = { phase: 'connecting', attempt: 0 };
    const state = createStore<{ connection: ConnectionState }>({ connection });
    const left: string[] = [];
    const channel: Channel = {
      onmessage: null,
      postMessage: (data) => {
        for (const other of channels)
          if (other !== channel) other.onmessage?.call(other as BroadcastChannel, { data } as MessageEvent);
      },
      close: () => channels.delete(channel),
    };
    channels.add(channel);
    const end = keepToOneTab({ state, leave: async (reason) => void left.push(reason) }, channel);
    const become = (next: ConnectionState): void => state.set({ connection: next });
    return { become, left, end };
  };
}

test('who comes in takes the place of the tab that was in', () => {
  const open = createBrowser();
  const [first, second] = [open(), open()];
  first.become({ phase: 'connected' });
  assert.deepEqual([first.left, second.left], [[], []]);
  second.become({ phase: 'connected' });
  assert.deepEqual([first.left, second.left], [['duplicate'], []]);
});

test('who got the connection back puts nobody out', () => {
  const open = createBrowser();
  const [first, second] = [open(), open()];
  first.become({ phase: 'connected' });
  second.become({ phase: 'connected' });
  first.become({ phase: 'reconnecting', attempt: 0 });
  first.become({ phase: 'connected' });
  assert.deepEqual(second.left, []);
});

test('a tab that ended hears nothing more', () => {
  const open = createBrowser();
  const [first, second] = [open(), open()];
  first.become({ phase: 'connected' });
  first.end();
  second.become({ phase: 'connected' });
  assert.deepEqual(first.left, []);
});
