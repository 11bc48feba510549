import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { ClipLayer } from './clips.ts';
import { sentFps } from './clips.ts';

const joinMs = 30_000;

/** One participant: its URL, token and media. Layers are ordered from the smallest. */
interface Coming {
  url: string;
  token: string;
  layers: readonly ClipLayer[];
  sound: string;
}

/** Participants that send clips encoded before, in a process that costs almost nothing (`engines/cameras`). */
export class Cameras {
  readonly #child: ChildProcess;
  readonly #lines: Interface;

  constructor() {
    const program = process.env.LECTERN_BENCH_CAMERAS;
    if (!program) throw new Error('LECTERN_BENCH_CAMERAS is not set: run npm run bench -- recording');
    const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.on('error', () => undefined);
    this.#child = child;
    this.#lines = createInterface(child.stdout);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Throws if a participant could not join or was lost, because the measurement would be of another call. */
  check(): void {
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null) throw new Error('the process of the cameras ended');
  }

  async join(coming: Coming): Promise<void> {
    const sends = once(this.#lines, 'line', { signal: AbortSignal.timeout(joinMs) });
    this.#child.stdin?.write(`${JSON.stringify({ ...coming, fps: sentFps })}\n`);
    await sends;
  }

  async close(): Promise<void> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin?.end();
    await ended;
  }
}
