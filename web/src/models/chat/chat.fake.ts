import { createFakeClock } from '../../kit/clock.fake.ts';
import { createFakeSocket } from '../live/live.fake.ts';
import { Chat } from './chat.ts';
import type { Memory } from './memory.ts';
import { FakeServer } from './server.fake.ts';

export function createFakeMemory(): Memory & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    read: (key) => kept.get(key),
    write: (key, value) => void (value === '' ? kept.delete(key) : kept.set(key, value)),
  };
}

type FakeChatParts = { server?: FakeServer; memory?: Memory; visit?: Memory };

/** A chat on fakes: the test controls the server, the socket, the storage and the clock. */
export function createFakeChat(parts: FakeChatParts = {}) {
  const clock = createFakeClock();
  const socket = createFakeSocket();
  const server = parts.server ?? new FakeServer();
  const memory = parts.memory ?? createFakeMemory();
  const visit = parts.visit ?? createFakeMemory();
  const topic = `chat:${server.channelId}`;
  let isUp = false;
  let names = 0;
  server.publish = (change) => {
    if (isUp) socket.publish(topic, change);
  };
  const chat = new Chat({
    channelId: server.channelId,
    participantId: 'p1',
    api: server.api,
    open: socket.open,
    clock,
    memory,
    visit,
    newId: () => {
      names += 1;
      return `name-${names}`;
    },
    random: () => 0.5,
  });
  const link = {
    /** Connects and delivers what was missed: `from` is the last number that this socket brought. */
    up: (how: { from?: number; recovered?: boolean; epoch?: string } = {}) => {
      isUp = true;
      socket.up();
      const { from, recovered = false, epoch = 'one' } = how;
      socket.subscribed(topic, { epoch, top: recovered ? from : server.seq, recovered });
      if (recovered)
        for (const change of server.changes) if (change.seq > (from ?? 0)) socket.publish(topic, change);
    },
    down: () => {
      isUp = false;
      socket.down();
    },
  };
  const texts = (): string[] => chat.room.state.get().messages.map(({ text }) => text);
  const pending = (): string[] => chat.room.state.get().pending.map(({ text, state }) => `${text}: ${state}`);
  const enter = async (): Promise<void> => {
    chat.start();
    await clock.advance(0);
    link.up();
    await clock.advance(0);
  };
  return { chat, clock, socket, server, memory, visit, link, topic, texts, pending, enter };
}
