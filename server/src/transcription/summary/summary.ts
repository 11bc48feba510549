import type { LanguageModel } from '../../engines/language/language.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { chooseHighlights } from './highlights.ts';
import { writeSummary } from './model/write.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { highlightsText, writtenText } from './text.ts';
import { wordsOf } from './words/terms.ts';

/** A part of a transcript that one person said. Times are seconds from the recording's start. */
export interface SummarySegment {
  start: number;
  end: number;
  text: string;
  speaker: string;
}

export interface Summary {
  /** `highlights`: the recording's own sentences; `model`: what a language model wrote about them. */
  kind: 'highlights' | 'model';
  /** Plain text. Empty if nothing was said. */
  text: string;
  sections: { title: string; start: number }[];
  lines: { text: string; start: number }[];
  tasks: { text: string; owner?: string; start: number }[];
}

export interface SummaryOptions {
  /** As the engine reported it, e.g. `ru`; undefined: unknown. */
  language: string | undefined;
  model: LanguageModel | undefined;
  signal: AbortSignal;
  log: Logger;
}

const lineOf = ({ text, start }: Sentence) => ({ text, start });

/**
 * Summarizes a recording. The segments are in order of their start.
 * @throws LanguageAway if the model's service stays unavailable: highlights need no model
 */
export async function summarize(
  segments: readonly SummarySegment[],
  options: SummaryOptions,
): Promise<Summary> {
  const { language, model, signal, log } = options;
  const words = wordsOf(language);
  const sentences = await sentencesOf(segments, words);
  signal.throwIfAborted();
  const written =
    model && sentences.length > 0 && (await writeSummary(sentences, { words, model, signal, log }));
  if (written) return { kind: 'model', text: writtenText(written), ...written };
  const highlights = await chooseHighlights(sentences);
  signal.throwIfAborted();
  return {
    kind: 'highlights',
    text: highlightsText(highlights, words.language),
    sections: [],
    lines: highlights.map(lineOf),
    tasks: [],
  };
}
