/** A word as FFmpeg's whisper filter writes it. Times are in milliseconds; the text is not escaped. */
export interface HeardWord {
  start: number;
  end: number;
  text: string;
}

/** The last line of the program. */
export interface TranscribeEnd {
  /** As the model detected it; absent if it was given. */
  language?: string;
  /** Seconds of the chunk in which a voice is heard: from, to. */
  voiced: [number, number][];
}

const form = /^\{"start":(-?\d{1,12}),"end":(-?\d{1,12}),"text":"(.*)"\}$/;

/** Reads a line of the filter. */
export function readHeardWord(line: string): HeardWord | undefined {
  const [, start, end, text] = form.exec(line) ?? [];
  if (text === undefined) return undefined;
  return { start: Number(start), end: Number(end), text };
}

export const endLine = (ended: TranscribeEnd): string => `${JSON.stringify({ ended })}\n`;
