import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { AV_LOG_ERROR, AV_LOG_FATAL, Log } from 'node-av';
import { type CutJob, type CutResult, cutNames } from './folder/cut-job.ts';
import { diskFullCode } from './folder/prepare-job.ts';
import { cutVoice } from './speech/cut.ts';

// `node recorder/cut.ts <folder>` writes the speech of a voice file as chunks into a folder. It ends with its parent:
// the end of its input is the end of the server that started it.
// `speech/gate.ts` finds the speech, `pack.ts` packs it into chunks, `cut.ts` writes their files.

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node recorder/cut.ts <folder>');
  process.exit(2);
}

// Voices are private: other accounts of this machine must not read them.
process.umask(0o077);
Log.setLevel(process.env.LECTERN_MEDIA_LOG ? AV_LOG_ERROR : AV_LOG_FATAL);
process.stdin.on('end', () => process.exit(1)).resume();

/** Gives a sign of life, and sees the end of the input. */
function onProgress(): Promise<void> {
  process.stdout.write('.\n');
  return turn();
}

const isDiskFull = (error: unknown): boolean => (error as NodeJS.ErrnoException)?.code === 'ENOSPC';

try {
  const { voice, chunkSeconds } = JSON.parse(readFileSync(join(folder, cutNames.job), 'utf8')) as CutJob;
  let result: CutResult;
  try {
    result = await cutVoice(voice, folder, { chunkSeconds, onProgress });
  } catch (error) {
    if (isDiskFull(error) || (error as NodeJS.ErrnoException)?.syscall) throw error;
    result = { version: 1, ok: false, message: String(error) };
  }
  writeFileSync(join(folder, cutNames.result), JSON.stringify(result), { flush: true });
  process.exit(0);
} catch (error) {
  console.error(error);
  process.exit(isDiskFull(error) ? diskFullCode : 1);
}
