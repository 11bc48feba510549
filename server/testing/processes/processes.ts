import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { waitUntil } from '../wait.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The environment that a program inherits from its test; its settings are the test's own. */
export const inherited = (): Record<string, string> => {
  const { PATH = '', NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(NODE_OPTIONS && { NODE_OPTIONS }) };
};

export interface Running {
  pid: number;
  command: string;
}

/** All processes that have not ended. */
function listProcesses(): (Running & { parent: number })[] {
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .filter(([, , , state]) => !state?.startsWith('Z'))
    .map(([, pid, parent, , command = '']) => ({ pid: Number(pid), parent: Number(parent), command }));
}

/** Processes whose command line names this text (such as a data folder), told apart from ps itself. */
export const runningWith = (text: string): Running[] =>
  listProcesses().filter(({ command }) => command.includes(text));

/** The processes that this one started. */
export const childrenOf = (parent: number): Running[] =>
  listProcesses().filter((one) => one.parent === parent);

/** One that ended on its own meanwhile needs no signal. */
export function signal(running: Running[], name: NodeJS.Signals): void {
  for (const { pid } of running) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Resolves when no process whose command line names this text is left. */
export async function killAll(text: string): Promise<void> {
  const gone = () => {
    const left = runningWith(text);
    signal(left, 'SIGKILL');
    return left.length === 0;
  };
  await waitUntil(gone, { timeout: 20_000, interval: 50, message: `what works in ${text} to be gone` });
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** The process has ended. */
export const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (hasEnded(child)) done();
    else child.once('exit', () => done());
  });

/**
 * Starts this Node on a script, with its output appended to a file. It is not a pipe: what the process wrote before it
 * answered is in the file when the answer is here.
 */
export function spawnLogged(args: string[], { env, logFile }: { env: NodeJS.ProcessEnv; logFile: string }) {
  const log = openSync(logFile, 'a');
  try {
    return spawn(process.execPath, args, { env, cwd: root, stdio: ['ignore', log, log] });
  } finally {
    closeSync(log);
  }
}

/** Somebody else's program that a test starts, kills and holds up as it likes. */
export interface OwnProgram {
  start(): Promise<void>;
  kill(): Promise<void>;
  /** It answers nobody any more, and nobody is told. */
  freeze(): void;
  thaw(): void;
}

export interface ProgramOptions {
  run: () => ChildProcess;
  answers: () => Promise<boolean>;
  /** As a failure names it: `a Redis to answer`. */
  message: string;
}

export function ownProgram({ run, answers, message }: ProgramOptions): OwnProgram {
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (!child) return;
    child.kill('SIGKILL');
    await ended(child);
    child = undefined;
  };
  return {
    start: async () => {
      // A program that answers already would be taken for this one, which cannot listen on the same port.
      if (await answers().catch(() => false))
        throw new Error(`another program answers: waiting for ${message}`);
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
