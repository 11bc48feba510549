import { join } from 'node:path';
import { type CutJob, type CutResult, cutChunkName, cutNames } from '../../../../recorder/folder/cut-job.ts';
import { runFolderProgram } from '../confined/job.ts';
import { programLimits } from '../confined/limits.ts';
import { type CutOptions, type VoiceChunk, type VoiceCutter, VoiceUnreadable } from './speech.ts';

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
    const result = await runFolderProgram<CutResult>({
      ...{ script: this.#script, folder, read: [voice], names: cutNames, job, signal },
      ...{ limits: programLimits.cut, mostBytes, stalledMs: timings.cutStalledMs },
    });
    if (!result.ok) throw new VoiceUnreadable(result.message);
    return result.chunks.map(({ pieces }, index) => ({ file: join(folder, cutChunkName(index)), pieces }));
  }
}
