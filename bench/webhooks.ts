import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../server/testing/database.ts';
import { type BenchResult, type Goal, report, spreadOf } from './lib/report.ts';
import { profiled, type WebhookBench, waitForDeliveries, withWebhookBench } from './lib/webhooks/bench.ts';
import { machineTicks } from './lib/webhooks/clock.ts';
import { residentOf, type Share, type Shares, watchCpu } from './lib/webhooks/cpu.ts';
import { insertBacklog, insertEventsPaced } from './lib/webhooks/events.ts';
import { printProfiles } from './lib/webhooks/profile.ts';
import type { ReceiverHealth } from './lib/webhooks/receivers.ts';
import type { WebhookVerdict } from './lib/webhooks/verdict.ts';

/**
 * `npm run bench -- webhooks [parts] [folder]` measures deliveries from the embedded database by a real server to
 * receivers in a process of their own. Events are inserted as the server does it, each in its own transaction; the
 * machine's monotonic clock gives the times of each COMMIT and each complete request. `parts` are letters of: l
 * (latency beside receivers that hang and fail), r (the rate when all work), c (a bare sender, for comparison), w
 * (the rate beside rows that wait for hanging receivers). With a folder for profiles it prints the largest costs and
 * keeps no result.
 */
const [parts = 'lrcw', folder] = process.argv.slice(2);
const latency = { perSecond: 50, seconds: 60, warmSeconds: 5 };
/** Many rows wait at the beginning and more are inserted meanwhile, so that the sender never runs dry. */
const rate = { heaped: 12_000, perSecond: 300, seconds: 8, warmSeconds: 3 };
const writers = 16;
const hangingRows = 20_000;

const figures: BenchResult['figures'] = {};
const goals: Goal[] = [];

function tellShares(name: string, shares: Shares & { seconds: number }, deliveries: number): void {
  const whose: Share[] = ['server', 'database', 'generator', 'receivers', 'others'];
  const cores = whose.map((who) => `${who} ${(shares[who] / shares.seconds).toFixed(2)}`);
  const each = (who: Share) => `${who} ${((shares[who] / deliveries) * 1000).toFixed(2)}`;
  figures[`${name}: cores used`] = cores.join(', ');
  figures[`${name}: processor ms a delivery`] = [each('server'), each('database')].join(', ');
}

function tellFaults(name: string, verdict: WebhookVerdict): void {
  for (const fault of ['lost', 'doubled', 'disordered'] as const) {
    goals.push({ what: `${name}: ${fault}`, measured: verdict[fault], bound: 0, unit: '' });
  }
}

async function latencyOfThoseWell(stage: WebhookBench): Promise<void> {
  const { lectern, database, receivers } = stage;
  const { perSecond, seconds, warmSeconds } = latency;
  const pace = { groups: stage.groups.all, perSecond };
  const cameBefore = receivers.well;
  const warmed = await insertEventsPaced(database, { ...pace, seconds: warmSeconds });
  const usedSince = watchCpu({ server: lectern.pid(), receivers: receivers.pid });
  const told = await profiled(stage, () => insertEventsPaced(database, { ...pace, seconds }));
  const used = usedSince();
  const verdict = await waitForDeliveries(stage, { warmed, told, cameBefore });
  const name = `${perSecond} events/s to 100, 40 of them unwell`;
  figures[`${name}: COMMIT to arrival`] = verdict.latency;
  figures[`${name}: how late it was written`] = spreadOf(told.map(({ due, committed }) => committed - due));
  tellShares(name, used, told.length);
  figures[`${name}: server, resident MB`] = residentOf(lectern.pid());
  goals.push(
    { what: 'COMMIT to arrival: p50', measured: verdict.latency.p50, bound: 100, unit: 'ms' },
    { what: 'COMMIT to arrival: p99', measured: verdict.latency.p99, bound: 1000, unit: 'ms' },
  );
  tellFaults(name, verdict);
}

async function deliveredIn({ db }: Database): Promise<number> {
  const count = db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('status', '=', 'delivered');
  return Number((await count.executeTakeFirstOrThrow()).count);
}

/** Deliveries a second in the middle of the run: sent, answered and stored, while more events are inserted. */
async function rateOf(stage: WebhookBench, name: string): Promise<number> {
  const { lectern, database, receivers } = stage;
  const { heaped, perSecond, seconds, warmSeconds } = rate;
  const cameBefore = receivers.well;
  const groups = stage.groups.well;
  const warmed = await insertBacklog(database, groups, heaped);
  const telling = insertEventsPaced(database, { groups, perSecond, seconds: warmSeconds + seconds });
  // Awaited below; an error that comes first is reported first.
  telling.catch(() => undefined);
  await pause(warmSeconds * 1000);
  const usedSince = watchCpu({ server: lectern.pid(), receivers: receivers.pid });
  const [before, begin] = [await deliveredIn(database), machineTicks()];
  await profiled(stage, () => pause(seconds * 1000));
  const [after, end, used] = [await deliveredIn(database), machineTicks(), usedSince()];
  const cameAtEnd = receivers.well - cameBefore;
  const told = await telling;
  const waiting = heaped + told.filter(({ committed }) => committed <= end).length - cameAtEnd;
  const verdict = await waitForDeliveries(stage, { warmed, told, cameBefore });
  const delivered = ((after - before) / (end - begin)) * 1000;
  figures[`${name}: deliveries a second`] = delivered;
  figures[`${name}: still waiting at the end`] = waiting;
  figures[`${name}: how late it was written`] = spreadOf(told.map(({ due, committed }) => committed - due));
  tellShares(name, used, after - before);
  tellFaults(name, verdict);
  return delivered;
}

async function bareRate({ receivers }: WebhookBench): Promise<void> {
  const urls = receivers.urls.filter((_, n) => receivers.behaviours[n] === 'well');
  const wish = JSON.stringify({ urls, atOnce: 64, seconds: 5 });
  const sender = fork(join(import.meta.dirname, 'lib/webhooks/bare.ts'), [wish]);
  const bare = await new Promise<{ perSecond: number; cpuMs: number }>((resolve, reject) => {
    sender.once('message', (told) => resolve(told as { perSecond: number; cpuMs: number }));
    sender.once('exit', (code) => reject(new Error(`the bare sender exited with ${code}`)));
  });
  figures['bare sender from memory: requests a second'] = bare.perSecond;
  figures['bare sender from memory: processor ms a request'] = bare.cpuMs;
  await receivers.take();
}

/** The rate when all receivers work, and the same beside many rows that wait for hanging receivers. */
async function rates(stage: WebhookBench): Promise<void> {
  let undisturbed = Number.NaN;
  if (parts.includes('r')) {
    undisturbed = await rateOf(stage, 'all well');
    goals.push({
      what: 'all well: deliveries',
      measured: undisturbed,
      bound: 300,
      unit: '/s',
      atLeast: true,
    });
  }
  if (parts.includes('c')) await bareRate(stage);
  if (!parts.includes('w')) return;
  await insertBacklog(stage.database, stage.groups.hanging, hangingRows);
  const disturbed = await rateOf(stage, `while ${hangingRows} wait for 20 that hang`);
  if (undisturbed > 0)
    figures['the same, share of the undisturbed rate, %'] = (disturbed / undisturbed) * 100;
}

const behavioursOf = (counts: [ReceiverHealth, number][]): ReceiverHealth[] =>
  counts.flatMap(([behaviour, count]) => Array.from({ length: count }, () => behaviour));

/** Receivers with faults stand between those without. */
const mixed = Array.from({ length: 20 }, () =>
  behavioursOf([
    ['hanging', 1],
    ['failing', 1],
    ['well', 3],
  ]),
).flat();
if (parts.includes('l')) await withWebhookBench({ behaviours: mixed, writers, folder }, latencyOfThoseWell);
const wellAndIdle = behavioursOf([
  ['well', 100],
  ['hanging', 20],
]);
if (/[rcw]/.test(parts)) await withWebhookBench({ behaviours: wellAndIdle, writers, folder }, rates);
if (folder) printProfiles(folder);
report({ name: 'webhooks', unit: 'ms', figures, goals, isKept: parts === 'lrcw' && !folder });
