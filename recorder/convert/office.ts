import { spawn } from 'node:child_process';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ConvertJob, type ConvertReport, convertNames } from '../folder/convert-job.ts';
import { Unconvertible } from './unconvertible.ts';

export const timings = { longestSeconds: 120, aliveMs: 5000 };

interface Conversion {
  type: ConvertJob['type'];
  /** Path of the program. */
  office: string;
  report: ConvertReport;
}

/** Runs a command beside a shell that kills its group when our end of the pipe closes, also if we are killed. */
const guarded = '(read -r _ <&3; kill -KILL 0) & exec "$0" "$@" 3<&-';

/** Runs LibreOffice with a profile of its own in the folder. It has the limits of this process. @returns its exit code */
async function runOffice(folder: string, { type, office }: Conversion): Promise<number | null> {
  const input = join(folder, `document.${type}`);
  await rename(join(folder, convertNames.input), input);
  const options = [
    ...['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nologo'],
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
    ...['--convert-to', 'pdf', '--outdir', join(folder, 'made'), input],
  ];
  const command = ['/usr/bin/timeout', '-s', 'KILL', String(timings.longestSeconds), office, ...options];
  const child = spawn('/bin/sh', ['-c', guarded, ...command], {
    cwd: folder,
    env: { HOME: folder, TMPDIR: folder, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  process.once('exit', kill);
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('error', () => resolve(null));
  child.once('close', resolve);
  return promise.finally(() => {
    kill();
    process.off('exit', kill);
  });
}

/** The exit codes of `timeout` after the time, and of what it killed. */
const timedOut = [124, 137];

/** Makes a PDF of an office file. @returns its path @throws Unconvertible */
export async function convertOffice(folder: string, conversion: Conversion): Promise<string> {
  await mkdir(join(folder, 'made'));
  const alive = setInterval(() => conversion.report({ isAlive: true }), timings.aliveMs);
  const code = await runOffice(folder, conversion).finally(() => clearInterval(alive));
  const [made] = await readdir(join(folder, 'made'));
  if (made?.endsWith('.pdf')) return join(folder, 'made', made);
  if (timedOut.includes(code ?? 0))
    throw new Unconvertible('too_slow', `LibreOffice took longer than ${timings.longestSeconds} s`);
  throw new Unconvertible('converter_failed', `LibreOffice ended with ${code} and made no PDF`);
}
