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

/** Another process starts the child and is killed; the child's pid. */
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
  test('runs until it is stopped, and leaves no note behind', async () => {
    const child = await start(specIn(folder));
    const { pid } = child;
    assert.ok(isRunning(pid));
    assert.equal(JSON.parse(readFileSync(join(folder, 'child.json'), 'utf8')).pid, pid);
    await child.stop();
    assert.ok(!isRunning(pid));
    assert.ok(!existsSync(join(folder, 'child.json')));
    await child.stop();
  });

  test('is back at once when it was killed, and tells of both', async () => {
    const child = await start(specIn(folder));
    const told: string[] = [];
    child.onDown(() => told.push(`down, up: ${child.isUp}`));
    child.onUp(() => told.push(`up, up: ${child.isUp}`));
    const first = child.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await waitUntil(() => told.length === 2, { timeout: 2_000, message: () => `only told: ${told}` });
    assert.deepEqual(told, ['down, up: false', 'up, up: true']);
    assert.notEqual(child.pid, first);
    assert.ok(isRunning(child.pid));
  });

  test('that dies again and again is restarted after longer and longer pauses', async () => {
    const child = await start(specIn(folder, ['short-lived'], { isReady: async () => true }));
    const starts = await waitUntil(
      () => {
        const times = readFileSync(join(folder, 'ready.starts'), 'utf8').trim().split('\n').map(Number);
        return times.length >= 5 && times;
      },
      { timeout: 10_000, message: 'it was not started five times' },
    );
    const pauses = starts.slice(1).map((time, i) => time - (starts[i] ?? 0));
    assert.ok((pauses.at(-1) ?? 0) > 400, `the pauses were ${pauses}`);
    await child.stop();
  });

  test('that fails at its first start is an error with what it said, and nothing is left', async () => {
    await assert.rejects(start(specIn(folder, ['fail'])), (error) => {
      assert.ok(error instanceof ChildFailed);
      assert.match(error.message, /^child ended with code 3\. It said last: the disk is on fire$/);
      assert.deepEqual(error.lines, ['the disk is on fire']);
      return true;
    });
    assert.ok(!existsSync(join(folder, 'child.json')));
  });

  test('that is no program at all is an error', async () => {
    const spec = specIn(folder, [], { command: join(folder, 'nothing') });
    await assert.rejects(start(spec), /child could not be started: .*ENOENT/);
  });

  test('that never answers is ended again', async () => {
    // Long enough for it to have said that it runs, on a busy machine too.
    const spec = specIn(folder, ['never-ready'], { readyWithinMs: 3000 });
    await assert.rejects(start(spec), /child did not answer within 3 s/);
    const said = readFileSync(join(folder, 'child.log'), 'utf8');
    const pid = Number(/started (\d+)/.exec(said)?.[1]);
    assert.ok(pid > 0 && !isRunning(pid));
  });

  test('deaf to the first signal of the stop is ended by the next', async () => {
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

  test('can be stopped while it waits to be started again', async () => {
    const child = await start(specIn(folder));
    const pid = child.pid ?? 0;
    let ups = 0;
    child.onUp(() => {
      ups += 1;
    });
    child.onDown(() => void child.stop());
    process.kill(pid, 'SIGKILL');
    await waitUntil(() => !child.isUp, { timeout: 2_000, message: 'its death was not noticed' });
    await child.stop();
    assert.equal(ups, 0);
    assert.ok(!existsSync(join(folder, 'child.json')));
  });

  test('sees no environment but its own, writes a file, and its lines reach the log', async () => {
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
    const levelOfLine: ChildSpec['levelOfLine'] = (line) => (line.startsWith('started') ? 'warn' : 'quiet');
    const spec = specIn(folder, ['tell-environment'], { env: { ONLY: 'this' }, log, levelOfLine });
    const child = await start(spec);
    await waitUntil(() => lines.length > 0, { timeout: 2_000, message: 'no line came' });
    const told = lines
      .map((line) => JSON.parse(line))
      .map(({ level, engine, msg }) => ({ level, engine, msg }));
    assert.deepEqual(told, [{ level: 40, engine: 'child', msg: `started ${child.pid}` }]);
    const environment = /environment (.*)/.exec(readFileSync(join(folder, 'child.log'), 'utf8'))?.[1];
    assert.deepEqual(JSON.parse(environment ?? ''), { ONLY: 'this' });
  });
});

suite('a child whose server was killed', () => {
  test('lives on, is taken over, and is watched and restarted as before', async () => {
    const pid = await leftByAKilledServer();
    assert.ok(isRunning(pid));
    const child = await start(specIn(folder));
    assert.equal(child.pid, pid);
    let ups = 0;
    child.onUp(() => {
      ups += 1;
    });
    process.kill(pid, 'SIGKILL');
    await waitUntil(() => ups === 1, { timeout: 2_000, message: 'it was not started again' });
    assert.notEqual(child.pid, pid);
  });

  test('is ended by the stop of the one who took it over', async () => {
    const pid = await leftByAKilledServer();
    await (await start(specIn(folder))).stop();
    assert.ok(!isRunning(pid));
  });

  test('is replaced where the configuration is another one', async () => {
    const pid = await leftByAKilledServer();
    const child = await start(specIn(folder, [], { fingerprint: 'another' }));
    assert.notEqual(child.pid, pid);
    assert.ok(!isRunning(pid) && isRunning(child.pid));
  });

  test('is not mistaken for another process that has its pid now', async () => {
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    try {
      const note = { pid: stranger.pid, startTime: 'long ago', fingerprint: 'one' };
      writeFileSync(join(folder, 'child.json'), JSON.stringify(note));
      const child = await start(specIn(folder));
      assert.notEqual(child.pid, stranger.pid);
      await child.stop();
      assert.ok(isRunning(stranger.pid), 'the stranger was left alone');
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  test('is found by other means where the note of it is lost', async () => {
    const pid = await leftByAKilledServer();
    await rm(join(folder, 'child.json'));
    const child = await start(specIn(folder, [], { findLiving: () => pid }));
    assert.equal(child.pid, pid);
  });
});
