import { type Fields, isFields } from '../../../platform/http/input/declared.ts';
import { buildSentences } from '../sentences.ts';
import type { ChunkSpeech, SpokenSentence, SpokenWord } from '../speech.ts';

// Services that call themselves compatible with OpenAI differ: words are at the top level, in segments, or absent;
// numbers are numbers or strings; a language is a name or a code. Everything is checked here.

/** The response is something else than speech. */
export class UnknownResponse extends Error {
  override name = 'UnknownResponse';
}

/** A list that may be absent. */
function listOf(value: unknown): Fields[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every(isFields))
    throw new UnknownResponse('a list of the response is none');
  return value;
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Seconds within a chunk. */
function secondsOf(value: unknown): number {
  const number = numberOf(value);
  if (number === undefined || number > 86_400) throw new UnknownResponse('a time of the response is none');
  return Math.max(0, number);
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new UnknownResponse('a text of the response is none');
  return value.replace(/\p{Cc}+/gu, ' ').trim();
}

function wordsOf(value: unknown): SpokenWord[] {
  const words = listOf(value).map((fields) => {
    const start = secondsOf(fields.start);
    // A few services name it `text`.
    return { word: textOf(fields.word ?? fields.text), start, end: Math.max(start, secondsOf(fields.end)) };
  });
  return words.filter(({ word }) => word !== '').sort((a, b) => a.start - b.start);
}

/** Whisper's own figure is the mean logarithm of the probabilities. */
function confidenceOf(segment: Fields): number | null {
  const logarithm = numberOf(segment.avg_logprob);
  if (logarithm === undefined) return null;
  return Math.round(Math.min(1, Math.exp(Math.min(0, logarithm))) * 1000) / 1000;
}

/** Whisper's own rule for a window in which nobody speaks. */
function isNoSpeech(segment: Fields): boolean {
  const [noSpeech, logarithm] = [numberOf(segment.no_speech_prob), numberOf(segment.avg_logprob)];
  return noSpeech !== undefined && noSpeech > 0.6 && (logarithm === undefined || logarithm < -1);
}

const isSound = (text: string): boolean => /^(?:\[[^\]]*\]|\([^)]*\)|[♪*\s.…-]*)$/u.test(text);

function sentencesOf(segment: Fields, topWords: readonly SpokenWord[]): SpokenSentence[] {
  const text = textOf(segment.text);
  if (isNoSpeech(segment) || isSound(text)) return [];
  const start = secondsOf(segment.start);
  const end = Math.max(start, secondsOf(segment.end));
  const own = wordsOf(segment.words);
  const words = own.length > 0 ? own : topWords.filter((word) => isWithin(word, start, end));
  // Words of the top level lack the punctuation: the text of the segment has it.
  return [
    {
      start: words[0]?.start ?? start,
      end: words.at(-1)?.end ?? end,
      text,
      confidence: confidenceOf(segment),
      words,
    },
  ];
}

function isWithin(word: SpokenWord, start: number, end: number): boolean {
  const middle = (word.start + word.end) / 2;
  return middle >= start && middle < end;
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const codes = new Map<string, string>();

/** The code of a language that is named in English. */
function codeOfName(name: string): string | undefined {
  if (codes.size === 0) {
    for (let first = 97; first <= 122; first += 1) {
      for (let second = 97; second <= 122; second += 1) {
        const code = String.fromCharCode(first, second);
        const found = names.of(code)?.toLowerCase();
        if (found && !codes.has(found)) codes.set(found, code);
      }
    }
  }
  return codes.get(name);
}

/** The code of a language that is given as `en`, `en-US` or `English`. */
export function codeOfLanguage(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  const code = /^([a-z]{2,3})(?:[-_][a-z0-9]+)*$/.exec(text)?.[1];
  if (code && code.length === 2) return code;
  return codeOfName(text) ?? (code && names.of(code) ? code : undefined);
}

/**
 * Reads a response of `/audio/transcriptions`.
 *
 * @throws UnknownResponse
 */
export function readResponse(value: unknown, chunkSeconds: number): ChunkSpeech {
  if (!isFields(value)) throw new UnknownResponse('the response is no object');
  const words = wordsOf(value.words);
  const segments = listOf(value.segments);
  const language = codeOfLanguage(value.language);
  if (segments.length > 0) {
    const sentences = segments.flatMap((segment) => sentencesOf(segment, words));
    return { language, sentences: sentences.sort((a, b) => a.start - b.start) };
  }
  if (words.length > 0) return { language, sentences: buildSentences(words, null) };
  const text = textOf(value.text);
  if (isSound(text)) return { language, sentences: [] };
  const end = numberOf(value.duration) ?? chunkSeconds;
  return { language, sentences: [{ start: 0, end, text, confidence: null, words: [] }] };
}

/** The message of an error, in the shapes of OpenAI (`{error: {message}}`) and of others (`{message}`, `{detail}`). */
export function messageIn(value: unknown): string {
  if (!isFields(value)) return '';
  const inner = isFields(value.error) ? value.error.message : value.error;
  const found = [inner, value.message, value.detail].find((each) => each !== undefined && each !== null);
  return typeof found === 'string' ? found : JSON.stringify(found ?? '');
}
