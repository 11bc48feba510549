import { copyFile, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type ChunkSpeech,
  type CutOptions,
  type SpeechEngine,
  type SpokenSentence,
  type TranscribeOptions,
  type VoiceChunk,
  type VoiceCutter,
  VoiceUnreadable,
} from '../speech.ts';

/** A sentence with evenly spaced words. */
export function spokenSentence(text: string, start: number, end: number): SpokenSentence {
  const parts = text.split(/\s+/).filter((part) => part !== '');
  const each = (end - start) / Math.max(1, parts.length);
  const words = parts.map((word, index) => ({
    word,
    start: start + index * each,
    end: start + (index + 1) * each,
  }));
  return { start, end, text, confidence: 0.9, words };
}

/** The fake calls it for each chunk. It returns speech, throws, or hangs until it is aborted. */
export type SpeechScript = (
  path: string,
  options: TranscribeOptions,
) => ChunkSpeech | Promise<ChunkSpeech> | 'hang';

const hangUntil = (signal: AbortSignal): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
};

/**
 * Returns what a test tells it to.
 *
 * @example engine.script = () => ({ language: 'en', sentences: [spokenSentence('Hello there.', 0, 1)] });
 * @example engine.script = () => { throw new SpeechAway('the engine is away') };
 */
export class FakeSpeechEngine implements SpeechEngine {
  readonly name = 'fake';
  chunkSeconds = 60;
  /** The result of `probe`. */
  missing: string | undefined;
  script: SpeechScript = () => ({ language: 'en', sentences: [spokenSentence('Hello everybody.', 0, 1)] });
  /** Every chunk that was asked for. */
  readonly asked: { path: string; language: string | undefined }[] = [];

  async probe(_signal: AbortSignal): Promise<string | undefined> {
    return this.missing;
  }

  async transcribe(path: string, options: TranscribeOptions): Promise<ChunkSpeech> {
    options.signal.throwIfAborted();
    this.asked.push({ path, language: options.language });
    const result = this.script(path, options);
    return result === 'hang' ? hangUntil(options.signal) : result;
  }
}

/** Makes one chunk of the whole file without reading its sound, unless a test tells it otherwise. */
export class FakeVoiceCutter implements VoiceCutter {
  /** Pieces of each chunk; the default is one chunk with the first minute. */
  script: (voice: string, options: CutOptions) => VoiceChunk['pieces'][] | 'hang' = () => [
    [{ at: 0, from: 0, duration: 60 }],
  ];

  async cut(voice: string, folder: string, options: CutOptions): Promise<VoiceChunk[]> {
    options.signal.throwIfAborted();
    const made = this.script(voice, options);
    if (made === 'hang') return hangUntil(options.signal);
    if ((await readFile(voice)).length === 0) throw new VoiceUnreadable(`${basename(voice)} is empty`);
    return Promise.all(
      made.map(async (pieces, index) => {
        const file = join(folder, `${index}.wav`);
        await copyFile(voice, file);
        return { file, pieces };
      }),
    );
  }
}
