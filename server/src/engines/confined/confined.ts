/**
 * Starts the programs of `recorder/` that read media of others, with limits and without unneeded rights. The
 * program gives these up itself (`recorder/confine.ts`); `check.ts` finds how far a system allows that.
 */

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import type { Confinement, ProcessLimits } from '../../../../recorder/folder/confinement.ts';

/** A program of `recorder/` that reads media of others. */
export interface ConfinedProgram {
  /** Path of its script for our own Node. */
  script: string;
  args: readonly string[];
  limits: ProcessLimits;
  /** Only the recorder needs the network, and LibreOffice sockets within the machine. */
  network?: Confinement['network'];
  /** Files and folders that it may open beside itself and the system's libraries; undefined: all that its user may open. */
  files?: { read?: readonly string[]; write: readonly string[] };
  /** As of nice(1): a higher value means a lower priority. */
  niceness?: number;
}

/** Libraries, time zones, processors and random numbers, on the systems that we know. */
const systemFiles = [
  ...['/usr', '/lib', '/lib64', '/bin', '/nix/store', '/etc/ld.so.cache', '/etc/ssl/openssl.cnf'],
  ...['/etc/localtime', '/etc/fonts', '/proc', '/sys/devices/system/cpu', '/sys/fs/cgroup'],
  ...['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom'],
];
/** Names of hosts, and certificates. */
const networkFiles = [
  ...['/etc/resolv.conf', '/etc/hosts', '/etc/host.conf', '/etc/nsswitch.conf', '/etc/gai.conf'],
  ...['/etc/ssl', '/etc/pki', '/etc/ca-certificates', '/run/systemd/resolve'],
];

/** The files of the program itself: not the settings, which may lie beside them. */
function programFiles(script: string): string[] {
  const programs = dirname(script);
  const root = dirname(programs);
  const own = [programs, ...['contract', 'node_modules', 'package.json'].map((name) => join(root, name))];
  return [...own, dirname(dirname(realpathSync(process.execPath)))];
}

function confinementOf({ script, limits, network = false, files }: ConfinedProgram): Confinement {
  if (!files) return { limits, network };
  const read = [
    ...programFiles(script),
    ...systemFiles,
    ...(network === true ? networkFiles : []),
    ...(files.read ?? []),
  ];
  return { limits, network, files: { read, write: ['/dev/null', '/dev/full', ...files.write] } };
}

/**
 * Starts a program with limits, without network and without files that it does not need, as far as the system can
 * enforce them. Its environment is empty, because ours contains secrets (docs/decisions/0123).
 */
export function spawnConfined(program: ConfinedProgram, options: SpawnOptions): ChildProcess {
  const { script, args, niceness = 0 } = program;
  const starter = join(dirname(script), 'confine.ts');
  const confinement = JSON.stringify(confinementOf(program));
  const child = spawn(process.execPath, ['--no-warnings', starter, confinement, script, ...args], {
    ...options,
    // Libraries look for fonts and settings in the home folder of the user, who may have none.
    env: { TZ: 'UTC', HOME: '/nonexistent' },
  });
  child.stdin?.on('error', () => undefined);
  try {
    if (child.pid !== undefined && niceness > 0) setPriority(child.pid, niceness);
  } catch {
    // It exited, or the system forbids it: it works without it.
  }
  return child;
}

const outOfMemory =
  /out of memory|cannot allocate memory|failed to allocate memory|allocation failed|bad_alloc|ENOMEM/i;

interface ProgramEnd {
  /** The exit code, or the signal. */
  code: number | string;
  /** The end of its error output. */
  output: string;
}

/** Which limit ended a program; undefined: none, as far as can be seen. */
export function limitReached({ code, output }: ProgramEnd): 'memory' | 'time' | 'size' | undefined {
  if (code === 0) return undefined;
  if (code === 'SIGXCPU') return 'time';
  if (code === 'SIGXFSZ' || /EFBIG|file too large/i.test(output)) return 'size';
  return outOfMemory.test(output) ? 'memory' : undefined;
}
