import type { SpokenSentence, SpokenWord } from './speech.ts';

/** A pause of this length ends a sentence, whatever its punctuation. */
const sentencePause = 1.2;
/** Longer sentences are divided, because captions and readers need shorter ones. */
const longestSeconds = 20;
const longestCharacters = 240;
/** Parts of a divided sentence have so many words at least. */
const fewestWords = 4;

const endsSentence = /[.!?…。！？][\p{Pe}\p{Pf}"']*$/u;
/** A title, an initial or an ordinal number: its dot does not end a sentence. */
const abbreviated = /^(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|vs|etc|т|г|ул|им|стр|\d+)\.$/u;
const beginsLower = /^[\p{Ps}\p{Pi}"']*\p{Ll}/u;
/** These scripts do not separate words. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

function isEnd(word: SpokenWord, next: SpokenWord): boolean {
  if (next.start - word.end > sentencePause) return true;
  if (!endsSentence.test(word.word) || abbreviated.test(word.word)) return false;
  return !beginsLower.test(next.word);
}

/** Joins words to a text as their script is written. */
export function joinWords(words: readonly SpokenWord[]): string {
  let text = '';
  for (const { word } of words) {
    const isTight = withoutSpaces.test(text.at(-1) ?? '') && withoutSpaces.test(word[0] ?? '');
    text += text === '' || isTight ? word : ` ${word}`;
  }
  return text;
}

const lengthOf = (words: readonly SpokenWord[]): number =>
  words.reduce((sum, { word }) => sum + word.length + 1, 0);

/** The best place to divide a sentence: a comma or a pause, near its middle. */
function divisionOf(words: readonly SpokenWord[]): number {
  let best = Math.floor(words.length / 2);
  let most = Number.NEGATIVE_INFINITY;
  for (let index = fewestWords; index <= words.length - fewestWords; index += 1) {
    const [before, after] = [words[index - 1], words[index]];
    if (!before || !after) continue;
    const pause = Math.max(0, after.start - before.end);
    const comma = /[,;:–—]$/.test(before.word) ? 0.5 : 0;
    const offMiddle = Math.abs(index / words.length - 0.5);
    const worth = pause + comma - offMiddle;
    if (worth > most) [best, most] = [index, worth];
  }
  return best;
}

function divide(words: SpokenWord[]): SpokenWord[][] {
  const seconds = (words.at(-1)?.end ?? 0) - (words[0]?.start ?? 0);
  if (seconds <= longestSeconds && lengthOf(words) <= longestCharacters) return [words];
  if (words.length < 2 * fewestWords) return [words];
  const at = divisionOf(words);
  return [...divide(words.slice(0, at)), ...divide(words.slice(at))];
}

/**
 * Makes sentences of words by their punctuation and pauses.
 *
 * @example buildSentences([{ word: 'Hello.', start: 0, end: 0.5 }], null)
 */
export function buildSentences(words: readonly SpokenWord[], confidence: number | null): SpokenSentence[] {
  const groups: SpokenWord[][] = [];
  let group: SpokenWord[] = [];
  for (const [index, word] of words.entries()) {
    group.push(word);
    const next = words[index + 1];
    if (next && !isEnd(word, next)) continue;
    groups.push(...divide(group));
    group = [];
  }
  return groups.map((its) => ({
    start: its[0]?.start ?? 0,
    end: its.at(-1)?.end ?? 0,
    text: joinWords(its),
    confidence,
    words: its,
  }));
}
