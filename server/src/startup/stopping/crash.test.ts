import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import type { Client } from '../../../../contract/client/index.ts';
import { makeGroup } from '../../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../../testing/lectern.ts';
import { enterBy, makeLink } from '../../../testing/people/entering.ts';
import { isHealthy } from '../../../testing/processes/health.ts';
import { runningWith } from '../../../testing/processes/processes.ts';
import { serverProgram } from '../../../testing/processes/programs.ts';
import { waitUntil } from '../../../testing/wait.ts';

// The server as `npm start` runs it, without the checks for engines and pages.
const root = resolve(import.meta.dirname, '../../../..');
const startScript = [
  join(root, 'scripts/lib/prepare/launch.mjs'),
  JSON.stringify({ script: relative(root, serverProgram), restarts: true }),
];
const faults = {
  NODE_OPTIONS: `--import=${resolve(import.meta.dirname, '../../../testing/processes/faults.preload.ts')}`,
};

let lectern: LecternProcess;
let client: Client;
/** A participant who entered a room. */
let guest: Client;
before(async () => {
  lectern = await startLectern(faults, { program: startScript, engines: 'own' });
  client = lectern.client(lectern.owner.personalToken);
  const group = await makeGroup(lectern);
  guest = (await enterBy(lectern, group, { url: await makeLink(group) })).api;
});
after(() => lectern?.remove());

const serverPid = (): number =>
  JSON.parse(readFileSync(join(lectern.dataDir, 'server.json'), 'utf8')).pid as number;

/** New PostgreSQL children have its command line for a moment: they are not counted. */
const enginePids = () => {
  const engines = runningWith(lectern.dataDir).filter(({ command }) =>
    /postgres .*-D|livekit-server/.test(command),
  );
  const pids = new Set(engines.map(({ pid }) => pid));
  return engines
    .filter(({ parent }) => !pids.has(parent))
    .map(({ pid }) => pid)
    .sort((a, b) => a - b);
};

const assertContinue = (engines: number[]) => assert.deepEqual(enginePids(), engines);

const socketUrl = (path: string) => `${lectern.url.replace('http', 'ws')}${path}`;

/** A connected socket; resolves to the code with which the server closes it. */
async function connectSocket(): Promise<{ closed: Promise<number> }> {
  const socket = new WebSocket(socketUrl('/connection/websocket'));
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, connect: { token: (await guest.getSocketToken()).token } }));
  await once(socket, 'message');
  return { closed };
}

/** Triggers a fault; the response does not matter. */
const ask = (group: string) => fetch(`${lectern.url}/fault/${group}`).catch(() => undefined);

function askForUpgrade(): Promise<unknown> {
  const socket = new WebSocket(socketUrl('/connection/websocket?fault'));
  return once(socket, 'close').catch(() => undefined);
}

const isRestarted = async (before: number) => serverPid() !== before && (await isHealthy(lectern.url));

/** The log may be written after the response. */
const waitForLog = (pattern: RegExp) =>
  waitUntil(() => pattern.test(lectern.output()), {
    timeout: 30_000,
    message: () => `${pattern} in the log:\n${lectern.output()}`,
  });

test('an error in a request handler gives a 500, and the process continues', async () => {
  const before = serverPid();
  const response = await fetch(`${lectern.url}/fault/handler`);
  assert.equal(response.status, 500);
  assert.equal(((await response.json()) as { code: string }).code, 'internal');
  await waitForLog(/injected fault in handler/);
  assert.equal((await fetch(`${lectern.url}/healthz`)).status, 200);
  assert.equal(serverPid(), before);
});

// Errors in timers and listeners arrive at the same handler.
for (const group of ['listener', 'rejection', 'upgrade']) {
  test(`an uncaught error (${group}) is logged, closes the sockets, keeps the engines and restarts the server`, async () => {
    const [before, engines] = [serverPid(), enginePids()];
    assert.equal(engines.length, 2);
    const { closed } = await connectSocket();
    await (group === 'upgrade' ? askForUpgrade() : ask(group));
    assert.equal(await closed, 3001, 'the code on which clients reconnect');
    await waitUntil(() => isRestarted(before), { timeout: 60_000, message: 'another server to be ready' });
    await waitForLog(
      new RegExp(`"stack":"Error: injected fault in ${group}.*faults\\.preload\\.ts.*uncaught error`),
    );
    await waitForLog(/ended abnormally \(code 70\) and is started again/);
    assertContinue(engines);
    assert.ok((await client.listSpaces({})).items);
  });
}

test('a server killed with -9 is restarted, and stopping `npm start` ends everything', async () => {
  const [before, engines] = [serverPid(), enginePids()];
  process.kill(before, 'SIGKILL');
  await waitUntil(() => isRestarted(before), { timeout: 60_000, message: 'another server to be ready' });
  assertContinue(engines);
  await lectern.stop();
  assert.deepEqual(runningWith(lectern.dataDir), []);
});

test('a server whose `npm start` is killed exits, and its engines wait for the next start', async () => {
  await lectern.start();
  const [before, engines] = [serverPid(), enginePids()];
  await lectern.kill();
  const isGone = () => runningWith(serverProgram).every(({ pid }) => pid !== before);
  await waitUntil(isGone, { timeout: 10_000, message: 'the server to end' });
  assertContinue(engines);
});
