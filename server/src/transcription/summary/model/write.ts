import { setTimeout as pause } from 'node:timers/promises';
import {
  LanguageAway,
  type LanguageModel,
  LanguageRefused,
  type LanguageRequest,
} from '../../../engines/language/language.ts';
import type { Logger } from '../../../platform/logging/log.ts';
import { chooseHighlights } from '../highlights.ts';
import type { Sentence } from '../sentences.ts';
import type { Words } from '../words/terms.ts';
import { type PartSummary, partSchema, readPart } from './answers.ts';
import { type Chunk, chunksOf, transcriptData } from './chunks.ts';
import { choiceInstructions, choiceSchema, partInstructions, readChoice } from './requests.ts';

export const timings = {
  /** Before the attempts after the first; afterwards the job comes back later. */
  retriesMs: [2000, 15_000, 60_000],
};

/** A service that asks for a longer pause is left alone until the job comes back. */
const longestPauseMs = 120_000;
const most = { sections: 15, lines: 15, tasks: 30 };
/** Sentences of a part about which the model wrote nothing usable. */
const highlightsOfPart = 2;

interface Writing {
  words: Words;
  model: LanguageModel;
  signal: AbortSignal;
  log: Logger;
}

type Question = Omit<LanguageRequest, 'signal'>;

/** @throws LanguageAway once the attempts are used up, LanguageRefused */
async function ask(question: Question, { model, signal }: Writing): Promise<unknown> {
  for (const wait of [...timings.retriesMs, undefined]) {
    try {
      return await model.write({ ...question, signal });
    } catch (error) {
      if (!(error instanceof LanguageAway) || wait === undefined) throw error;
      const pauseMs = Math.max(wait, error.retryAfterMs ?? 0);
      if (pauseMs > longestPauseMs) throw error;
      await pause(pauseMs, undefined, { signal });
    }
  }
  throw new LanguageAway('the language model was not asked');
}

/** `isWritten`: the model wrote it. */
type Part = PartSummary & { isWritten: boolean };

async function highlightsAsPart(chunk: Chunk): Promise<Part> {
  const highlights = await chooseHighlights(chunk, highlightsOfPart);
  const lines = highlights.map(({ text, start }) => ({ text, start }));
  return { sections: [], lines, tasks: [], isWritten: false };
}

/** Asks about one chunk; about its halves if it is too long for the model. */
async function writeParts(chunk: Chunk, writing: Writing): Promise<Part[]> {
  const { words, log } = writing;
  const question: Question = {
    name: 'summary_of_part',
    instructions: partInstructions(words.language),
    data: transcriptData(chunk),
    schema: partSchema,
  };
  try {
    return [{ ...readPart(await ask(question, writing), chunk, words), isWritten: true }];
  } catch (error) {
    if (!(error instanceof LanguageRefused) || error.reason === 'denied') throw error;
    if (error.reason === 'too_long' && chunk.length > 8) {
      const middle = Math.ceil(chunk.length / 2);
      const first = await writeParts(chunk.slice(0, middle), writing);
      return [...first, ...(await writeParts(chunk.slice(middle), writing))];
    }
    log.warn(
      { err: error, model: writing.model.name },
      'language model refused a part of a call: the part keeps its highlights',
    );
    return [await highlightsAsPart(chunk)];
  }
}

/** Entries that lie evenly among all. */
const evenly = <T>(items: readonly T[], count: number): T[] =>
  items.filter(
    (_, at) => Math.floor((at * count) / items.length) !== Math.floor(((at - 1) * count) / items.length),
  );

interface Entries<T> {
  items: readonly T[];
  most: number;
  textOf: (item: T) => string;
}

/** Lets the model choose by number, so that every entry stays one that the transcript confirmed. */
async function chooseEntries<T extends { start: number }>(
  entries: Entries<T>,
  writing: Writing,
): Promise<T[]> {
  const { items, textOf } = entries;
  if (items.length <= entries.most) return [...items];
  const size = items.reduce((sum, item) => sum + textOf(item).length + 30, 0);
  const groups = Math.ceil(size / writing.model.dataLength);
  const kept: T[] = [];
  for (let at = 0; at < groups; at++) {
    const group = items.slice(
      Math.floor((at * items.length) / groups),
      Math.floor(((at + 1) * items.length) / groups),
    );
    const share = Math.max(1, Math.floor((entries.most * group.length) / items.length));
    const numbered = group.map((item, index) => ({
      number: index + 1,
      at: Math.floor(item.start),
      text: textOf(item),
    }));
    const question: Question = {
      name: 'choice',
      instructions: choiceInstructions(share),
      data: JSON.stringify({ items: numbered }),
      schema: choiceSchema,
    };
    const answer = await ask(question, writing).catch((error: unknown) => {
      if (error instanceof LanguageRefused) return undefined;
      throw error;
    });
    kept.push(...(readChoice(answer, group, share) ?? evenly(group, share)));
  }
  return kept;
}

/** Two parts of a call may repeat a text, and two entries may begin with the same sentence. */
function withoutRepeats<T>(items: readonly T[], keyOf: (item: T) => string | number): T[] {
  const keys = items.map(keyOf);
  return items.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

async function merge(parts: readonly PartSummary[], writing: Writing): Promise<PartSummary> {
  const textOf = ({ text }: { text: string }) => text;
  const titleOf = ({ title }: { title: string }) => title;
  const sections = withoutRepeats(
    parts.flatMap((part) => part.sections),
    ({ start }) => start,
  );
  const lines = parts.flatMap((part) => part.lines);
  const tasks = parts.flatMap((part) => part.tasks);
  const choose = <T extends { start: number }>(items: T[], most: number, textOf: (item: T) => string) => {
    const different = withoutRepeats(items, (item) => textOf(item).toLowerCase());
    return chooseEntries({ items: different, most, textOf }, writing);
  };
  return {
    sections: await choose(sections, most.sections, titleOf),
    lines: await choose(lines, most.lines, textOf),
    tasks: withoutRepeats(tasks, (task) => textOf(task).toLowerCase()).slice(0, most.tasks),
  };
}

/**
 * Lets the model summarize a call part by part, and merges the parts.
 * @returns undefined if the model wrote nothing that is based on the call
 * @throws LanguageAway
 */
export async function writeSummary(
  sentences: readonly Sentence[],
  writing: Writing,
): Promise<PartSummary | undefined> {
  const parts: Part[] = [];
  try {
    for (const chunk of chunksOf(sentences, writing.model.dataLength)) {
      parts.push(...(await writeParts(chunk, writing)));
    }
    const written = parts.filter(
      ({ isWritten, lines, tasks }) => isWritten && lines.length + tasks.length > 0,
    );
    // Highlights of most parts are highlights of the call, and must not be called more.
    if (written.length * 2 < parts.length || written.length === 0) return undefined;
    const summary = await merge(parts, writing);
    return summary;
  } catch (error) {
    if (!(error instanceof LanguageRefused)) throw error;
    writing.log.warn(
      { err: error, model: writing.model.name },
      'language model refused the request: check LECTERN_LLM_URL, LECTERN_LLM_KEY and LECTERN_LLM_MODEL',
    );
    return undefined;
  }
}
