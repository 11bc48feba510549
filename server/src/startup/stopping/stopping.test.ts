import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../platform/logging/log.ts';
import { runStages, type StopStep, Stops } from './stopping.ts';

function recorder() {
  const lines: [Record<string, unknown>, string][] = [];
  const log = { error: (fields: object, text: string) => lines.push([{ ...fields }, text]) };
  return { lines, log: log as unknown as Logger };
}

const stepOf = (name: string, stop: StopStep['stop'], withinMs = 1_000): StopStep => ({
  name,
  withinMs,
  stop,
  advice: 'Call somebody.',
});

const never = () => new Promise(() => undefined);

test('each step runs even if the one before it fails or hangs, and the log names it with its advice', async () => {
  const { lines, log } = recorder();
  const ran: string[] = [];
  const note = (name: string) => () => void ran.push(name);
  await runStages(
    [
      [stepOf('first', note('first'))],
      [
        stepOf('throwing', () => {
          throw new Error('broken');
        }),
        stepOf('rejecting', async () => Promise.reject(new Error('broken'))),
        stepOf('hanging', never, 300),
      ],
      [stepOf('last', note('last'))],
    ],
    log,
  );
  assert.deepEqual(ran, ['first', 'last']);
  assert.deepEqual(
    lines.map(([{ step }, text]) => [step, text]),
    [
      ['throwing', 'stopping: throwing failed. Call somebody.'],
      ['rejecting', 'stopping: rejecting failed. Call somebody.'],
      ['hanging', 'stopping: hanging missed the deadline. Call somebody.'],
    ],
  );
});

test('steps share the total time, and a late one still gets a minimum', async () => {
  const { log } = recorder();
  const given: number[] = [];
  const taking = (withinMs: number) => given.push(withinMs);
  await runStages(
    [
      [stepOf('hanging', never, 400)],
      [{ ...stepOf('rest', () => undefined, Number.POSITIVE_INFINITY), stop: taking }],
      [stepOf('hanging, too', never, Number.POSITIVE_INFINITY)],
      [{ ...stepOf('late', () => undefined), stop: taking }],
    ],
    log,
    { withinMs: 1_000 },
  );
  const [rest = 0, late = 0] = given;
  // A timer may fire a millisecond early.
  assert.ok(rest <= 602, `${rest} ms are left of 1000`);
  assert.equal(late, 250);
});

test('what was started last is stopped first', async () => {
  const { log } = recorder();
  const ran: string[] = [];
  const note = (name: string) => [stepOf(name, () => ran.push(name))];
  const stops = new Stops();
  stops.add(note('folder'));
  stops.add(note('database'));
  stops.add(note('app, first'), note('app, second'));
  await stops.run(log);
  assert.deepEqual(ran, ['app, first', 'app, second', 'database', 'folder']);
  stops.requestStop();
  assert.throws(() => stops.throwIfRequested());
});

test('the stages run once, and every caller waits for them', async () => {
  const { log } = recorder();
  const ran: string[] = [];
  const stops = new Stops();
  stops.add([
    stepOf('engine', async () => {
      await pause(50);
      ran.push('engine');
    }),
  ]);
  await Promise.race([stops.run(log), stops.run(log), stops.runAfter(Promise.resolve(), log)]);
  assert.deepEqual(ran, ['engine']);
});

test('a stop waits only a moment for a hanging start', async () => {
  const { log } = recorder();
  const ran: string[] = [];
  const stops = new Stops();
  stops.add([stepOf('engine', () => ran.push('engine'))]);
  await stops.runAfter(new Promise<void>(() => undefined), log);
  assert.deepEqual(ran, ['engine']);
});

test('stages that use up their time leave the reserved time to the engines', async () => {
  const { log } = recorder();
  const given: number[] = [];
  const engine = {
    ...stepOf('engine', (withinMs) => given.push(withinMs)),
    withinMs: 10_000,
    reservedMs: 600,
  };
  await runStages([[stepOf('first', never, 700)], [stepOf('second', never, 700)], [engine]], log, {
    withinMs: 1_500,
  });
  assert.ok((given[0] ?? 0) > 450, `${given[0]} ms are left of 1500`);
});

test('a wait for clients does not shorten the other steps; a second request to stop ends the wait', async () => {
  const { lines, log } = recorder();
  const given: number[] = [];
  const wait = (stop: StopStep['stop']) => ({ ...stepOf('wait', stop, 20_000), isWait: true });
  const until = (cut: AbortSignal) => new Promise((done) => cut.addEventListener('abort', done));
  const stops = new Stops();
  stops.add([
    {
      ...stepOf('engine', (withinMs) => given.push(withinMs)),
      withinMs: Number.POSITIVE_INFINITY,
    },
  ]);
  stops.add(
    [wait(() => pause(600))],
    [wait((_withinMs, cut) => until(cut))],
    [stepOf('afterwards', () => assert.equal(stops.cutWait(), false))],
  );
  assert.equal(stops.cutWait(), false, 'no wait is in progress yet');
  const stopped = stops.run(log, 1_000);
  await pause(700);
  assert.equal(stops.cutWait(), true);
  await stopped;
  assert.ok((given[0] ?? 0) > 600, `${given[0]} ms of 1000 are left`);
  assert.deepEqual(lines, []);
});
