import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFullCode } from './folder/exit-codes.ts';

/** FFmpeg's errors say it in their text only. */
const isDiskFull = (error: unknown): boolean => /ENOSPC|no space left/i.test(String(error));

/** The folder that the command line names. */
export function folderOfProgram(): string {
  const [, script, folder] = process.argv;
  if (folder) return folder;
  console.error(`usage: node ${script} <folder>`);
  process.exit(2);
}

/**
 * Runs a program that takes its job from a folder and leaves its result there. It ends with its parent: the end of its
 * input is the end of the server that started it.
 */
export async function runJobProgram<Job>(
  names: { job: string; result: string },
  work: (folder: string, job: Job) => Promise<unknown>,
): Promise<never> {
  const folder = folderOfProgram();
  // Media is private: other accounts of this machine must not read it.
  process.umask(0o077);
  process.stdin.on('end', () => process.exit(1)).resume();
  try {
    const job = JSON.parse(readFileSync(join(folder, names.job), 'utf8')) as Job;
    const result = await work(folder, job);
    writeFileSync(join(folder, names.result), JSON.stringify(result), { flush: true });
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(isDiskFull(error) ? diskFullCode : 1);
  }
}
