import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { joinSounds, samplesOfWav, writeWav } from '../../../../../recorder/testing/wav.ts';
import { music, whiteNoise } from '../../../../testing/speech/sounds.ts';
import { speechFiles, spokenInSpeech, withoutWhisper } from '../../../../testing/speech/weights.ts';
import { transcribeVoice } from '../../../../testing/speech/whole-voice.ts';
import { shorten } from '../../../../testing/timings.ts';
import { CuttingProcess } from '../cutting-process.ts';
import { SpeechAway, SpeechRefused, type SpokenSentence, VoiceUnreadable } from '../speech.ts';
import { timings, WhisperEngine } from './whisper.ts';

const programs = resolve(import.meta.dirname, '../../../../../recorder');
const root = mkdtempSync(join(tmpdir(), 'lectern-whisper-test-'));
after(() => rmSync(root, { recursive: true, force: true }));

const files = speechFiles();
const never = new AbortController().signal;
const cutter = new CuttingProcess(programs);

const engineOf = (path: string): WhisperEngine => new WhisperEngine({ model: 'tiny.en', path, programs });

/** Cuts a sound and transcribes all of its chunks, as a job does. */
async function transcribe(samples: Int16Array, model: string): Promise<SpokenSentence[]> {
  const voice = join(mkdtempSync(join(root, 'voice-')), 'voice.wav');
  writeWav(voice, samples);
  return (await transcribeVoice(voice, model)).sentences;
}

const wordsOf = (sentences: readonly SpokenSentence[]) => sentences.flatMap(({ words }) => words);
const plain = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, '');
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

test('a speech is recognized word for word, also twice with a long pause, with the times of the voice', async (t) => {
  if (!files) return t.skip(withoutWhisper);
  const speech = samplesOfWav(files.speech);
  const sentences = await transcribe(joinSounds(4, speech, 30, speech, 2), files.model);
  const words = wordsOf(sentences);
  const expected = [4, 45].flatMap((offset) =>
    spokenInSpeech.map(([word, start, end]) => ({ word, start: start + offset, end: end + offset })),
  );
  assert.deepEqual(
    words.map(({ word }) => plain(word)),
    expected.map(({ word }) => word),
  );
  const errors = words.flatMap(({ start, end }, index) => [
    Math.abs(start - (expected[index]?.start ?? 0)),
    Math.abs(end - (expected[index]?.end ?? 0)),
  ]);
  assert.ok(median(errors) <= 0.2, `the median error is ${median(errors)} s`);
  assert.ok(Math.max(...errors) < 1, `the largest error is ${Math.max(...errors)} s`);
  assert.ok(!sentences.some(({ start, end }) => start < 16 && end > 30), 'no sentence spans the pause');
});

test('a system without the Vulkan loader needs nothing', async (t) => {
  if (!files) return t.skip(withoutWhisper);
  // The system finds this file before its own loader, and cannot load it.
  const libraries = mkdtempSync(join(root, 'libraries-'));
  writeFileSync(join(libraries, 'libvulkan.so.1'), '');
  const program = [join(programs, 'transcribe.ts'), files.speech, files.model, 'en'];
  const { promise, resolve: ended } = Promise.withResolvers<unknown>();
  const child = execFile(
    process.execPath,
    program,
    { env: { LD_LIBRARY_PATH: libraries } },
    (error, output) => ended(error ?? output),
  );
  t.after(() => child.kill('SIGKILL'));
  assert.match(String(await promise), /"text":"Americans".*"ended"/s);
});

test('noise and music have no words', async (t) => {
  if (!files) return t.skip(withoutWhisper);
  for (const [name, sound] of Object.entries({ noise: whiteNoise(20, 0.1), music: music(25) })) {
    const path = join(root, `${name}.wav`);
    assert.deepEqual(await transcribe(sound, files.model), []);
    // The gate leaves it out; the engine has to, too.
    writeWav(path, sound);
    const speech = await engineOf(files.model).transcribe(path, { language: 'en', signal: never });
    assert.deepEqual(speech.sentences, []);
  }
});

test('a missing, a foreign and a cut model are named with the fix', async (t) => {
  const named = new WhisperEngine({ model: 'base', path: join(root, 'ggml-base.bin'), programs });
  assert.equal(
    await named.probe(never),
    'The whisper model base is not installed. Install it with the operator\'s command "speech install base".',
  );
  assert.equal(named.name, 'whisper base');
  const path = join(root, 'ggml-mine.bin');
  const own = new WhisperEngine({ model: path, path, programs });
  assert.match((await own.probe(never)) ?? '', /there is no file/);
  assert.equal(own.name, 'whisper mine');
  writeFileSync(path, 'this is no model');
  assert.match((await own.probe(never)) ?? '', /is not a whisper model in the ggml format/);
  await assert.rejects(own.transcribe(path, { language: 'en', signal: never }), SpeechAway);
  if (!files) return t.skip(withoutWhisper);
  copyFileSync(files.model, path);
  truncateSync(path, 1_000_000);
  assert.match((await own.probe(never)) ?? '', /Whisper cannot be started/);
  await assert.rejects(own.transcribe(files.speech, { language: 'en', signal: never }), SpeechAway);
});

/** An engine whose program is the given one. */
function engineWith(program: string): WhisperEngine {
  const folder = mkdtempSync(join(root, 'program-'));
  writeFileSync(join(folder, 'transcribe.ts'), program);
  symlinkSync(join(programs, 'confine.ts'), join(folder, 'confine.ts'));
  const path = join(folder, 'ggml-tiny.en.bin');
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0x67676d6c, 0);
  head.writeUInt32LE(51_865, 4);
  writeFileSync(path, head);
  return new WhisperEngine({ model: 'tiny', path, programs: folder });
}

const faults: Record<string, string> = {
  'a signal': "process.kill(process.pid, 'SIGSEGV');",
  'an exit code': "console.error('Error: no memory'); process.exit(3);",
  garbage: "console.log('{\"start\":1'); console.log('garbage\\0');",
  'words without the last line': 'console.log(\'{"start":0,"end":10,"text":"cut"}\');',
  'a false last line': 'console.log(\'{"ended":{"voiced":5}}\');',
  '50 MB': "for (let i = 0; i < 50; i += 1) process.stdout.write('x'.repeat(1_000_000));",
  nothing: '',
};

for (const [fault, program] of Object.entries(faults)) {
  test(`a program that ends by or writes ${fault} is an unavailable engine`, async () => {
    const engine = engineWith(program);
    await assert.rejects(
      engine.transcribe(join(root, 'any.wav'), { language: 'en', signal: never }),
      SpeechAway,
    );
  });
}

test('a program that hangs is ended, and an abort ends it at once', async (t) => {
  const engine = engineWith('setInterval(() => undefined, 1000);');
  const controller = new AbortController();
  const aborted = engine.transcribe(join(root, 'any.wav'), { language: 'en', signal: controller.signal });
  controller.abort(new Error('the server stops'));
  await assert.rejects(aborted, /the server stops/);
  shorten(timings, { chunkMs: 300 }, t);
  await assert.rejects(engine.transcribe(join(root, 'any.wav'), { language: 'en', signal: never }), {
    name: 'SpeechAway',
    message: /made no progress/,
  });
});

test('a signal at the probe is named with what to do', async () => {
  assert.match(
    (await engineWith(faults['a signal'] ?? '').probe(never)) ?? '',
    /SIGSEGV.*LECTERN_SPEECH_URL/,
  );
});

test('the language is the detected one, and unknown languages are refused', async (t) => {
  const engine = engineWith('console.log(\'{"ended":{"language":"ru","voiced":[]}}\');');
  const heard = await engine.transcribe(join(root, 'any.wav'), { language: undefined, signal: never });
  assert.deepEqual(heard, { language: 'ru', sentences: [] });
  const refused = (error: unknown) =>
    error instanceof SpeechRefused && error.reason === 'language_unsupported';
  await assert.rejects(engine.transcribe('any.wav', { language: 'tlh', signal: never }), refused);
  if (!files) return t.skip(withoutWhisper);
  await assert.rejects(
    engineOf(files.model).transcribe(files.speech, { language: 'ru', signal: never }),
    refused,
  );
});

test('a voice that is no sound is unreadable', async () => {
  const folder = mkdtempSync(join(root, 'voice-'));
  const voice = join(folder, 'voice.ogg');
  writeFileSync(voice, 'no sound');
  await assert.rejects(cutter.cut(voice, folder, { chunkSeconds: 30, signal: never }), VoiceUnreadable);
  const missing = join(folder, 'missing.ogg');
  await assert.rejects(cutter.cut(missing, folder, { chunkSeconds: 30, signal: never }), VoiceUnreadable);
});
