import { createFakeChat } from '../chat/chat.fake.ts';
import { refusal } from '../chat/server.fake.ts';
import type { ActiveRecord, RecordingApi } from './api.ts';
import { Recording, type RecordingNews } from './recording.ts';

type Wishes = { isChatAway?: boolean };

/** Recording on a fake chat; the test controls the server and its recorder. */
export function createFakeRecording({ isChatAway = false }: Wishes = {}) {
  const fake = createFakeChat();
  const asked: string[] = [];
  const server = { active: undefined as ActiveRecord | undefined, names: 0 };
  let before: (operation: keyof RecordingApi) => void | Promise<void> = () => undefined;
  const tell = (recordId: string, state: string, more: Record<string, unknown> = {}): void =>
    void fake.server.change('record', { recordId, state, startedAt: null, ...more });
  const begin = (): ActiveRecord => {
    server.names += 1;
    const record = { id: `r${server.names}`, isRunning: false, startedAt: undefined };
    server.active = record;
    tell(record.id, 'new');
    return record;
  };
  /** The first picture is in the file. */
  const run = (): void => {
    if (!server.active) return;
    server.active = { ...server.active, isRunning: true, startedAt: fake.clock.now() };
    tell(server.active.id, 'recording', { startedAt: new Date(fake.clock.now()).toISOString() });
  };
  const finish = (more: Record<string, unknown> = {}): void => {
    const { active } = server;
    server.active = undefined;
    if (active) tell(active.id, 'stopped', more);
  };
  const api: RecordingApi = {
    active: async () => {
      asked.push('active');
      const { active } = server;
      await before('active');
      return active;
    },
    start: async (layout) => {
      asked.push(`start ${layout}`);
      await before('start');
      if (server.active) throw refusal(409, 'record_active');
      return begin();
    },
    stop: async () => {
      asked.push('stop');
      await before('stop');
      const { active } = server;
      if (!active) throw refusal(409, 'record_not_active');
      finish();
      const isDiscarded = !active.isRunning || fake.clock.now() - (active.startedAt ?? 0) < 3_000;
      return { id: active.id, isDiscarded };
    },
  };
  const recording = new Recording({
    api,
    conversation: fake.chat.room,
    live: fake.chat.live,
    clock: fake.clock,
    random: () => 0.5,
  });
  const news: string[] = [];
  const failures: unknown[] = [];
  recording.onNews((one: RecordingNews) =>
    news.push(one.kind === 'failed' ? `failed: ${one.failure}` : one.kind),
  );
  recording.onFailure((error) => failures.push(error));
  return {
    ...fake,
    recording,
    asked,
    news,
    failures,
    record: { server, begin, run, finish, tell },
    /** Held back until the test releases it, or refused. */
    beforeAnswer: (next: typeof before): void => {
      before = next;
    },
    phase: () => recording.state.get().phase,
    settle: () => fake.clock.advance(0),
    enter: async (): Promise<void> => {
      if (isChatAway) await fake.clock.advance(1_500);
      else await fake.enter();
    },
  };
}
