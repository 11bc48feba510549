import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withDeadline } from '../concurrency/deadline.ts';
import { Unstartable } from '../errors.ts';
import { identityOf, isRunning, type ProcessIdentity, readIdentity, signalProcess } from './identity.ts';
import { LogFile } from './log-file.ts';
import { reasonOf } from './reasons.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;
export type StopSignal = { signal: NodeJS.Signals; waitMs: number };
export type LineLevel = 'info' | 'warn' | 'error' | 'quiet';

export type ChildSpec = {
  /** Names the files in `folder`: `<name>.json` (state for the next start) and `<name>.log`. */
  name: string;
  folder: string;
  command: string;
  args: readonly string[];
  /** The whole environment: ours contains secrets and is not passed on. */
  env: NodeJS.ProcessEnv;
  cwd?: string;
  user?: { uid: number; gid: number };
  /** Identifies the configuration: a running child with another one is stopped and replaced. */
  fingerprint: string;
  isReady: () => Promise<boolean>;
  readyWithinMs: number;
  stopSteps: readonly StopSignal[];
  /** Removes what blocks a start, such as the lock file of a killed process. */
  beforeSpawn?: () => Promise<void> | void;
  /** Finds a running child if the state file is lost. */
  findLiving?: () => number | undefined;
  levelOfLine?: (line: string) => LineLevel;
  /** Aborts the start: a child that is not ready is stopped. */
  interrupted?: AbortSignal | undefined;
  log: Log;
};

type Living = { identity: ProcessIdentity; died: Promise<string> };

const lookEveryMs = 200;
/** The least time for each further step of a stop when time is short. */
const laterStepMs = 500;
/** A child that ran this long is restarted without a pause. */
const steadyAfterMs = 10_000;
const pausesMs = [0, 200, 500, 1_000, 2_000, 5_000, 10_000];

/** A child process that outlives a killed server, is restarted when it dies, and ends when the server stops. */
export class SupervisedChild {
  readonly #spec: ChildSpec;
  readonly #statePath: string;
  readonly #logFile: LogFile;
  readonly #stopping = new AbortController();
  readonly #reader: NodeJS.Timeout;
  #living: Living | undefined;
  #run: Promise<void> = Promise.resolve();

  private constructor(spec: ChildSpec) {
    this.#spec = spec;
    this.#statePath = join(spec.folder, `${spec.name}.json`);
    this.#logFile = openLog(spec);
    this.#reader = setInterval(() => this.#passLines(), lookEveryMs).unref();
  }

  /** Adopts a running child or starts one; resolves when it is ready. @throws Unstartable if it does not become ready */
  static async start(spec: ChildSpec): Promise<SupervisedChild> {
    const child = new SupervisedChild(spec);
    const { interrupted } = spec;
    const interrupt = () => child.#stopping.abort();
    interrupted?.addEventListener('abort', interrupt);
    if (interrupted?.aborted) interrupt();
    try {
      child.#living = (await child.#takeOver()) ?? (await child.#launch());
    } catch (error) {
      child.#close();
      throw error;
    } finally {
      interrupted?.removeEventListener('abort', interrupt);
    }
    child.#run = child.#keepRunning(child.#living);
    return child;
  }

  /** Undefined while it does not run. */
  get pid(): number | undefined {
    return this.#living?.identity.pid;
  }

  /** @param withinMs shortens the steps of the stop, so that all fit */
  async stop(withinMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.#stopping.signal.aborted) return this.#run;
    this.#stopping.abort();
    if (this.#living) await this.#end(this.#living, withinMs);
    await this.#run;
    this.#close();
  }

  async #keepRunning(first: Living): Promise<void> {
    let living = first;
    let quickDeaths = 0;
    while (true) {
      const since = performance.now();
      const how = await living.died;
      if (this.#stopping.signal.aborted) return;
      this.#living = undefined;
      quickDeaths = performance.now() - since > steadyAfterMs ? 0 : quickDeaths + 1;
      this.#spec.log.error({ engine: this.#spec.name, how }, 'engine exited; restarting it');
      const next = await this.#revive(Math.max(0, quickDeaths - 1));
      if (next === undefined) return;
      living = next;
      this.#spec.log.info({ engine: this.#spec.name, pid: living.identity.pid }, 'engine is running again');
    }
  }

  async #revive(failuresBefore: number): Promise<Living | undefined> {
    for (let failures = failuresBefore; ; failures += 1) {
      try {
        const ms = pausesMs[Math.min(failures, pausesMs.length - 1)];
        await pause(ms, undefined, { signal: this.#stopping.signal });
        this.#living = await this.#launch();
        return this.#living;
      } catch (error) {
        if (this.#stopping.signal.aborted) return undefined;
        const message = error instanceof Error ? error.message : String(error);
        this.#spec.log.warn({ engine: this.#spec.name, failures: failures + 1 }, message);
      }
    }
  }

  async #takeOver(): Promise<Living | undefined> {
    const saved = readIdentity(this.#statePath);
    const living = saved && isRunning(saved) ? saved : this.#findWithoutState();
    if (living === undefined) return undefined;
    const adopted = { identity: living, died: this.#pollForExit(living) };
    const isOurs = living.fingerprint === this.#spec.fingerprint && (await this.#becomesReady(adopted));
    if (isOurs) {
      this.#writeState(living);
      this.#spec.log.info({ engine: this.#spec.name, pid: living.pid }, 'adopted the running engine');
      return adopted;
    }
    this.#spec.log.info({ engine: this.#spec.name, pid: living.pid }, 'replacing the running engine');
    await this.#end(adopted);
    return undefined;
  }

  #findWithoutState(): (ProcessIdentity & { fingerprint?: unknown }) | undefined {
    const pid = this.#spec.findLiving?.();
    const identity = pid === undefined ? undefined : identityOf(pid);
    return identity && { ...identity, fingerprint: this.#spec.fingerprint };
  }

  async #launch(): Promise<Living> {
    await this.#spec.beforeSpawn?.();
    const living = await this.#spawn();
    await this.#writeStateOrEnd(living);
    if (await this.#becomesReady(living)) return living;
    const wasRunning = isRunning(living.identity);
    await this.#end(living);
    const why = wasRunning ? `did not answer within ${this.#spec.readyWithinMs / 1000} s` : await living.died;
    throw new ChildFailed(this.#spec.name, why, this.#logFile.lastLines(12));
  }

  async #spawn(): Promise<Living> {
    const { name, command, args, env, cwd, user } = this.#spec;
    const output = this.#logFile.openForChild();
    let child: ChildProcess;
    try {
      child = spawn(command, args, {
        detached: true,
        stdio: ['ignore', output, output],
        env,
        ...(cwd && { cwd }),
        ...user,
      });
    } finally {
      closeSync(output);
    }
    const { pid } = child;
    const died = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`could not be started: ${error.message}`));
      child.once('exit', (code, by) => resolve(by ? `was ended by ${by}` : `ended with code ${code}`));
    });
    if (pid === undefined) throw new ChildFailed(name, await died, []);
    // If it already exited, the identity does not matter: `died` resolves.
    return { identity: identityOf(pid) ?? { pid, startTime: 'gone' }, died };
  }

  /** Resolves to false if the child dies, is not ready in time, or is being stopped. */
  async #becomesReady({ died }: Living): Promise<boolean> {
    const until = performance.now() + this.#spec.readyWithinMs;
    let isDead = false;
    died.then(() => {
      isDead = true;
    });
    while (performance.now() < until && !this.#stopping.signal.aborted) {
      const isReady = await this.#spec.isReady().catch(() => false);
      // Another process may answer on a port that the child could not bind.
      if (isDead || this.#stopping.signal.aborted) return false;
      if (isReady) return true;
      await Promise.race([pause(20), died]);
    }
    return false;
  }

  async #end({ identity, died }: Living, withinMs = Number.POSITIVE_INFINITY): Promise<void> {
    const until = performance.now() + withinMs;
    const { stopSteps } = this.#spec;
    for (const [index, step] of stopSteps.entries()) {
      signalProcess(identity, step.signal);
      const keptForLater = (stopSteps.length - 1 - index) * laterStepMs;
      const waitMs = Math.max(0, Math.min(step.waitMs, until - performance.now() - keptForLater));
      const isGone = await withDeadline(died, waitMs, 'the end of the process').then(Boolean, () => false);
      if (isGone) break;
    }
  }

  /** We are not the parent of an adopted child and get no exit event, so poll. */
  async #pollForExit(identity: ProcessIdentity): Promise<string> {
    while (isRunning(identity)) await pause(lookEveryMs / 2);
    return 'is gone';
  }

  /** Stops a child that the next start could not find. */
  async #writeStateOrEnd(living: Living): Promise<void> {
    try {
      this.#writeState(living.identity);
    } catch (error) {
      await this.#end(living);
      throw new Unstartable(`The state file ${this.#statePath} cannot be written: ${reasonOf(error)}.`);
    }
  }

  /** Lets the next start recognize and adopt the child. Synchronous, so that the file is written right after the spawn. */
  #writeState({ pid, startTime }: ProcessIdentity): void {
    const draft = `${this.#statePath}.new`;
    const state = { pid, startTime, fingerprint: this.#spec.fingerprint };
    writeFileSync(draft, `${JSON.stringify(state)}\n`, { mode: 0o600 });
    renameSync(draft, this.#statePath);
  }

  #passLines(): void {
    const { name, log, levelOfLine } = this.#spec;
    for (const line of this.#logFile.newLines()) {
      const level = levelOfLine?.(line) ?? 'info';
      if (level !== 'quiet') log[level]({ engine: name }, line);
    }
  }

  #close(): void {
    clearInterval(this.#reader);
    rmSync(this.#statePath, { force: true });
    this.#passLines();
    this.#logFile.close();
  }
}

const openLog = ({ folder, name }: ChildSpec): LogFile => {
  const path = join(folder, `${name}.log`);
  try {
    mkdirSync(folder, { recursive: true });
    return new LogFile(path);
  } catch (error) {
    throw new Unstartable(`The log ${path} cannot be written: ${reasonOf(error)}.`);
  }
};

/** The child did not become ready. `lines` are the last lines of its output. */
export class ChildFailed extends Unstartable {
  override name = 'ChildFailed';
  readonly lines: readonly string[];

  constructor(child: string, why: string, lines: readonly string[]) {
    super(`${child} ${why}${lines.length > 0 ? `. Its last line: ${lines.at(-1)}` : ''}`);
    this.lines = lines;
  }
}
