import { ChatCompletions } from '../src/engines/language/chat-completions.ts';
import type { LanguageModel } from '../src/engines/language/language.ts';
import { startLanguageServer } from '../src/engines/language/testing/language-server.ts';
import { createLog } from '../src/platform/logging/log.ts';
import type { SummarySegment } from '../src/transcription/summary/sentences.ts';
import { summarize } from '../src/transcription/summary/summary.ts';

const [hours, sentenceSeconds, wordsOfSentence, people] = [3, 1.8, 14, 12];

/** Random words of which few are frequent, as in speech. The sequence is the same in each run. */
function threeHours(): SummarySegment[] {
  let state = 7;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const endings = ['ing', 'ed', 's', 'ment', 'ally'];
  const words = Array.from(
    { length: 6000 },
    (_, at) => `w${((at * 7919) % 6000).toString(36)}${endings[at % 5]}`,
  );
  return Array.from({ length: Math.round((hours * 3600) / sentenceSeconds) }, (_, at) => ({
    speaker: `Person ${at % people}`,
    start: at * sentenceSeconds,
    end: (at + 1) * sentenceSeconds - 0.1,
    text: `${Array.from({ length: wordsOfSentence }, () => words[Math.floor(next() ** 3 * words.length)]).join(' ')}.`,
  }));
}

const cpuMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** Milliseconds of processor time in total and of the longest turn, MiB over the heap before. */
export interface SummaryCost {
  cpu: number;
  turn: number;
  heap: number;
}

async function measure(work: () => Promise<unknown>): Promise<SummaryCost> {
  globalThis.gc?.();
  const heapBefore = process.memoryUsage().heapUsed;
  const begun = process.cpuUsage();
  let [turn, heap, isGoing, turnBegun] = [0, 0, true, process.cpuUsage()];
  const observe = () => {
    turn = Math.max(turn, cpuMs(process.cpuUsage(turnBegun)));
    heap = Math.max(heap, process.memoryUsage().heapUsed - heapBefore);
    turnBegun = process.cpuUsage();
    if (isGoing) setImmediate(observe);
  };
  setImmediate(observe);
  await work();
  isGoing = false;
  return { cpu: cpuMs(process.cpuUsage(begun)), turn, heap: heap / 1024 ** 2 };
}

const segments = threeHours();

export const summarizedSpeech = { sentences: segments.length, words: segments.length * wordsOfSentence };

/** Summarizes three hours in which twelve people speak without a pause, again and again. */
async function measureSummaries(
  repetitions: number,
  model: LanguageModel | undefined,
): Promise<SummaryCost[]> {
  const options = { language: 'en', model, signal: new AbortController().signal, log: createLog('warn') };
  // Loads and compiles what a running server has.
  await summarize(segments.slice(0, 200), options);
  const costs: SummaryCost[] = [];
  for (let at = 0; at < repetitions; at++) costs.push(await measure(() => summarize(segments, options)));
  return costs;
}

export const measureHighlights = (repetitions: number): Promise<SummaryCost[]> =>
  measureSummaries(repetitions, undefined);

/** The service answers at once, in the same process: its part of the time counts too. */
export async function measureModelSummaries(repetitions: number): Promise<SummaryCost[]> {
  await using server = await startLanguageServer(({ messages }) => {
    const data = JSON.parse(messages[1]?.content ?? '{}');
    const turns: { at: number; text: string }[] = data.transcript ?? [];
    const lines = turns.filter((_, at) => at % 20 === 0).map(({ at, text }) => ({ text, start: at }));
    const keep = (data.items ?? []).map(({ number }: { number: number }) => number);
    return { content: JSON.stringify({ lines, sections: [], tasks: [], keep }) };
  });
  const model = new ChatCompletions({ url: new URL(server.url), key: undefined, model: 'bench' });
  // The server has to live until then.
  return await measureSummaries(repetitions, model);
}
