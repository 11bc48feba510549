import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { dispose } from '@livekit/rtc-node';
import { report, spreadOf } from '../lib/report.ts';
import { findingsOf } from './lib/fleet/judging.ts';
import { startFleet } from './lib/fleet/parts.ts';
import { strikesOn } from './lib/fleet/strikes.ts';
import { FleetWork, leaveMs } from './lib/fleet/work.ts';

/**
 * `npm run soak -- fleet [minutes] [--only=redis,sigterm]`: two nodes for people and jobs, two that record,
 * PostgreSQL, Redis, S3, LiveKit and a load balancer. Each is killed, stopped and frozen in turn while a call, its
 * recordings, a chat, webhooks and an integrator's writes continue. The outcome is compared with the promises.
 * `--only` selects strikes by words of their names.
 */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const [minutes = 10] = positionals.map(Number);
if (!(minutes > 0)) {
  console.error('Usage: npm run soak -- fleet [minutes] [--only=words], where minutes is more than 0');
  process.exit(2);
}
const words = values.only?.toLowerCase().split(',') ?? [''];
/** Pause between two strikes. */
const calmMs = 4_000;

const fleet = await startFleet();
let work: FleetWork | undefined;
try {
  work = await FleetWork.start(fleet);
  const isWanted = (what: string) => words.some((word) => what.toLowerCase().includes(word));
  const strikes = strikesOn(fleet).filter(({ what }) => isWanted(what));
  const recoveries: number[] = [];
  const until = performance.now() + minutes * 60_000;
  let struck = 0;
  for (; performance.now() < until; struck += 1) {
    await pause(calmMs);
    const strike = strikes[struck % strikes.length];
    if (!strike) break;
    if (strike.url) work.struck.add(strike.url);
    const from = Date.now();
    await Promise.all([strike.run(), strike.isLeft && work.left()]);
    const began = performance.now();
    await work.recovered();
    recoveries.push(performance.now() - began);
    await work.comparePeople();
    work.struck.clear();
    if (strike.refusal) work.outages.push({ code: strike.refusal, from, to: Date.now() });
    console.log(`  ${strike.what}; ${work.messages} messages, ${work.faults.length} faults`);
  }
  await work.finish();
  const { faults, records } = await findingsOf(fleet, work);
  for (const fault of faults.slice(work.faults.length)) console.log(`  fault: ${fault}`);
  const ended = (state: string) => records.filter((record) => record.state === state).length;
  report({
    name: 'soak-fleet',
    unit: 'ms',
    figures: {
      ...{
        minutes,
        strikes: struck,
        'chat messages': work.messages,
        'rooms created': work.acknowledged.length,
      },
      'webhooks received': work.receiver.received.length,
      'recordings finished': ended('finished'),
      'of them partial': records.filter(({ isPartial }) => isPartial).length,
      'recordings failed or aborted': ended('failed') + ended('aborted'),
      'from the end of a strike until 8 more messages': spreadOf(recoveries),
      ...(work.leftMs.length > 0 && { 'until all pages left a frozen node': spreadOf(work.leftMs) }),
      'GET /healthz of the other nodes': spreadOf(work.healthMs),
    },
    goals: [
      { what: 'faults', measured: faults.length, bound: 0, unit: '' },
      { what: 'recordings finished', measured: ended('finished'), bound: 1, unit: '', atLeast: true },
      { what: 'strikes', measured: struck, bound: 1, unit: '', atLeast: true },
      {
        what: 'slowest leaving of a frozen node',
        measured: Math.max(0, ...work.leftMs),
        bound: leaveMs,
        unit: 'ms',
      },
    ],
    isKept: minutes >= 10 && values.only === undefined,
  });
} finally {
  await work?.close();
  await fleet.remove();
  await dispose();
}
