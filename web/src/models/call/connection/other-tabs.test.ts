import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from '../../../kit/store.ts';
import type { ConnectionState } from './connection.ts';
import { keepToOneTab } from './other-tabs.ts';

type Channel = Parameters<typeof keepToOneTab>[1];

/** Tabs of one browser: each message reaches all other tabs. */
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

test('a tab that joins ends the call in the other tab', () => {
  const open = createBrowser();
  const [first, second] = [open(), open()];
  first.become({ phase: 'connected' });
  assert.deepEqual([first.left, second.left], [[], []]);
  second.become({ phase: 'connected' });
  assert.deepEqual([first.left, second.left], [['duplicate'], []]);
});

test('a tab that reconnects ends no other tab', () => {
  const open = createBrowser();
  const [first, second] = [open(), open()];
  first.become({ phase: 'connected' });
  second.become({ phase: 'connected' });
  first.become({ phase: 'reconnecting', attempt: 0 });
  first.become({ phase: 'connected' });
  assert.deepEqual(second.left, []);
});

test('a tab that has ended ignores messages', () => {
  const open = createBrowser();
  const [first, second] = [open(), open()];
  first.become({ phase: 'connected' });
  first.end();
  second.become({ phase: 'connected' });
  assert.deepEqual(first.left, []);
});
