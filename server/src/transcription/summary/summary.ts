import type { LanguageModel } from '../../engines/language/language.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { chooseHighlights } from './highlights.ts';
import { writeSummary } from './model/write.ts';
import { type Sentence, type SummarySegment, sentencesOf } from './sentences.ts';
import { highlightsText, type Summary, writtenText } from './text.ts';
import { wordsOf } from './words/terms.ts';

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
