import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { patient } from '../../server/testing/patience.ts';
import { type Job, jobVersion, names, type StopOrder } from '../folder/job.ts';
import type { JournalEntry } from '../folder/journal.ts';
import type { Result, UsableResult } from '../folder/result.ts';
import { type Faults, faultsName } from './faulty-recorder.ts';

type EntryOf<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>;

export interface RecorderOptions {
  changes?: Partial<Job>;
  folder?: string;
  faults?: Faults;
}

const program = join(import.meta.dirname, '../record.ts');
const finishProgram = join(import.meta.dirname, '../finish.ts');
const faultyProgram = join(import.meta.dirname, 'faulty-recorder.ts');

/** A recorder in a process and a folder of its own, as the server runs it. */
export class RunningRecorder {
  readonly folder: string;
  readonly #process: ChildProcess;
  #said = '';

  private constructor(folder: string, entry: string) {
    this.folder = folder;
    this.#process = spawn(process.execPath, [entry, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (text) => {
        this.#said += text;
      });
  }

  static async start(
    call: { url: string; roomId: string; token: string },
    { changes = {}, folder, faults }: RecorderOptions = {},
  ): Promise<RunningRecorder> {
    const own = folder ?? (await mkdtemp(join(tmpdir(), 'lectern-recorder-')));
    const job: Job = {
      version: jobVersion,
      recordId: 'record',
      ...call,
      layout: 'grid',
      onStage: 'everybody',
      width: 1280,
      height: 720,
      fps: 25,
      pictureBy: new Date(Date.now() + 20_000).toISOString(),
      maxSeconds: 600,
      minFreeBytes: 0,
      ...changes,
    };
    await writeFile(join(own, names.job), JSON.stringify(job), { mode: 0o600 });
    if (faults) await writeFile(join(own, faultsName), JSON.stringify(faults));
    return new RunningRecorder(own, faults ? faultyProgram : program);
  }

  get pid(): number {
    const { pid } = this.#process;
    if (pid === undefined) throw new Error('the recorder could not be started');
    return pid;
  }

  /** Seconds of media by the last entry of the journal. */
  get seconds(): number {
    return this.entries('beat').at(-1)?.t ?? 0;
  }

  /** Output of the process, for the messages of failed tests. */
  get said(): string {
    return this.#said;
  }

  get isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  get journal(): JournalEntry[] {
    try {
      const lines = readFileSync(this.path(names.journal), 'utf8').split('\n').slice(0, -1);
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
    } catch {
      return [];
    }
  }

  entries<T extends JournalEntry['type']>(type: T): EntryOf<T>[] {
    return this.journal.filter((entry): entry is EntryOf<T> => entry.type === type);
  }

  async until<T extends JournalEntry['type']>(
    type: T,
    {
      timeout = 30_000,
      where = () => true,
    }: { timeout?: number; where?: (entry: EntryOf<T>) => boolean } = {},
  ): Promise<EntryOf<T>> {
    const until = performance.now() + patient(timeout);
    while (true) {
      const found = this.entries(type).find(where);
      if (found) return found;
      if (performance.now() > until) break;
      await pause(25);
    }
    const last = JSON.stringify(this.journal.slice(-6));
    throw new Error(`no ${type} in the journal within ${timeout} ms: ${last} ${this.#said}`);
  }

  /** Waits until so many seconds are in the file. */
  recorded(seconds: number): Promise<EntryOf<'beat'>> {
    return this.until('beat', { where: ({ t }) => t >= seconds, timeout: 1000 * seconds * 3 + 30_000 });
  }

  async order(order: Partial<StopOrder> = {}): Promise<void> {
    const draft = this.path(`${names.stop}.draft`);
    await writeFile(draft, JSON.stringify({ at: new Date().toISOString(), ...order }));
    await rename(draft, this.path(names.stop));
  }

  /** Orders the end and waits for it. */
  async stop(order: Partial<StopOrder> = {}): Promise<EntryOf<'ended'>> {
    await this.order(order);
    return this.ended();
  }

  async ended(): Promise<EntryOf<'ended'>> {
    await this.exit();
    return this.until('ended', { timeout: 1 });
  }

  async exit(): Promise<number | null> {
    if (this.isRunning) await once(this.#process, 'exit', { signal: AbortSignal.timeout(120_000) });
    return this.#process.exitCode;
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (!this.isRunning) return;
    this.#process.kill(signal);
    await this.exit();
  }

  /** Makes the delivered files from the folder. */
  async finish(): Promise<{ result: UsableResult; video: string }> {
    const finishing = spawn(process.execPath, [finishProgram, this.folder], { stdio: 'inherit' });
    const [code] = await once(finishing, 'exit');
    const result: Result = JSON.parse(await readFile(this.path(names.result), 'utf8'));
    if (code !== 0 || !result.usable)
      throw new Error(`finishing exited with ${code}: ${JSON.stringify(result)}`);
    return { result, video: this.path(result.video) };
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
