import { cpus } from 'node:os';

export const coreLimits = {
  /** The share of the processors from which on the machine is busy. */
  busyShare: 0.5,
};

/** Milliseconds of all cores together. `urgent`: of programs with normal priority, and of the kernel. */
export interface CoreTimes {
  urgent: number;
  all: number;
}

function readCoreTimes(): CoreTimes {
  const times = { urgent: 0, all: 0 };
  for (const { times: of } of cpus()) {
    times.urgent += of.user + of.sys + of.irq;
    times.all += of.user + of.sys + of.irq + of.idle + of.nice;
  }
  return times;
}

/**
 * Measures whether calls, recordings and other programs leave half of the processors free. Programs of low priority do
 * not count, so that our own work does not stop itself.
 * @returns whether they did since the last call; false if no time has passed
 */
export function watchFreeCores(read: () => CoreTimes = readCoreTimes): () => boolean {
  let last = read();
  return () => {
    const before = last;
    last = read();
    const all = last.all - before.all;
    return all > 0 && (last.urgent - before.urgent) / all < coreLimits.busyShare;
  };
}
