import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../../kit/clock.fake.ts';
import type { CallApi } from '../api.ts';
import { Connection, type MediaSession, type SessionEnd, type SessionEvent } from './connection.ts';
import { nextPause, patience } from './reconnect.ts';

class Refusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

function createWorld() {
  const clock = createFakeClock();
  const log: string[] = [];
  const plan: { token: () => void; connect: () => void | Promise<void>; end: SessionEnd } = {
    token: () => undefined,
    connect: () => undefined,
    end: 'lost',
  };
  let listener: ((event: SessionEvent) => void) | undefined;
  const session: MediaSession = {
    connect: async () => {
      log.push('connect');
      await plan.connect();
    },
    disconnect: async () => {
      log.push('disconnect');
    },
    endOf: () => plan.end,
    received: async () => 0,
    watch: (next) => {
      listener = next;
      return () => {
        listener = undefined;
      };
    },
  };
  const api: CallApi = {
    signalingToken: async () => {
      log.push('token');
      plan.token();
      return { signalingToken: 'a token', url: 'ws://here', entryId: 'entry' };
    },
    noteJoined: async () => {
      log.push('join');
    },
    reportActivity: async () => undefined,
    role: async () => 'user',
    mute: async () => undefined,
    remove: async () => undefined,
    allowSpeaking: async () => undefined,
    allowDrawing: async () => undefined,
    askToUnmute: async () => undefined,
    stopSpeaking: async () => undefined,
    muteEverybody: async () => 0,
    update: async () => undefined,
    spotlight: async () => undefined,
    finishForAll: async () => undefined,
  };
  const connection = new Connection({ api, session, clock });
  return { clock, log, plan, connection, emit: (event: SessionEvent) => listener?.(event) };
}

test('the connection gets a token, connects, and reports that the person joined', async () => {
  const { connection, log, clock } = createWorld();
  assert.deepEqual(connection.state.get(), { phase: 'connecting', attempt: 0 });
  void connection.start();
  await clock.advance(0);
  assert.deepEqual(connection.state.get(), { phase: 'connected' });
  assert.deepEqual(log, ['token', 'connect', 'join']);
});

test('a short interruption is shown and left to the SDK', async () => {
  const { connection, log, clock, emit } = createWorld();
  void connection.start();
  await clock.advance(0);
  emit({ kind: 'interrupted' });
  assert.equal(connection.state.get().phase, 'reconnecting');
  await clock.advance(10_000);
  emit({ kind: 'restored' });
  assert.equal(connection.state.get().phase, 'connected');
  assert.equal(log.filter((line) => line === 'token').length, 1);
});

test('the connection reconnects with a fresh token when the SDK has given up', async () => {
  const { connection, log, clock, emit } = createWorld();
  void connection.start();
  await clock.advance(0);
  emit({ kind: 'closed', end: 'lost' });
  assert.equal(connection.state.get().phase, 'reconnecting');
  await clock.advance(1);
  assert.equal(connection.state.get().phase, 'connected');
  assert.deepEqual(log, ['token', 'connect', 'join', 'token', 'connect', 'join']);
});

test('the connection tries for more than two minutes before it gives up', async () => {
  const { connection, log, clock, plan, emit } = createWorld();
  void connection.start();
  await clock.advance(0);
  plan.token = () => {
    throw new TypeError('network');
  };
  emit({ kind: 'closed', end: 'lost' });
  await clock.advance(130_000);
  assert.equal(connection.state.get().phase, 'reconnecting');
  assert.ok(log.filter((line) => line === 'token').length > 20);
  await clock.advance(patience);
  assert.deepEqual(connection.state.get(), { phase: 'ended', reason: 'failed' });
});

test('the person is back in the call when the network returns after two minutes', async () => {
  const { connection, clock, plan, emit } = createWorld();
  void connection.start();
  await clock.advance(0);
  plan.connect = () => {
    throw new Error('unreachable');
  };
  emit({ kind: 'closed', end: 'lost' });
  await clock.advance(120_000);
  plan.connect = () => undefined;
  await clock.advance(10_000);
  assert.equal(connection.state.get().phase, 'connected');
});

test('tryNow ends a resumption by the SDK, and then the pause between attempts', async () => {
  const { connection, clock, plan, log, emit } = createWorld();
  void connection.start();
  await clock.advance(0);
  emit({ kind: 'interrupted' });
  connection.tryNow();
  await clock.advance(0);
  assert.equal(log.at(-1), 'disconnect');
  plan.connect = () => {
    throw new Error('unreachable');
  };
  emit({ kind: 'closed', end: 'lost' });
  await clock.advance(4_000);
  assert.equal(connection.state.get().phase, 'reconnecting');
  plan.connect = () => undefined;
  connection.tryNow();
  await clock.advance(0);
  assert.equal(connection.state.get().phase, 'connected');
});

test('retryNow ends the pause', async () => {
  const { connection, clock, plan, log } = createWorld();
  plan.connect = () => {
    throw new Error('unreachable');
  };
  void connection.start();
  await clock.advance(4_000);
  const before = log.length;
  plan.connect = () => undefined;
  connection.retryNow();
  await clock.advance(0);
  assert.ok(log.length > before);
  assert.equal(connection.state.get().phase, 'connected');
});

for (const [status, reason] of [
  [403, 'removed'],
  [410, 'removed'],
  [409, 'ended'],
  [404, 'ended'],
  [401, 'failed'],
] as const) {
  test(`a refusal with ${status} ends the call as ${reason}`, async () => {
    const { connection, clock, plan, log } = createWorld();
    plan.token = () => {
      throw new Refusal(status);
    };
    void connection.start();
    await clock.advance(60_000);
    assert.deepEqual(connection.state.get(), { phase: 'ended', reason });
    assert.deepEqual(log, ['token']);
  });
}

for (const status of [429, 500, 503]) {
  test(`the connection retries after a ${status}`, async () => {
    const { connection, clock, plan } = createWorld();
    plan.token = () => {
      throw new Refusal(status);
    };
    void connection.start();
    await clock.advance(20_000);
    plan.token = () => undefined;
    await clock.advance(7_000);
    assert.equal(connection.state.get().phase, 'connected');
  });
}

for (const end of ['removed', 'ended', 'duplicate'] as const) {
  test(`the end "${end}" from the server is final`, async () => {
    const { connection, clock, log, emit } = createWorld();
    void connection.start();
    await clock.advance(0);
    emit({ kind: 'closed', end });
    await clock.advance(60_000);
    assert.deepEqual(connection.state.get(), { phase: 'ended', reason: end });
    assert.equal(log.filter((line) => line === 'token').length, 1);
  });
}

test('leaving while connecting leaves no session behind', async () => {
  const { connection, clock, plan, log } = createWorld();
  let letIn = (): void => undefined;
  plan.connect = () =>
    new Promise<void>((resolve) => {
      letIn = resolve;
    });
  void connection.start();
  await clock.advance(0);
  await connection.leave();
  letIn();
  await clock.advance(0);
  assert.deepEqual(connection.state.get(), { phase: 'ended', reason: 'left' });
  assert.deepEqual(log, ['token', 'connect', 'disconnect', 'disconnect']);
});

test('a hidden page disconnects, and reconnects when it is shown', async () => {
  const { connection, clock, log, emit } = createWorld();
  void connection.start();
  await clock.advance(0);
  connection.suspend();
  emit({ kind: 'closed', end: 'lost' });
  await clock.advance(60_000);
  assert.equal(log.at(-1), 'disconnect');
  assert.equal(connection.state.get().phase, 'reconnecting');
  void connection.start();
  await clock.advance(0);
  assert.equal(connection.state.get().phase, 'connected');
});

test('a connection that has ended does not start again', async () => {
  const { connection, clock, log, emit } = createWorld();
  void connection.start();
  await clock.advance(0);
  await connection.leave();
  emit({ kind: 'closed', end: 'lost' });
  void connection.start();
  connection.suspend();
  await clock.advance(60_000);
  assert.deepEqual(connection.state.get(), { phase: 'ended', reason: 'left' });
  assert.equal(log.filter((line) => line === 'token').length, 1);
});

test('pauses grow to five seconds and have jitter', () => {
  assert.equal(
    nextPause(0, 0, () => 0.5),
    300,
  );
  assert.equal(
    nextPause(50, 0, () => 0),
    3_750,
  );
  assert.equal(
    nextPause(50, 0, () => 1),
    6_250,
  );
  assert.equal(nextPause(0, patience), null);
});

test('a token that the media server refuses is replaced', async () => {
  const { connection, clock, plan, log } = createWorld();
  plan.connect = () => {
    throw new Refusal(401);
  };
  void connection.start();
  await clock.advance(100);
  plan.connect = () => undefined;
  await clock.advance(1_000);
  assert.equal(connection.state.get().phase, 'connected');
  assert.deepEqual(log, ['token', 'connect', 'token', 'connect', 'join']);
});
