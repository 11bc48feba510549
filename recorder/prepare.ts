import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { AV_LOG_ERROR, AV_LOG_FATAL, Log } from 'node-av';
import {
  diskFullCode,
  type PrepareJob,
  type PrepareProgress,
  prepareNames,
  prepareOrders,
} from './folder/prepare-job.ts';
import { prepareVideo } from './prepare/prepare.ts';

// `node recorder/prepare.ts <folder>` prepares the video in a folder for playlists. It ends with its parent: the end
// of its input is the end of the server that started it. It pauses and resumes by lines of its input: a program that was
// stopped by a signal would not notice that its server was killed.
// `prepare/survey.ts` reads the file first, `plan.ts` chooses where segments begin,
// `segments.ts` writes them; pictures are copied (`pictures-copied.ts`) or encoded (`pictures-encoded.ts`).

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node recorder/prepare.ts <folder>');
  process.exit(2);
}

/** Packets between two looks at the input. */
const packetsAtOnce = 100;

// Videos are private: other accounts of this machine must not read them.
process.umask(0o077);
Log.setLevel(process.env.LECTERN_MEDIA_LOG ? AV_LOG_ERROR : AV_LOG_FATAL);
process.stdin.on('end', () => process.exit(1));

let pause: PromiseWithResolvers<void> | undefined;
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === prepareOrders.pause) pause ??= Promise.withResolvers();
  if (line !== prepareOrders.resume) return;
  pause?.resolve();
  pause = undefined;
});

let reported = -1;
let count = 0;
function onProgress(progress: number): Promise<void> | undefined {
  count += 1;
  if (count % packetsAtOnce > 0) return undefined;
  const hundredth = Math.floor(progress * 100);
  if (hundredth > reported) {
    reported = hundredth;
    const line: PrepareProgress = { progress: hundredth / 100 };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
  return mayContinue();
}

/** Reads the input, and waits while the program is paused. */
async function mayContinue(): Promise<void> {
  await turn();
  while (pause) await pause.promise;
}

/** FFmpeg's errors say it in their text only. */
const isDiskFull = (error: unknown): boolean => /ENOSPC|no space left/i.test(String(error));

try {
  const job = JSON.parse(readFileSync(join(folder, prepareNames.job), 'utf8')) as PrepareJob;
  const result = await prepareVideo(folder, { job, onProgress });
  writeFileSync(join(folder, prepareNames.result), JSON.stringify(result), { flush: true });
  process.exit(0);
} catch (error) {
  console.error(error);
  process.exit(isDiskFull(error) ? diskFullCode : 1);
}
