import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  type HeardWord,
  readHeardWord,
  type TranscribeEnd,
} from '../../../../../recorder/folder/transcribe-line.ts';
import { speechBytesPerSecond, wavHeader } from '../../../../../recorder/folder/wav-header.ts';
import { programLimits } from '../../confined/limits.ts';
import { type ProgramEnd, runProgram } from '../../confined/program.ts';
import { parsedJson } from '../../service-response.ts';
import { buildSentences } from '../sentences.ts';
import {
  type ChunkSpeech,
  SpeechAway,
  type SpeechEngine,
  SpeechRefused,
  type TranscribeOptions,
} from '../speech.ts';
import { whisperLanguages } from './languages.ts';
import { type ModelFacts, readModelFacts } from './model-file.ts';
import { spokenWords } from './words.ts';

export const timings = {
  /** A chunk takes a large model some minutes on one core; nothing is written before its end. */
  chunkMs: 3_600_000,
  /** The largest model hears its first window for minutes on a slow machine. */
  probeMs: 600_000,
};

export interface WhisperSettings {
  /** The setting: a name, or a path. */
  model: string;
  /** Path of the ggml file. */
  path: string;
  /** The folder with `transcribe.ts`. */
  programs: string;
}

/** A word takes some 60 bytes, and nobody says more than five words in a second. */
const mostBytes = 4_000_000;

/** A tenth of a second without speech. */
const silenceBytes = speechBytesPerSecond / 10;

/**
 * FFmpeg's whisper filter, in a process of its own for each chunk: a fault of it must not end the server
 * (docs/decisions/0073).
 */
export class WhisperEngine implements SpeechEngine {
  readonly name: string;
  /** Sixteen windows of 30 s: the start, the model's load and the last window, which is not full, cost little beside them. */
  readonly chunkSeconds = 480;
  readonly #settings: WhisperSettings;
  readonly #script: string;

  constructor(settings: WhisperSettings) {
    this.#settings = settings;
    this.#script = join(settings.programs, 'transcribe.ts');
    this.name = `whisper ${basename(settings.model).replace(/^ggml-|\.bin$/g, '')}`;
  }

  async probe(signal: AbortSignal): Promise<string | undefined> {
    const { model, path } = this.#settings;
    try {
      if (!(await readModelFacts(path))) {
        return `LECTERN_SPEECH_MODEL: ${path} is not a whisper model in the ggml format.`;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        return `LECTERN_SPEECH_MODEL: ${path} cannot be read (${String((error as Error).message)}).`;
      }
      return path === model
        ? `LECTERN_SPEECH_MODEL: there is no file ${path}.`
        : `The whisper model ${model} is not installed. Install it with the operator's command "speech install ${model}".`;
    }
    return this.#tryProgram(signal);
  }

  async transcribe(path: string, { language, signal }: TranscribeOptions): Promise<ChunkSpeech> {
    const facts = await this.#facts();
    const asked = this.#languageFor(language, facts);
    const end = await this.#run(path, asked, { signal, stalledMs: timings.chunkMs });
    if (end.code === 1) {
      throw new SpeechAway(`whisper failed: ${lastLine(end.errors)}`);
    }
    const { words, last } = readOutput(end);
    return {
      language: asked === 'auto' ? last.language : asked,
      sentences: buildSentences(spokenWords(words, last.voiced), null),
    };
  }

  async #facts(): Promise<ModelFacts> {
    const { path } = this.#settings;
    try {
      const facts = await readModelFacts(path);
      if (facts) return facts;
    } catch (cause) {
      throw new SpeechAway(`the whisper model ${path} cannot be read`, { cause });
    }
    throw new SpeechAway(`${path} is not a whisper model in the ggml format`);
  }

  #languageFor(language: string | undefined, { isEnglishOnly }: ModelFacts): string {
    const code = language?.toLowerCase().split(/[-_]/)[0];
    if (code === undefined) return isEnglishOnly ? 'en' : 'auto';
    if (!whisperLanguages.has(code) || (isEnglishOnly && code !== 'en')) {
      throw new SpeechRefused('language_unsupported', `${this.name} does not know the language ${code}`);
    }
    return code;
  }

  #run(chunk: string, language: string, waiting: { signal: AbortSignal; stalledMs: number }) {
    // Its sound is our own. Drivers of graphics cards open files that we cannot name.
    return runProgram({
      ...{ script: this.#script, args: [chunk, this.#settings.path, language] },
      ...{ limits: programLimits.transcribe, mostBytes, ...waiting },
    });
  }

  /** Whisper may end its process by a signal. */
  async #tryProgram(signal: AbortSignal): Promise<string | undefined> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-whisper-'));
    try {
      const chunk = join(folder, 'silence.wav');
      await writeFile(chunk, Buffer.concat([wavHeader(silenceBytes), Buffer.alloc(silenceBytes)]));
      const { code, errors } = await this.#run(chunk, 'en', { signal, stalledMs: timings.probeMs });
      if (code === 0) return undefined;
      if (typeof code === 'string' && code.startsWith('SIG')) {
        return `Whisper ends by ${code} on this machine${causes[code] ?? ''}. Choose a smaller model, or a service (LECTERN_SPEECH_URL).`;
      }
      return `Whisper cannot be started: it ended by ${code}: ${lastLine(errors)}`;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

const causes: Record<string, string> = {
  SIGILL: ', because its processor lacks instructions that whisper needs',
  SIGKILL: ', most likely because its memory does not suffice',
};

const lastLine = (text: string): string =>
  text.split('\n').find((line) => /error/i.test(line)) ?? text.slice(-200);

function readOutput({ code, output, errors }: ProgramEnd): { words: HeardWord[]; last: TranscribeEnd } {
  if (code !== 0) throw new SpeechAway(`whisper ended by ${code}: ${lastLine(errors)}`);
  const words: HeardWord[] = [];
  let last: TranscribeEnd | undefined;
  for (const line of output.split('\n')) {
    const word = readHeardWord(line);
    if (word) words.push(word);
    else last = endIn(line) ?? last;
  }
  if (!last) throw new SpeechAway('whisper wrote something else than words');
  return { words, last };
}

function endIn(line: string): TranscribeEnd | undefined {
  const { ended } = (parsedJson(line) ?? {}) as { ended?: TranscribeEnd };
  return Array.isArray(ended?.voiced) ? ended : undefined;
}
