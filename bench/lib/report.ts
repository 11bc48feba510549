import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { keepRows, type Row } from './results.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Spread {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  worst: number;
}

/** Percentiles of measured values, by nearest rank. */
export function spreadOf(values: number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), worst: at(1) };
}

export interface Goal {
  what: string;
  measured: number;
  /** Upper bound; with `atLeast` the lower bound. */
  bound: number;
  unit: string;
  atLeast?: boolean;
}

export interface BenchResult {
  name: string;
  /** Measured values, in the order to print. */
  figures: Record<string, Spread | number | string>;
  unit: string;
  goals: Goal[];
  /** False: the result of a trial run, which is printed but not kept. */
  isKept?: boolean;
}

const isMet = ({ measured, bound, atLeast }: Goal): boolean =>
  atLeast ? measured >= bound : measured <= bound;

const round = (value: number): number =>
  Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100;

function versionOf(name: string): string {
  const file = join(root, 'node_modules', name, 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/** The machine and the versions, in words. */
function describeCircumstances(): string {
  const { version: livekit } = JSON.parse(readFileSync(join(root, 'engines/livekit/version.json'), 'utf8'));
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${memory} GiB, ${process.platform} ${process.arch}`;
  const packages = ['fastify', 'livekit-client'].map((name) => `${name} ${versionOf(name)}`);
  return [machine, `Node ${process.versions.node}`, `LiveKit ${livekit}`, ...packages].join(', ');
}

const textOf = (value: Spread | number | string, unit: string): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(round(value));
  const { count, p50, p95, p99, worst } = value;
  return `p50 ${round(p50)}, p95 ${round(p95)}, p99 ${round(p99)}, worst ${round(worst)} ${unit} (n = ${count})`;
};

const boundOf = ({ bound, unit, atLeast }: Goal): string => `${atLeast ? '≥' : '≤'} ${bound} ${unit}`;

/** Prints a result and keeps it in `bench/RESULTS.md`. A missed goal sets the exit code to 1. */
export function report({ name, figures, unit, goals, isKept = true }: BenchResult): void {
  const circumstances = describeCircumstances();
  console.log(`\n${name}: ${circumstances}`);
  const rows: Row[] = [['measured on', circumstances, '']];
  for (const [what, value] of Object.entries(figures)) {
    const text = textOf(value, unit);
    console.log(`  ${what.padEnd(44)} ${text}`);
    rows.push([what, text, '']);
  }
  for (const goal of goals) {
    const isReached = isMet(goal);
    const [measured, bound] = [`${round(goal.measured)} ${goal.unit}`, boundOf(goal)];
    console.log(`  ${isReached ? 'met   ' : 'MISSED'} ${goal.what}: ${measured} (${bound})`);
    rows.push([goal.what, measured, `${bound}, ${isReached ? 'met' : 'missed'}`]);
    if (!isReached) process.exitCode = 1;
  }
  if (isKept) keepRows(name, rows);
}
