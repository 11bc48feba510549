import { readdirSync, readFileSync } from 'node:fs';

const clockTicks = 100;

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** The ids of a process and of all its descendants. */
export function treeOf(root: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]));
  const belongs = (pid: number | undefined): boolean => {
    for (let at = pid; at !== undefined && at > 1; at = parents.get(at)) if (at === root) return true;
    return false;
  };
  return pids.filter(belongs);
}

/** Proportional set size in MB: shared pages count in parts. */
export function pssOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Anonymous memory in MB. File-backed memory is left out, because it depends on other processes of the same program. */
export function anonymousOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss_Anon:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** The most memory in MB that the process had so far; 0 if it has ended. */
export function peakMemoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, 2).join(' ').trim();
  } catch {
    return '';
  }
}

/** Processor seconds: of the process, and of its ended children. */
function secondsOf(pid: number): { own: number; ofEnded: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
    return { own: (user + system) / clockTicks, ofEnded: (endedUser + endedSystem) / clockTicks };
  } catch {
    return { own: 0, ofEnded: 0 };
  }
}

/** Processor seconds of the process so far, without its children. */
export const cpuSecondsOf = (pid: number): number => secondsOf(pid).own;

/** Processor seconds of the process and its ended children so far. */
export function cpuSecondsWithEnded(pid: number): number {
  const { own, ofEnded } = secondsOf(pid);
  return own + ofEnded;
}

/** Processor seconds of these processes and all their descendants so far, including ended children. */
export function treeCpuSeconds(roots: number[]): number {
  const pids = new Set(roots.flatMap(treeOf));
  return [...pids].reduce((sum, pid) => sum + cpuSecondsWithEnded(pid), 0);
}
