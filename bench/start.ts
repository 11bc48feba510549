import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts } from '../server/testing/processes/ports.ts';
import { waitUntil } from '../server/testing/wait.ts';
import { commandOf, pssOf, treeOf } from './lib/processes.ts';
import { report, spreadOf } from './lib/report.ts';

/** Measures `npm start` with everything cached: the time to `/readyz` 200, and the memory at rest. */
const root = resolve(import.meta.dirname, '..');
const dataDir = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
const ports = await freePorts();
const url = `http://127.0.0.1:${ports.http}`;
const env = {
  ...process.env,
  PORT: String(ports.http),
  LECTERN_DATA_DIR: dataDir,
  LECTERN_MEDIA_PORT: String(ports.media),
  LECTERN_MEDIA_TCP_PORT: String(ports.mediaTcp),
  LECTERN_MEDIA_UDP_PORT: String(ports.mediaUdp),
};

const isReady = () =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

async function startOnce() {
  const begin = performance.now();
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore', detached: true });
  const pid = child.pid ?? 0;
  await waitUntil(isReady, { timeout: 120_000, message: '/readyz to answer 200', interval: 10 });
  const took = performance.now() - begin;
  const stop = async () => {
    const gone = new Promise((done) => child.once('exit', done));
    process.kill(-pid, 'SIGINT');
    await gone;
  };
  return { pid, took, stop };
}

function memoryOf(pid: number): Record<string, number> {
  const byCommand: Record<string, number> = {};
  for (const member of treeOf(pid)) {
    const command = commandOf(member);
    const name = /postgres/.test(command)
      ? 'postgres'
      : /livekit/.test(command)
        ? 'livekit'
        : /main\.ts/.test(command)
          ? 'server'
          : 'npm start';
    byCommand[name] = (byCommand[name] ?? 0) + pssOf(member);
  }
  return byCommand;
}

const first = await startOnce();
await first.stop();
const times: number[] = [];
let memory: Record<string, number> = {};
for (let round = 0; round < 7; round++) {
  const next = await startOnce();
  times.push(next.took);
  if (round === 6) {
    // At rest: after garbage collection of the start.
    await new Promise((done) => setTimeout(done, 10_000));
    memory = memoryOf(next.pid);
  }
  await next.stop();
}
rmSync(dataDir, { recursive: true, force: true });
const total = Object.values(memory).reduce((sum, value) => sum + value, 0);
report({
  name: 'start',
  unit: 'ms',
  figures: {
    'first start (database made)': first.took,
    'second start': spreadOf(times),
    ...Object.fromEntries(
      Object.entries(memory).map(([name, value]) => [`memory at rest, ${name} (MB Pss)`, value]),
    ),
  },
  goals: [
    { what: 'second start to /readyz, worst', measured: spreadOf(times).worst, bound: 3000, unit: 'ms' },
    { what: 'memory at rest', measured: total, bound: 450, unit: 'MB' },
  ],
});
