import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFullCode } from '../../../../recorder/folder/exit-codes.ts';
import { limitReached } from './confined.ts';
import { ProgramFailed } from './failed.ts';
import { type ProgramRun, runProgram, stalledCode } from './program.ts';

interface FolderProgramRun extends Omit<ProgramRun, 'args' | 'files'> {
  /** The only place where it writes. */
  folder: string;
  /** Other files that it reads. */
  read?: readonly string[];
  /** Names of files in the folder. */
  names: { job: string; result: string };
  job: unknown;
}

/** Runs a program that takes its job from a folder and leaves its result there. @throws ProgramFailed; the reason of the signal */
export async function runFolderProgram<Result>({
  folder,
  names,
  job,
  read = [],
  ...run
}: FolderProgramRun): Promise<Result> {
  await writeFile(join(folder, names.job), JSON.stringify(job), { mode: 0o600 });
  const { code, errors } = await runProgram({ ...run, args: [folder], files: { read, write: [folder] } });
  const limit = limitReached({ code, output: errors });
  if (limit) throw new ProgramFailed(`it reached the limit of ${limit}: ${errors}`, { limit });
  if (code !== 0) {
    const isDiskFull = code === diskFullCode;
    const isStalled = code === stalledCode;
    throw new ProgramFailed(`the program ended by ${code}: ${errors}`, { isDiskFull, isStalled });
  }
  try {
    return JSON.parse(await readFile(join(folder, names.result), 'utf8')) as Result;
  } catch (error) {
    throw new ProgramFailed(`the program left no result: ${String(error)}`);
  }
}
