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

/** A process and everything that it started, directly or not. */
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

/** Proportional memory in MB: a page that several share counts in parts. */
export function pssOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Memory of its own in MB, without what files on the disk hold: that part changes with whoever else runs the program. */
export function anonymousOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss_Anon:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
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

/** Seconds of processor that the process used so far, children not counted. */
export function cpuSecondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / clockTicks;
  } catch {
    return 0;
  }
}

/** Seconds of processor that these processes and everything that they started used so far, ended children included. */
export function treeCpuSeconds(roots: number[]): number {
  const secondsOf = (pid: number): number => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / clockTicks;
    } catch {
      return 0;
    }
  };
  const pids = new Set(roots.flatMap(treeOf));
  return [...pids].reduce((sum, pid) => sum + secondsOf(pid), 0);
}
