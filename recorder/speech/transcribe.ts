import { statSync } from 'node:fs';
import {
  AV_LOG_DEBUG,
  AV_LOG_ERROR,
  AV_LOG_FATAL,
  AV_LOG_WARNING,
  AV_SAMPLE_FMT_S16,
  type AVLogLevel,
  FilterAPI,
  Frame,
  InputFormat,
  Log,
} from 'node-av';
import { StreamDecoder } from '../decoder.ts';
import { MediaInput } from '../finish/input.ts';
import type { TranscribeEnd } from '../folder/transcribe-line.ts';
import { speechRate } from '../folder/wav-header.ts';
import { findVoiced } from './gate.ts';
import { Loudness } from './loudness.ts';

export interface Transcribing {
  /** Path of a WAV file, mono at 16 kHz. */
  chunk: string;
  /** Path of a ggml file. */
  model: string;
  /** A code, or `auto`. */
  language: string;
}

/** Escapes a value for a filter's option and then for the description of a graph. */
const escaped = (value: string): string => value.replace(/[\\':]/g, '\\$&').replace(/[\\'[\],;]/g, '\\$&');

/** Each line is a word, because no segment may have more than one character beyond a word. */
const filterOf = ({ chunk, model, language }: Transcribing): string => {
  // The filter works when so much sound is there or the sound ends: it hears the whole chunk at once.
  const seconds = Math.ceil(statSync(chunk).size / speechRate / 2) + 1;
  const options = [
    `model=${escaped(model)}`,
    `language=${language}`,
    `queue=${seconds}`,
    'use_gpu=0',
    'max_len=1',
    `destination=${escaped('pipe:1')}`,
    'format=json',
  ];
  return `aformat=sample_fmts=fltp:sample_rates=${speechRate}:channel_layouts=mono,whisper=${options.join(':')}`;
};

/** Whisper tells the language that it detected only in its log, and failures too. */
class Heard {
  language: string | undefined;
  failure: string | undefined;

  readonly listen = (level: AVLogLevel, message: string): void => {
    if (level <= AV_LOG_FATAL || /failed to process|failed to load/i.test(message))
      this.failure ??= message.trim();
    else if (level <= AV_LOG_ERROR) process.stderr.write(`${message.trim()}\n`);
    this.language ??= /auto-detected language: ([a-z]{2,3})\b/.exec(message)?.[1];
  };
}

/** Works on another thread, so that the program can see the end of its input meanwhile. */
async function drain(filter: FilterAPI): Promise<void> {
  for (let frame = await filter.receive(); frame instanceof Frame; frame = await filter.receive())
    frame.free();
}

function samplesOf(frame: Frame): Int16Array {
  const bytes = frame.data?.[0];
  if (!bytes || frame.format !== AV_SAMPLE_FMT_S16) throw new Error('the chunk is no WAV file of 16 bits');
  return new Int16Array(bytes.buffer, bytes.byteOffset, frame.nbSamples);
}

/**
 * Transcribes a chunk by FFmpeg's whisper filter, which writes the words to the standard output itself.
 *
 * @returns what the last line says
 */
export async function transcribeChunk(transcribing: Transcribing): Promise<TranscribeEnd> {
  const heard = new Heard();
  const level = transcribing.language === 'auto' ? AV_LOG_DEBUG : AV_LOG_WARNING;
  Log.setLevel(level);
  Log.setCallback(heard.listen, { maxLevel: level });
  const loudness = new Loudness();
  using input = new MediaInput(transcribing.chunk, InputFormat.findInputFormat('wav'));
  const { audio } = input;
  if (!audio) throw new Error('the chunk has no sound');
  using decoder = new StreamDecoder(audio);
  using filter = FilterAPI.create(filterOf(transcribing), { threads: 1 });
  for (const packet of input.packets()) {
    for (const frame of decoder.decode(packet)) {
      loudness.add(samplesOf(frame));
      frame.timeBase = audio.timeBase;
      await filter.process(frame);
      await drain(filter);
    }
  }
  await filter.flush();
  await drain(filter);
  if (heard.failure) throw new Error(heard.failure);
  const voiced = findVoiced(loudness.values()).map(({ from, to }): [number, number] => [from, to]);
  return { ...(heard.language && { language: heard.language }), voiced };
}
