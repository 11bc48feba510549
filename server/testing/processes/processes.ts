import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { waitUntil } from '../wait.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The environment that a program inherits from its test. */
export const inherited = (): Record<string, string> => {
  const { PATH = '', NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(NODE_OPTIONS && { NODE_OPTIONS }) };
};

export interface Running {
  pid: number;
  parent: number;
  command: string;
}

/** All processes except zombies. */
function listProcesses(): Running[] {
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .filter(([, , , state]) => !state?.startsWith('Z'))
    .map(([, pid, parent, , command = '']) => ({ pid: Number(pid), parent: Number(parent), command }));
}

/** Processes whose command line contains this text, such as a data folder. */
export const runningWith = (text: string): Running[] =>
  listProcesses().filter(({ command }) => command.includes(text));

/** The child processes of `parent`. */
export const childrenOf = (parent: number): Running[] =>
  listProcesses().filter((one) => one.parent === parent);

/** Signals the processes; one that has ended meanwhile is no error. */
export function signalAll(running: Running[], name: NodeJS.Signals): void {
  for (const { pid } of running) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Kills all processes whose command line contains this text; resolves when none is left. */
export async function killAll(text: string): Promise<void> {
  const gone = () => {
    const left = runningWith(text);
    signalAll(left, 'SIGKILL');
    return left.length === 0;
  };
  await waitUntil(gone, { timeout: 20_000, interval: 50, message: `the processes in ${text} to end` });
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Resolves when the process has ended. */
export const waitForExit = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (hasEnded(child)) done();
    else child.once('exit', () => done());
  });

interface Spawning {
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Another program than this Node. */
  command?: string;
}

/**
 * Runs a script with this Node and appends its output to a file. A pipe would not do: what the process wrote before
 * its response must be in the file when the test has the response.
 */
export function spawnLogged(args: string[], { env, logFile, command = process.execPath }: Spawning) {
  const log = openSync(logFile, 'a');
  try {
    return spawn(command, args, { env, cwd: root, stdio: ['ignore', log, log] });
  } finally {
    closeSync(log);
  }
}

/** A third-party program that a test starts, kills and suspends. */
export interface OwnProgram {
  start(): Promise<void>;
  kill(): Promise<void>;
  /** SIGSTOP: it does not respond, and its connections stay open. */
  freeze(): void;
  thaw(): void;
}

export interface ProgramOptions {
  run: () => ChildProcess;
  answers: () => Promise<boolean>;
  /** Completes the failure message, for example `a Redis to answer`. */
  message: string;
}

export function ownProgram({ run, answers, message }: ProgramOptions): OwnProgram {
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (!child) return;
    child.kill('SIGKILL');
    await waitForExit(child);
    child = undefined;
  };
  return {
    start: async () => {
      // Another program that answers on the port would be taken for this one, which cannot listen there.
      if (await answers().catch(() => false))
        throw new Error(`another program answers already: waiting for ${message}`);
      const started = run();
      child = started;
      try {
        await waitUntil(async () => hasEnded(started) || (await answers()), { timeout: 30_000, message });
        if (hasEnded(started)) {
          const code = started.exitCode ?? started.signalCode;
          throw new Error(`the program ended (${code}): waiting for ${message}`);
        }
      } catch (error) {
        await kill();
        throw error;
      }
    },
    kill,
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
  };
}
