import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Tells a process from a later one with the same pid. */
export type ProcessIdentity = { pid: number; startTime: string };

const bootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'unknown';
  }
};

const startTimeOnLinux = (pid: number): string | undefined => {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field is the command in brackets, which may contain blanks and brackets.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticksSinceBoot = rest[18];
  // A zombie does not run: in a container, nothing may ever collect an adopted child.
  if (state === 'Z' || state === 'X' || ticksSinceBoot === undefined) return undefined;
  return `${ticksSinceBoot}@${bootId()}`;
};

const startTimeByPs = (pid: number): string | undefined => {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  if (status !== 0) return undefined;
  const [state, ...lstart] = stdout.trim().split(/\s+/);
  return state === undefined || state.startsWith('Z') ? undefined : lstart.join(' ');
};

/** The start time of a process in the system's own notation; undefined if no such process runs. */
export const startTimeOf = (pid: number): string | undefined =>
  process.platform === 'linux' ? startTimeOnLinux(pid) : startTimeByPs(pid);

export const identityOf = (pid: number): ProcessIdentity | undefined => {
  const startTime = startTimeOf(pid);
  return startTime === undefined ? undefined : { pid, startTime };
};

/** The process that a file of JSON describes; undefined if it describes none. */
export const readIdentity = (file: string): (ProcessIdentity & Record<string, unknown>) | undefined => {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8'));
    return Number.isInteger(found.pid) && typeof found.startTime === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
};

export const isRunning = ({ pid, startTime }: ProcessIdentity): boolean => startTimeOf(pid) === startTime;

/** Sends a signal, unless the process is gone or its pid belongs to another one now. */
export const signalProcess = (target: ProcessIdentity, name: NodeJS.Signals): void => {
  if (!isRunning(target)) return;
  try {
    process.kill(target.pid, name);
  } catch {
    // It exited between the check and the signal.
  }
};
