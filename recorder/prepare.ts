import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { type PrepareJob, type PrepareProgress, prepareNames, prepareOrders } from './folder/prepare-job.ts';
import { runJobProgram } from './job-program.ts';
import { prepareVideo } from './prepare/prepare.ts';
import './quiet-media.ts';

// `node recorder/prepare.ts <folder>` prepares the video in a folder for playlists. It pauses and resumes by lines of
// its input: a program that was stopped by a signal would not notice that its server was killed.
// `prepare/survey.ts` reads the file first, `plan.ts` chooses where segments begin,
// `segments.ts` writes them; pictures are copied (`pictures-copied.ts`) or encoded (`pictures-encoded.ts`).

/** Packets between two looks at the input. */
const packetsAtOnce = 100;

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

await runJobProgram<PrepareJob>(prepareNames, (folder, job) => prepareVideo(folder, { job, onProgress }));
