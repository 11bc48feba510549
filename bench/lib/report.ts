import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';

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

function describeMachine() {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
  };
}

function describeVersions() {
  const engine = JSON.parse(readFileSync(join(root, 'engines/livekit/version.json'), 'utf8')).version;
  return {
    node: process.versions.node,
    fastify: versionOf('fastify'),
    livekitServer: engine,
    livekitClient: versionOf('livekit-client'),
  };
}

/** Prints a result and writes it to `bench/results/<name>.json`. A missed goal sets the exit code to 1. */
export function report({ name, figures, unit, goals, isKept = true }: BenchResult): void {
  const machine = describeMachine();
  const versions = describeVersions();
  console.log(
    `\n${name} — ${machine.cores} × ${machine.processor}, ${machine.memoryGiB} GiB, Node ${versions.node}`,
  );
  for (const [what, value] of Object.entries(figures)) {
    const shown =
      typeof value === 'object'
        ? `p50 ${round(value.p50)}  p95 ${round(value.p95)}  p99 ${round(value.p99)}  worst ${round(value.worst)} ${unit} (n = ${value.count})`
        : typeof value === 'number'
          ? String(round(value))
          : value;
    console.log(`  ${what.padEnd(44)} ${shown}`);
  }
  for (const goal of goals) {
    const sign = goal.atLeast ? '≥' : '≤';
    console.log(
      `  ${isMet(goal) ? 'met   ' : 'MISSED'} ${goal.what}: ${round(goal.measured)} ${goal.unit} (${sign} ${goal.bound} ${goal.unit})`,
    );
    if (!isMet(goal)) process.exitCode = 1;
  }
  if (!isKept) return;
  const folder = join(root, 'bench/results');
  mkdirSync(folder, { recursive: true });
  const kept = {
    name,
    machine,
    versions,
    unit,
    figures,
    goals: goals.map((goal) => ({ ...goal, met: isMet(goal) })),
  };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(kept, null, 2)}\n`);
}
