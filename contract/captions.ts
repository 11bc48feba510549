/** A segment of a transcript as captions show it; times in seconds. */
export type CaptionedSegment = {
  start: number;
  end: number;
  text: string;
  words: readonly { start: number; end: number }[];
  /** The speaker's name, shown before the text. */
  name?: string | undefined;
};

/** One caption: at most two lines. */
export type CaptionCue = { start: number; end: number; lines: string[] };

type Token = { text: string; start: number; end: number };

/** The characters of a line that viewers read in one glance. */
const lineLength = 42;
const linesInCue = 2;
/** A caption does not stay during a longer silence inside a segment, in seconds. */
const longPause = 2;

/** A word that is longer than a line, such as a sentence in a script without spaces, is cut. */
const cutWord = (word: string): string[] => {
  const letters = [...word];
  if (letters.length <= lineLength) return [word];
  return Array.from({ length: Math.ceil(letters.length / lineLength) }, (_, index) =>
    letters.slice(index * lineLength, (index + 1) * lineLength).join(''),
  );
};

/**
 * The words of a segment with their times. The times of a corrected text no longer belong to its words, so they are
 * spread over the segment by the number of characters.
 */
function tokensOf({ start, end, text, words }: CaptionedSegment): Token[] {
  const spoken = text.split(/\s+/u).filter((word) => word !== '');
  const parts = spoken.flatMap(cutWord);
  if (words.length > 0 && words.length === parts.length) {
    return parts.map((part, index) => {
      const time = words[index];
      return { text: part, start: time?.start ?? start, end: time?.end ?? end };
    });
  }
  const total = parts.reduce((sum, part) => sum + part.length, 0);
  let before = 0;
  return parts.map((part) => {
    const from = start + ((end - start) * before) / total;
    before += part.length;
    return { text: part, start: from, end: start + ((end - start) * before) / total };
  });
}

const fits = (line: string, word: string): boolean =>
  line === '' || [...line].length + 1 + [...word].length <= lineLength;

/** Splits a segment into captions of at most two lines of 42 characters, by the times of its words. */
export function captionCues(segment: CaptionedSegment): CaptionCue[] {
  const cues: CaptionCue[] = [];
  for (const [index, { text: word, start, end }] of tokensOf(segment).entries()) {
    const text = index === 0 && segment.name ? `${segment.name}: ${word}` : word;
    const cue = cues.at(-1);
    const line = cue?.lines.at(-1) ?? '';
    if (!cue || start - cue.end > longPause || (!fits(line, text) && cue.lines.length === linesInCue)) {
      cues.push({ start, end, lines: [text] });
      continue;
    }
    if (fits(line, text)) cue.lines[cue.lines.length - 1] = `${line} ${text}`;
    else cue.lines.push(text);
    cue.end = Math.max(cue.end, end);
  }
  return cues;
}
