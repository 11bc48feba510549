import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { commandOf, cpuSecondsWithEnded, treeOf } from '../processes.ts';

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
  for (const pid of treeOf(process.pid)) seconds[programOf(pid, known)] += cpuSecondsWithEnded(pid);
  return seconds;
}

/** The average of these measurements in milliseconds, as text. */
export function describeTime(spent: ProcessorTime[]): string {
  const average = (program: ProgramName) =>
    spent.reduce((sum, time) => sum + time[program], 0) / spent.length;
  return programs.map((program) => `${program} ${Math.round(average(program) * 1000)}`).join(', ');
}

/**
 * Lets the browser or the native clients have only the processors that the other programs leave free: each of them
 * would run on another machine. Linux divides processors among sessions first, so the priority of the browser's session
 * is set.
 */
export function makeWait(kind: 'browser' | 'native clients', clients: readonly number[]): void {
  const browser = treeOf(process.pid).find((pid) => commandOf(pid).includes('chrom'));
  if (browser) writeFileSync(`/proc/${browser}/autogroup`, kind === 'browser' ? '10' : '0');
  if (kind === 'native clients') for (const pid of clients) setPriority(pid, 10);
}
