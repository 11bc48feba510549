import type { HeardWord } from '../../../../../recorder/folder/transcribe-line.ts';
import type { SpokenWord } from '../speech.ts';
import { alignWords, type VoicedRange } from './align.ts';

/** Whisper's times are off by so much where there is no voice. */
const tolerance = 0.4;
/** No word is shorter. */
const shortest = 0.05;
/** Nobody speaks so many characters in a second. */
const fastest = 45;
/** The description of a sound has no more words. */
const longestSound = 8;

const opening = /^[[(*♪]/u;
const closing = /[\])*♪][.,!?]*$/u;

/** Credits that whisper learned from subtitles; it invents them where nobody speaks. */
const credits = /dimatorzok|amara\.org|субтитры (?:сделал|создавал|делал|подогнал)|subtitles (?:by|made by)/i;

function clean(word: HeardWord): SpokenWord | undefined {
  const text = word.text.replace(/[\p{Cc}\u{FFFD}]/gu, '').trim();
  if (text === '') return undefined;
  const start = Math.max(0, word.start / 1000);
  return { word: text, start, end: Math.max(start, word.end / 1000) };
}

/** Leaves out descriptions of sounds, such as `[Music]` or `(wind howling)`. */
function withoutSounds(words: readonly SpokenWord[]): SpokenWord[] {
  const left: SpokenWord[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (!word) continue;
    if (opening.test(word.word)) {
      // A mark that stands alone opens here and closes elsewhere.
      const isMark = word.word.length === 1;
      const length = words
        .slice(index, index + longestSound)
        .findIndex((each, at) => closing.test(each.word) && !(isMark && at === 0));
      if (length >= 0) {
        index += length;
        continue;
      }
    }
    if (/[\p{L}\p{N}]/u.test(word.word)) left.push(word);
    else {
      // A dash or a mark that is no word belongs to the one before.
      const last = left.at(-1);
      if (last && !opening.test(word.word))
        last.word += /^[\p{Pd}]/u.test(word.word) ? ` ${word.word}` : word.word;
    }
  }
  return left;
}

/** The first range of a voice in a word. Its edge belongs to the word before. */
function mainOf(within: readonly VoicedRange[], start: number): VoicedRange | undefined {
  const [first, second] = within;
  return first && second && first[1] - start < shortest ? second : first;
}

/** Moves the times of a word to the voice within it: whisper's words last until the next one begins. */
function fitToVoice(
  { word, start, end }: SpokenWord,
  voiced: readonly VoicedRange[],
): SpokenWord | undefined {
  const within = voiced.filter(([from, to]) => to > start && from < end);
  const main = mainOf(within, start);
  if (!main) {
    const near = voiced.find(([from, to]) => to > start - tolerance && from < end + tolerance);
    return near && { word, start, end: Math.max(end, start + shortest) };
  }
  const begin = Math.max(start, main[0]);
  // A breath or a click after the word is another range.
  const longest = begin + 0.25 + word.length * 0.07;
  const last = within.findLast(([, to]) => to <= longest) ?? main;
  return { word, start: begin, end: Math.max(begin + shortest, Math.min(end, Math.max(main[1], last[1]))) };
}

const voicedWithin = (voiced: readonly VoicedRange[], from: number, to: number): number =>
  voiced.reduce((sum, [a, b]) => sum + Math.max(0, Math.min(b, to) - Math.max(a, from)), 0);

const plain = (word: SpokenWord | undefined): string =>
  (word?.word ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The number of words after `at` that repeat the `length` words there, again and again. */
function repeatedAfter(words: readonly SpokenWord[], at: number, length: number): number {
  let count = 0;
  while (
    at + length + count < words.length &&
    plain(words[at + count]) === plain(words[at + length + count])
  ) {
    count += 1;
  }
  return count - (count % length);
}

/** Whisper may repeat a phrase without end. It is such a loop if nobody could say it in the time with a voice. */
function withoutLoops(words: readonly SpokenWord[], voiced: readonly VoicedRange[]): SpokenWord[] {
  const left: SpokenWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word) left.push(word);
    for (let length = 1; length <= 12; length += 1) {
      const first = at - length + 1;
      if (first < 0) break;
      const count = repeatedAfter(words, first, length);
      if (count < 2 * length) continue;
      const loop = words.slice(first, first + length + count);
      const characters = loop.reduce((sum, each) => sum + each.word.length, 0);
      const seconds = voicedWithin(voiced, loop[0]?.start ?? 0, loop.at(-1)?.end ?? 0);
      if (characters < seconds * fastest * 0.5) continue;
      at += count;
      break;
    }
  }
  return left;
}

/**
 * Turns the words of whisper into words that were spoken: without sounds, without words where nobody speaks, and with
 * the times of the voice.
 *
 * @param voiced seconds in which a voice is heard
 */
export function spokenWords(heard: readonly HeardWord[], voiced: readonly VoicedRange[]): SpokenWord[] {
  if (
    credits.test(heard.map(({ text }) => text).join(' ')) &&
    voicedWithin(voiced, 0, Number.POSITIVE_INFINITY) < 3
  )
    return [];
  const words = withoutSounds(heard.map(clean).filter((word) => word !== undefined));
  return alignWords(withoutLoops(words, voiced), voiced)
    .map((word) => fitToVoice(word, voiced))
    .filter((word) => word !== undefined);
}
