/** A word with its times in seconds from the beginning of its chunk. */
export interface SpokenWord {
  word: string;
  start: number;
  end: number;
}

/** A sentence with its times in seconds from the beginning of its chunk. */
export interface SpokenSentence {
  start: number;
  end: number;
  text: string;
  /** From 0 to 1; null if the engine does not report it. */
  confidence: number | null;
  /** Empty if the engine reports no times of words. */
  words: SpokenWord[];
}
