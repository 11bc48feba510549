import { setImmediate as turn } from 'node:timers/promises';
import { type CutJob, type CutResult, cutNames } from './folder/cut-job.ts';
import { runJobProgram } from './job-program.ts';
import './quiet-media.ts';
import { cutVoice } from './speech/cut.ts';

// `node recorder/cut.ts <folder>` writes the speech of a voice file as chunks into a folder.
// `speech/gate.ts` finds the speech, `pack.ts` packs it into chunks, `cut.ts` writes their files.

/** Gives a sign of life, and sees the end of the input. */
function onProgress(): Promise<void> {
  process.stdout.write('.\n');
  return turn();
}

await runJobProgram<CutJob>(cutNames, async (folder, { voice, chunkSeconds }): Promise<CutResult> => {
  try {
    return await cutVoice(voice, folder, { chunkSeconds, onProgress });
  } catch (error) {
    // The voice has no part in a fault of the file system.
    if ((error as NodeJS.ErrnoException)?.syscall) throw error;
    return { version: 1, ok: false, message: String(error) };
  }
});
