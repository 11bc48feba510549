import type { VoiceChunk } from '../../engines/speech/speech.ts';
import type { StoredSentence } from '../../platform/db/tables.ts';
import { newId } from '../../platform/ids.ts';
import type { VoiceRow } from '../../records/records.ts';
import { oneLine } from '../text.ts';
import type { NewSegment, StoredChunk } from './making.store.ts';

/** A longer sentence is divided at its pauses, so that captions, search results and the page stay readable. */
const longest = { seconds: 20, characters: 300 };

/** Limits of one sentence of an engine: PostgreSQL indexes no megabytes. A correction has the same length at most. */
const most = { characters: 5000, words: 1000 };

/** Stands for speech that the engine did not take. */
const mark = '[…]';

const milliseconds = (seconds: number): number => Math.round(Math.max(0, seconds) * 1000) / 1000;

/** The sentences of a chunk that the engine refused: readers see that somebody spoke, and moderators can write what. */
export const marksOf = ({ pieces }: VoiceChunk): StoredSentence[] =>
  pieces.map(({ from, duration }) => ({
    ...{ start: from, end: from + duration, text: mark, confidence: 0, words: [] },
  }));

/** The index of the word after the longest pause; among equal ones the one nearest to the middle. */
function wordAfterPause(words: StoredSentence['words']): number {
  let best = { index: 1, pause: Number.NEGATIVE_INFINITY, distance: 0 };
  for (let index = 1; index < words.length; index += 1) {
    const pause = milliseconds((words[index]?.start ?? 0) - (words[index - 1]?.end ?? 0));
    const distance = Math.abs(index - words.length / 2);
    if (pause > best.pause || (pause === best.pause && distance < best.distance)) {
      best = { index, pause, distance };
    }
  }
  return best.index;
}

function partOf(sentence: StoredSentence, words: StoredSentence['words']): StoredSentence {
  const [first, last] = [words[0], words.at(-1)];
  return {
    ...sentence,
    words,
    start: first?.start ?? sentence.start,
    end: last?.end ?? sentence.end,
    text: words.map(({ word }) => word).join(' '),
  };
}

/** Divides a long sentence at its longest pauses. One without times of words stays whole. */
export function splitSentence(sentence: StoredSentence): StoredSentence[] {
  const { start, end, text, words } = sentence;
  const isShort = end - start <= longest.seconds && text.length <= longest.characters;
  if (isShort || words.length < 2) return [sentence];
  const index = wordAfterPause(words);
  return [words.slice(0, index), words.slice(index)].flatMap((part) => splitSentence(partOf(sentence, part)));
}

/** Facts that all segments of a recording share. */
interface Recording {
  /** The language of chunks for which the engine reports none. */
  language: string | null;
  /** Seconds; null if they are unknown. */
  duration: number | null;
}

function segmentOf(
  { participantId, externalUserId, name, offset }: VoiceRow,
  { start, end, text, confidence, words }: StoredSentence,
  { language, duration }: Recording,
): NewSegment {
  // A voice may last longer than the picture, and an engine's times may be wrong.
  const inRecording = (seconds: number): number =>
    Math.min(milliseconds(seconds + offset), duration ?? Number.POSITIVE_INFINITY);
  const from = inRecording(start);
  return {
    ...{ id: newId(), participantId, externalUserId, speaker: name, language, text },
    startSeconds: from,
    endSeconds: Math.max(from, inRecording(end)),
    confidence: confidence === null ? null : Math.min(1, Math.max(0, confidence)),
    words: words.map((one) => ({
      word: one.word,
      start: inRecording(one.start),
      end: inRecording(one.end),
    })),
  };
}

/**
 * The segments of all voices in the order of time: each belongs to the person whose voice it is. People who speak at
 * the same time have a segment each.
 */
export function mergeVoices(
  voices: readonly VoiceRow[],
  chunks: readonly StoredChunk[],
  recording: Recording,
): NewSegment[] {
  const byNumber = new Map(voices.map((voice) => [voice.number, voice]));
  const segments = chunks.flatMap(({ voice: number, language, sentences }) => {
    const voice = byNumber.get(number);
    if (!voice) return [];
    const of = { ...recording, language: language ?? recording.language };
    return sentences.flatMap(splitSentence).map((sentence) => segmentOf(voice, sentence, of));
  });
  return segments.sort((a, b) => a.startSeconds - b.startSeconds || a.endSeconds - b.endSeconds);
}

/** The language of most segments; null: the engine reported none. */
export function spokenLanguageOf(segments: readonly Pick<NewSegment, 'language'>[]): string | null {
  const counts = new Map<string, number>();
  for (const { language } of segments) {
    if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

/** Cleans what an engine returned: texts on one line and of a limited length, without empty sentences and words. */
export function cleanSentences(sentences: readonly StoredSentence[]): StoredSentence[] {
  return sentences
    .map((sentence) => ({
      ...sentence,
      text: oneLine(sentence.text.slice(0, most.characters)),
      words: sentence.words
        .slice(0, most.words)
        .map((one) => ({ ...one, word: oneLine(one.word.slice(0, most.characters)) }))
        .filter(({ word }) => word !== ''),
    }))
    .filter(({ text, start, end }) => text !== '' && Number.isFinite(start) && Number.isFinite(end));
}
