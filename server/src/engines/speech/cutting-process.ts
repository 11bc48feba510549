import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CutJob, type CutResult, cutNames } from '../../../../recorder/folder/cut-job.ts';
import { diskFullCode } from '../../../../recorder/folder/prepare-job.ts';
import { programLimits } from '../confined/limits.ts';
import { runProgram } from './program.ts';
import {
  type CutOptions,
  CutterFailed,
  type VoiceChunk,
  type VoiceCutter,
  VoiceUnreadable,
} from './speech.ts';

export const timings = {
  /** The program reports each minute of sound, which takes it less than a second. */
  cutStalledMs: 300_000,
};

/** The program writes two bytes for each minute of sound and each chunk. */
const mostBytes = 1_000_000;

/** Cuts voices in processes that end with the server. */
export class CuttingProcess implements VoiceCutter {
  readonly #script: string;

  /** @param programs the folder with `cut.ts` */
  constructor(programs: string) {
    this.#script = join(programs, 'cut.ts');
  }

  async cut(voice: string, folder: string, { chunkSeconds, signal }: CutOptions): Promise<VoiceChunk[]> {
    const job: CutJob = { version: 1, voice, chunkSeconds };
    await writeFile(join(folder, cutNames.job), JSON.stringify(job), { mode: 0o600 });
    const { code, errors } = await runProgram({
      ...{ script: this.#script, args: [folder], signal, mostBytes },
      ...{ limits: programLimits.cut, files: { read: [voice], write: [folder] } },
      stalledMs: timings.cutStalledMs,
    });
    if (code !== 0) {
      throw new CutterFailed(
        `the program that cuts voices ended by ${code}: ${errors}`,
        code === diskFullCode,
      );
    }
    const result = await resultIn(folder);
    if (!result.ok) throw new VoiceUnreadable(result.message);
    return result.chunks.map(({ file, pieces }) => ({ file: join(folder, file), pieces }));
  }
}

async function resultIn(folder: string): Promise<CutResult> {
  try {
    return JSON.parse(await readFile(join(folder, cutNames.result), 'utf8')) as CutResult;
  } catch (error) {
    throw new CutterFailed(`the program that cuts voices left no result: ${String(error)}`);
  }
}
