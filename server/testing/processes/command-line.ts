import { spawn } from 'node:child_process';
import { inherited } from './processes.ts';
import { commandProgram } from './programs.ts';

export interface CommandOutcome {
  code: number | null;
  out: string;
  err: string;
}

interface CommandCircumstances {
  settings: Record<string, string>;
  input?: string;
  /** Closes the pipe of standard output before the command writes, as `| true` does. */
  closesOutput?: boolean;
}

/** Runs one operator command on the installation in the settings. */
export const runCommand = (
  args: string[],
  { settings, input = '', closesOutput = false }: CommandCircumstances,
): Promise<CommandOutcome> =>
  new Promise((done) => {
    const env = { ...inherited(), ...settings };
    const child = spawn(process.execPath, [commandProgram, ...args], { env });
    let [out, err] = ['', ''];
    if (closesOutput) child.stdout.destroy();
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk;
    });
    child.on('close', (code) => done({ code, out, err }));
    child.stdin.end(input);
  });
