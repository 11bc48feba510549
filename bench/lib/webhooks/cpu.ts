import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { commandOf, cpuSecondsOf, treeOf } from '../processes.ts';

const clockTicks = 100;

/** Processor seconds of ended children that it waited for, such as backends and workers. */
function cpuOfEnded(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / clockTicks;
  } catch {
    return 0;
  }
}

function ofMachine(): number {
  const all = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return all.reduce((sum, one) => sum + one, 0) / 1000;
}

/** Resident memory in MB. */
export function residentOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

export type Share = 'generator' | 'receivers' | 'server' | 'database' | 'others';

/** Processor seconds by process group; `others` is everything else on the machine. */
export type Shares = Record<Share, number>;

interface Watched {
  server: number;
  receivers: number;
}

function sharesNow({ server, receivers }: Watched): Shares {
  const database = treeOf(server)
    .filter((pid) => commandOf(pid).includes('postgres'))
    .reduce((all, pid) => all + cpuSecondsOf(pid) + cpuOfEnded(pid), 0);
  const own = process.cpuUsage();
  const shares = {
    generator: (own.user + own.system) / 1e6,
    receivers: cpuSecondsOf(receivers),
    server: cpuSecondsOf(server),
    database,
  };
  const ours = Object.values(shares).reduce((all, one) => all + one, 0);
  return { ...shares, others: ofMachine() - ours };
}

/** Starts to measure. @returns a function that reads the use since then */
export function watchCpu(watched: Watched): () => Shares & { seconds: number } {
  const [before, begin] = [sharesNow(watched), performance.now()];
  return () => {
    const after = sharesNow(watched);
    const used = Object.entries(after).map(([who, seconds]) => [who, seconds - before[who as Share]]);
    return { ...(Object.fromEntries(used) as Shares), seconds: (performance.now() - begin) / 1000 };
  };
}
