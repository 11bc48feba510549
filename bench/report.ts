import { monitorEventLoopDelay } from 'node:perf_hooks';
import { makeLargeReport } from '../server/testing/reports/make-report.ts';
import { tableOf, toCsv, toXlsx } from '../server/testing/reports/report-files.ts';
import { type Goal, report, spreadOf } from './lib/report.ts';

/** Measures the files of the report of a large call: 4 visits and 10 intervals for each person. */
const people = 10_000;
const runs = 5;
const bounds = { milliseconds: 5000, megabytes: 200, waitMs: 100 };

const megabytes = () => process.memoryUsage().rss / 2 ** 20;

/** The highest memory while `work` runs. */
async function peakWhile(work: () => Promise<unknown>): Promise<number> {
  let peak = megabytes();
  const timer = setInterval(() => {
    peak = Math.max(peak, megabytes());
  }, 5);
  await work();
  clearInterval(timer);
  return Math.max(peak, megabytes());
}

const zone = 'Europe/Berlin';
type Write = (report: Parameters<typeof toXlsx>[0]) => Promise<Buffer>;
const writers: Record<string, Write> = {
  XLSX: (report) => toXlsx(report, zone),
  CSV: (report) => toCsv(report, { zone, separator: 'comma' }),
};
const figures: Record<string, ReturnType<typeof spreadOf> | number> = {};
const goals: Goal[] = [];

// The first small reports load and compile what a running server has.
for (const write of Object.values(writers)) await write(tableOf(makeLargeReport(200)));
const idle = megabytes();
const large = tableOf(makeLargeReport(people));
figures['the report in memory, MB over idle'] = megabytes() - idle;

for (const [format, write] of Object.entries(writers)) {
  const times: number[] = [];
  let [size, peak] = [0, 0];
  const delays = monitorEventLoopDelay({ resolution: 1 });
  for (let n = 0; n < runs; n += 1) {
    delays.enable();
    const begun = performance.now();
    peak = Math.max(
      peak,
      await peakWhile(async () => {
        size = (await write(large)).length;
      }),
    );
    times.push(performance.now() - begun);
    delays.disable();
  }
  figures[`${format} of ${people} people`] = spreadOf(times);
  figures[`${format}, MB over idle, with the report`] = peak - idle;
  figures[`${format}, size in MB`] = size / 2 ** 20;
  figures[`${format}, worst delay of the event loop, ms`] = delays.max / 1e6;
  const p99 = delays.percentile(99) / 1e6;
  goals.push(
    { what: `${format}, worst`, measured: Math.max(...times), bound: bounds.milliseconds, unit: 'ms' },
    { what: `${format}, memory over idle`, measured: peak - idle, bound: bounds.megabytes, unit: 'MB' },
    { what: `${format}, delay of others, p99`, measured: p99, bound: bounds.waitMs, unit: 'ms' },
  );
}

const small = tableOf(makeLargeReport(50));
for (const [format, write] of Object.entries(writers)) {
  const times: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const begun = performance.now();
    await write(small);
    times.push(performance.now() - begun);
  }
  figures[`${format} of 50 people`] = spreadOf(times);
  goals.push({ what: `${format} of 50 people, p99`, measured: spreadOf(times).p99, bound: 50, unit: 'ms' });
}
report({ name: 'report', unit: 'ms', figures, goals });
