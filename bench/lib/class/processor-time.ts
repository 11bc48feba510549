import { writeFileSync } from 'node:fs';
import { commandOf, cpuSecondsOf, treeOf } from '../processes.ts';

export const programs = ['media server', 'server', 'database', 'native clients', 'browser', 'bench'] as const;
export type ProgramName = (typeof programs)[number];
export type ProcessorTime = Record<ProgramName, number>;

export interface KnownProcesses {
  server: number;
  clients: number[];
}

function programOf(pid: number, { server, clients }: KnownProcesses): ProgramName {
  if (pid === process.pid) return 'bench';
  if (pid === server) return 'server';
  if (clients.includes(pid)) return 'native clients';
  const command = commandOf(pid);
  if (command.includes('livekit')) return 'media server';
  return command.includes('postgres') ? 'database' : 'browser';
}

/** Processor seconds so far of everything that the bench runs. */
export function processorTime(known: KnownProcesses): ProcessorTime {
  const seconds = Object.fromEntries(programs.map((program) => [program, 0])) as ProcessorTime;
  for (const pid of treeOf(process.pid)) seconds[programOf(pid, known)] += cpuSecondsOf(pid);
  return seconds;
}

/** The average of these measurements in milliseconds, as text. */
export function describeTime(spent: ProcessorTime[]): string {
  const average = (program: ProgramName) =>
    spent.reduce((sum, time) => sum + time[program], 0) / spent.length;
  return programs.map((program) => `${program} ${Math.round(average(program) * 1000)}`).join(', ');
}

/**
 * Gives the browser only the processors that the other programs leave free: it draws forty people, which would happen
 * on another machine. Linux divides processors among sessions first, so the session's priority is set.
 */
export function lowerBrowserPriority(): void {
  const browser = treeOf(process.pid).find((pid) => commandOf(pid).includes('chrom'));
  if (browser) writeFileSync(`/proc/${browser}/autogroup`, '10');
}
