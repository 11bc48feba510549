import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { type ConfinedProgram, spawnConfined } from './confined.ts';

export interface ProgramRun extends Omit<ConfinedProgram, 'niceness'> {
  signal: AbortSignal;
  cwd?: string;
  /** The program hangs if it writes nothing for so long. */
  stalledMs: number;
  /** The program is broken if it writes more. */
  mostBytes: number;
  /** Called with each line of the output. */
  onLine?: (line: string) => void;
  /** Called at the start. The returned function is called at the end. `isAlive` tells that the program does not hang. */
  onStart?: (program: { stdin: Writable | null; isAlive: () => void }) => () => void;
}

export interface ProgramEnd {
  /** The exit code, the signal that killed it, or why we killed it. */
  code: number | string;
  output: string;
  /** The end of its error output. */
  errors: string;
}

/** As of nice(1): below calls, recordings and the making of their files. */
const niceness = 15;
const errorBytes = 4000;

/** The code of a program that wrote nothing for too long. */
export const stalledCode = 'us, because it made no progress';

/** Runs a program of the recorder at low priority until its end. @throws the reason of the signal */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { signal, stalledMs, mostBytes, cwd, onLine, onStart } = run;
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<number | string>();
  // The open input tells the program that we live.
  const child = spawnConfined({ ...run, niceness }, { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const parts: Buffer[] = [];
  let bytes = 0;
  let errors = '';
  let killed: string | undefined;
  const kill = (why: string) => {
    killed ??= why;
    child.kill('SIGKILL');
  };
  const abort = () => kill('an abort');
  const stalled = setTimeout(() => kill(stalledCode), stalledMs);
  stalled.unref();
  child.stdout?.on('data', (part: Buffer) => {
    stalled.refresh();
    bytes += part.length;
    if (bytes > mostBytes) kill('us, because it wrote too much');
    else parts.push(part);
  });
  if (child.stdout && onLine) createInterface({ input: child.stdout }).on('line', onLine);
  child.stderr?.on('data', (part: Buffer) => {
    errors = (errors + part.toString()).slice(-errorBytes);
  });
  const onEnd = onStart?.({ stdin: child.stdin, isAlive: () => void stalled.refresh() });
  child.once('error', (error) => resolve(error.message));
  child.once('close', (code, by) => resolve(code ?? by ?? 'nothing'));
  signal.addEventListener('abort', abort, { once: true });
  const code = await promise.finally(() => {
    clearTimeout(stalled);
    onEnd?.();
    signal.removeEventListener('abort', abort);
  });
  signal.throwIfAborted();
  return { code: killed ?? code, output: Buffer.concat(parts).toString(), errors: errors.trim() };
}
