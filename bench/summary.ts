import {
  measureHighlights,
  measureModelSummaries,
  type SummaryCost,
  summarizedSpeech,
} from '../server/testing/summaries.ts';
import { type Goal, report } from './lib/report.ts';

/**
 * Measures the summary of three hours in which twelve people speak without a pause: highlights, and the summary of a
 * language model that answers at once. A turn is the work between two moments at which the server can serve requests.
 * Processor time is measured, so that other programs on the machine do not count.
 */
const [highlightsMs, modelMs, turnMs, megabytes] = [1500, 3000, 50, 100];
const repetitions = 5;
const goals: Goal[] = [];

function note(what: string, bound: number, costs: SummaryCost[]): void {
  const worst = (of: (cost: SummaryCost) => number) => Math.max(...costs.map(of));
  goals.push({ what: `${what}: processor time`, measured: worst(({ cpu }) => cpu), bound, unit: 'ms' });
  goals.push({
    what: `${what}: longest turn`,
    measured: worst(({ turn }) => turn),
    bound: turnMs,
    unit: 'ms',
  });
  goals.push({
    what: `${what}: heap over before`,
    measured: worst(({ heap }) => heap),
    bound: megabytes,
    unit: 'MiB',
  });
}

note('highlights', highlightsMs, await measureHighlights(repetitions));
note('model', modelMs, await measureModelSummaries(repetitions));
report({ name: 'summary', figures: summarizedSpeech, unit: '', goals });
