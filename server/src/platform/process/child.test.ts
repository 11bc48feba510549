import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { pino } from 'pino';
import { waitUntil } from '../../../testing/wait.ts';
import { ChildFailed, type ChildSpec, SupervisedChild } from './child.ts';
import { startTimeOf } from './identity.ts';
import { specIn } from './testing/spec.ts';

const isRunning = (pid: number | undefined) => pid !== undefined && startTimeOf(pid) !== undefined;

let folder: string;
let started: SupervisedChild[];

const start = async (spec: ChildSpec): Promise<SupervisedChild> => {
  const child = await SupervisedChild.start(spec);
  started.push(child);
  return child;
};

const restarted = (child: SupervisedChild, killed: number) =>
  waitUntil(() => child.pid !== undefined && child.pid !== killed, {
    timeout: 2_000,
    message: 'another child',
  });

/** Starts the child in another process and kills that. @returns the child's pid */
const leftByAKilledServer = async (): Promise<number> => {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'testing/spec.ts'), folder]);
  const pid = await new Promise<number>((resolve) => {
    server.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
  });
  const died = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await died;
  return pid;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-child-'));
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map((child) => child.stop()));
  await rm(folder, { recursive: true, force: true });
});

suite('a supervised child', () => {
  test('a child runs until it is stopped, and leaves no state file', async () => {
    const child = await start(specIn(folder));
    const { pid } = child;
    assert.ok(isRunning(pid));
    assert.equal(JSON.parse(readFileSync(join(folder, 'child.json'), 'utf8')).pid, pid);
    await child.stop();
    assert.ok(!isRunning(pid));
    assert.ok(!existsSync(join(folder, 'child.json')));
    await child.stop();
  });

  test('a killed child is restarted at once', async () => {
    const child = await start(specIn(folder));
    const first = child.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await restarted(child, first);
    assert.ok(isRunning(child.pid));
  });

  test('a child that dies repeatedly is restarted after growing pauses', async () => {
    const child = await start(specIn(folder, ['short-lived'], { isReady: async () => true }));
    const starts = await waitUntil(
      () => {
        const times = readFileSync(join(folder, 'ready.starts'), 'utf8').trim().split('\n').map(Number);
        return times.length >= 5 && times;
      },
      { timeout: 10_000, message: 'five starts' },
    );
    const pauses = starts.slice(1).map((time, i) => time - (starts[i] ?? 0));
    assert.ok((pauses.at(-1) ?? 0) > 400, `the pauses were ${pauses}`);
    await child.stop();
  });

  test('a child that fails at its first start throws with its output and leaves nothing', async () => {
    await assert.rejects(start(specIn(folder, ['fail'])), (error) => {
      assert.ok(error instanceof ChildFailed);
      assert.match(error.message, /^child ended with code 3\. Its last line: the disk is on fire$/);
      assert.deepEqual(error.lines, ['the disk is on fire']);
      return true;
    });
    assert.ok(!existsSync(join(folder, 'child.json')));
  });

  test('a command that does not exist throws', async () => {
    const spec = specIn(folder, [], { command: join(folder, 'nothing') });
    await assert.rejects(start(spec), /child could not be started: .*ENOENT/);
  });

  test('a child that never becomes ready is stopped', async () => {
    // Long enough to print its first line, also on a busy machine.
    const spec = specIn(folder, ['never-ready'], { readyWithinMs: 3000 });
    await assert.rejects(start(spec), /child did not answer within 3 s/);
    const said = readFileSync(join(folder, 'child.log'), 'utf8');
    const pid = Number(/started (\d+)/.exec(said)?.[1]);
    assert.ok(pid > 0 && !isRunning(pid));
  });

  test('a child that ignores the first signal of a stop gets the next', async () => {
    const steps: ChildSpec['stopSteps'] = [
      { signal: 'SIGTERM', waitMs: 200 },
      { signal: 'SIGKILL', waitMs: 2_000 },
    ];
    const child = await start(specIn(folder, ['deaf'], { stopSteps: steps }));
    const { pid } = child;
    const begun = performance.now();
    await child.stop();
    assert.ok(performance.now() - begun >= 195);
    assert.ok(!isRunning(pid));
  });

  test('a child can be stopped while it waits for a restart', async () => {
    const stopped = Promise.withResolvers<void>();
    const error = () => stopped.resolve(child.stop());
    const log: ChildSpec['log'] = { info: () => undefined, warn: () => undefined, error };
    const child = await start(specIn(folder, [], { log }));
    process.kill(child.pid ?? 0, 'SIGKILL');
    await stopped.promise;
    assert.equal(child.pid, undefined);
    assert.equal(readFileSync(join(folder, 'ready.starts'), 'utf8').trim().split('\n').length, 1);
    assert.ok(!existsSync(join(folder, 'child.json')));
  });

  test('a child has only its own environment, and its output reaches the file and the log', async () => {
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
    const levelOfLine: ChildSpec['levelOfLine'] = (line) => (line.startsWith('started') ? 'warn' : 'quiet');
    const spec = specIn(folder, ['tell-environment'], { env: { ONLY: 'this' }, log, levelOfLine });
    const child = await start(spec);
    await waitUntil(() => lines.length > 0, { timeout: 2_000, message: 'a line in the log' });
    const told = lines
      .map((line) => JSON.parse(line))
      .map(({ level, engine, msg }) => ({ level, engine, msg }));
    assert.deepEqual(told, [{ level: 40, engine: 'child', msg: `started ${child.pid}` }]);
    const environment = /environment (.*)/.exec(readFileSync(join(folder, 'child.log'), 'utf8'))?.[1];
    assert.deepEqual(JSON.parse(environment ?? ''), { ONLY: 'this' });
  });
});

suite('a child whose server was killed', () => {
  test('a child that outlives its server is adopted, watched and restarted as before', async () => {
    const pid = await leftByAKilledServer();
    assert.ok(isRunning(pid));
    const child = await start(specIn(folder));
    assert.equal(child.pid, pid);
    process.kill(pid, 'SIGKILL');
    await restarted(child, pid);
  });

  test('an adopted child is stopped with the server that adopted it', async () => {
    const pid = await leftByAKilledServer();
    await (await start(specIn(folder))).stop();
    assert.ok(!isRunning(pid));
  });

  test('a child with another configuration is replaced', async () => {
    const pid = await leftByAKilledServer();
    const child = await start(specIn(folder, [], { fingerprint: 'another' }));
    assert.notEqual(child.pid, pid);
    assert.ok(!isRunning(pid) && isRunning(child.pid));
  });

  test('another process that now has the pid is not taken for the child', async () => {
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    try {
      const note = { pid: stranger.pid, startTime: 'long ago', fingerprint: 'one' };
      writeFileSync(join(folder, 'child.json'), JSON.stringify(note));
      const child = await start(specIn(folder));
      assert.notEqual(child.pid, stranger.pid);
      await child.stop();
      assert.ok(isRunning(stranger.pid), 'the other process still runs');
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  test('a child whose state file is lost is found by `findLiving`', async () => {
    const pid = await leftByAKilledServer();
    await rm(join(folder, 'child.json'));
    const child = await start(specIn(folder, [], { findLiving: () => pid }));
    assert.equal(child.pid, pid);
  });
});
