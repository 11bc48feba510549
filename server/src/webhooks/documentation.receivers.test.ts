import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePorts } from '../../testing/processes/ports.ts';
import { waitForExit } from '../../testing/processes/processes.ts';
import { waitUntil } from '../../testing/wait.ts';
import { newId } from '../platform/ids.ts';
import { requestOf, sign } from './secret.ts';
import { verifyFolder } from './testing/verify/cases.ts';
import { whyNot } from './testing/verify/languages.ts';

interface Receiver {
  name: string;
  program: string;
  /** The files of the guide, relative to `docs/integrators/verify`. */
  files: string[];
  receive: (port: string) => string[];
  /** Does the work of stored events, if another process does. */
  work?: string[];
  /** Knows its events after a restart. */
  isDurable: boolean;
  /** Where the work of a system stands, and a line there that fails for the event `fails`. */
  failing?: [place: string, line: string];
}

const receivers: Receiver[] = [
  {
    name: 'Node',
    program: process.execPath,
    files: ['../receiver.mjs'],
    receive: (port) => ['receiver.mjs', port],
    isDurable: false,
  },
  {
    name: 'Python',
    program: 'python3',
    files: ['receiver.py', 'verify.py'],
    receive: (port) => ['-B', '-W', 'error', 'receiver.py', port],
    isDurable: true,
    failing: [
      '    name = event',
      '    if event["eventName"] == "fails": raise ValueError("wanted")\n    name = event',
    ],
  },
  {
    name: 'PHP',
    program: 'php',
    files: ['receiver.php', 'verify.php'],
    receive: (port) => ['-S', `127.0.0.1:${port}`, 'receiver.php'],
    work: ['receiver.php'],
    isDurable: true,
    failing: [
      '// Your work',
      'if ($event["eventName"] === "fails") throw new Exception("wanted");\n// Your work',
    ],
  },
];

const secret = 'the secret of the webhook';

/** A delivery as the server sends it. */
function deliveryOf(eventName: string, { isTest = false, ageSeconds = 0 } = {}) {
  const body = `{"eventName":"${eventName}","roomId":"${newId()}","spaceId":"${newId()}"}`;
  const delivery = { eventId: newId(), body, callId: newId(), isTest, isSample: false };
  return requestOf(delivery, sign(delivery, [secret], new Date(Date.now() - ageSeconds * 1000)));
}

/** A receiver of the guide that runs in a folder of its own. */
class Running {
  readonly #receiver: Receiver;
  readonly #folder = mkdtempSync(join(tmpdir(), 'lectern-receiver-'));
  #child: ChildProcess | undefined;
  #port = '';
  #output = '';

  constructor(receiver: Receiver) {
    this.#receiver = receiver;
    for (const file of receiver.files) {
      const text = readFileSync(join(verifyFolder, file), 'utf8');
      const [place, line] = receiver.failing ?? ['', ''];
      if (file === receiver.files[0]) assert.ok(text.includes(place), `${file}: ${place}`);
      writeFileSync(
        join(this.#folder, basename(file)),
        text.replace(place, () => line),
      );
    }
  }

  get #options() {
    const { PATH = '' } = process.env;
    return { cwd: this.#folder, env: { PATH, SECRET: secret, EVENTS: join(this.#folder, 'events') } };
  }

  async start(): Promise<void> {
    this.#port = String((await freePorts()).http);
    const child = spawn(this.#receiver.program, this.#receiver.receive(this.#port), this.#options);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        this.#output += text;
      });
    this.#child = child;
    await waitUntil(() => fetch(`http://127.0.0.1:${this.#port}`), {
      timeout: 20_000,
      message: () => `the receiver: ${this.#output}`,
    });
  }

  async send({ body, headers }: { body: string; headers: Record<string, string> }): Promise<number> {
    const url = `http://127.0.0.1:${this.#port}/lectern`;
    return (await fetch(url, { method: 'POST', body, headers })).status;
  }

  /** The output of the work so far. */
  done(): string {
    const { program, work } = this.#receiver;
    if (work) {
      const { stdout, stderr } = spawnSync(program, work, { ...this.#options, encoding: 'utf8' });
      this.#output += stdout + stderr;
    }
    return this.#output;
  }

  async stop(): Promise<void> {
    this.#child?.kill('SIGKILL');
    if (this.#child) await waitForExit(this.#child);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

for (const receiver of receivers) {
  const missing = whyNot({ program: [receiver.program, '--version'] });
  describe(`the receiver in ${receiver.name}`, () => {
    let running: Running;
    before(async () => {
      running = new Running(receiver);
      if (!missing) await running.start();
    });
    after(async () => {
      await running?.stop();
      running?.remove();
    });

    test('does the work of each event once, and refuses what Lectern did not send', async (t) => {
      if (missing) return t.skip(`not to be had here: ${missing}`);
      const event = deliveryOf('call_finished');
      const { roomId } = JSON.parse(event.body).body;
      for (const _ of ['first', 'repeated']) assert.equal(await running.send(event), 204);
      assert.equal(await running.send(deliveryOf('call_started', { isTest: true })), 204);
      const forged = { ...event, body: event.body.replace('call_finished', 'record_started') };
      assert.equal(await running.send(forged), 401);
      assert.equal(await running.send(deliveryOf('record_started', { ageSeconds: 400 })), 401);
      assert.equal(await running.send({ ...event, headers: {} }), 401);
      assert.equal(await running.send({ ...event, body: 'x'.repeat(70_000) }), 413);

      const count = (line: string) => running.done().split(line).length - 1;
      const line = `call_finished in room ${roomId}\n`;
      const isDone = () => count(line) > 0 && count('a test delivery: call_started\n') > 0;
      await waitUntil(isDone, { timeout: 20_000, message: () => running.done() });
      if (receiver.isDurable) {
        await running.stop();
        await running.start();
        assert.equal(await running.send(event), 204);
      }
      const later = deliveryOf('report_ready');
      assert.equal(await running.send(later), 204);
      const laterRoom = JSON.parse(later.body).body.roomId;
      await waitUntil(() => count(`report_ready in room ${laterRoom}\n`) > 0, {
        timeout: 20_000,
        message: () => running.done(),
      });
      assert.equal(count(line), 1, running.done());
      assert.doesNotMatch(running.done(), /record_started|Traceback|Warning|Error/);
    });

    if (!receiver.failing) return;
    test('does the work of events behind one whose work fails', async (t) => {
      if (missing) return t.skip(`not to be had here: ${missing}`);
      assert.equal(await running.send(deliveryOf('fails')), 204);
      await running.send(deliveryOf('call_started'));
      await waitUntil(() => running.done().includes('call_started in room'), {
        timeout: 20_000,
        message: () => running.done(),
      });
      assert.match(running.done(), /wanted/);
    });
  });
}
