import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { writeVoice } from '../recorder/testing/voices.ts';
import { joinSounds, samplesOfWav } from '../recorder/testing/wav.ts';
import { speechFiles } from '../server/testing/speech/weights.ts';
import { transcribeVoice } from '../server/testing/speech/whole-voice.ts';
import { report } from './lib/report.ts';

/**
 * Measures what a transcript costs beside the bare engine: the same file by whisper alone, and by our cutting, processes
 * and models' loads. Then the cost of a silent voice. Processor time is compared, because the machine may be busy.
 */
const times = 40;
const silentSeconds = 1200;
const bare = resolve(import.meta.dirname, '../recorder/testing/bare-whisper.ts');

/** Processor seconds of all ended children of this process. */
function childSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  // The kernel counts in hundredths of a second.
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

async function costOf<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const before = childSeconds();
  const result = await work();
  return { seconds: childSeconds() - before, result };
}

const files = speechFiles();
if (!files) throw new Error('there is no whisper model: `npm test` gets one');
const root = mkdtempSync(join(tmpdir(), 'lectern-bench-speech-'));
try {
  const speech = samplesOfWav(files.speech);
  const [spoken, silent] = [join(root, 'spoken.ogg'), join(root, 'silent.ogg')];
  await writeVoice(spoken, joinSounds(...new Array<Int16Array>(times).fill(speech)));
  await writeVoice(silent, joinSounds(silentSeconds));
  const run = promisify(execFile);
  const { model } = files;
  const alone = await costOf(() => run(process.execPath, [bare, spoken, model]));
  const ours = await costOf(() => transcribeVoice(spoken, model));
  const nothing = await costOf(() => transcribeVoice(silent, model));
  const words = ours.result.sentences.flatMap((sentence) => sentence.words).length;
  report({
    name: 'speech',
    unit: 's',
    figures: {
      'speech: seconds': (times * speech.length) / 16_000,
      'bare whisper (tiny.en): processor seconds': alone.seconds,
      'ours: processor seconds': ours.seconds,
      'ours: chunks': ours.result.chunks,
      'ours: words of those spoken': `${words} of ${times * 22}`,
      'silence: processor seconds of 20 minutes': nothing.seconds,
    },
    goals: [
      { what: 'ours to bare', measured: ours.seconds / alone.seconds, bound: 1.1, unit: '' },
      {
        what: 'silence: share of its length',
        measured: nothing.seconds / silentSeconds,
        bound: 0.02,
        unit: '',
      },
    ],
  });
} finally {
  rmSync(root, { recursive: true, force: true });
}
