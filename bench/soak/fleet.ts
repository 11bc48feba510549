import { setTimeout as pause } from 'node:timers/promises';
import { dispose } from '@livekit/rtc-node';
import { report, spreadOf } from '../lib/report.ts';
import { findingsOf } from './lib/fleet/judging.ts';
import { startFleet } from './lib/fleet/parts.ts';
import { strikesOn } from './lib/fleet/strikes.ts';
import { FleetWork } from './lib/fleet/work.ts';

/**
 * `npm run soak -- fleet [minutes]`: two nodes for people and jobs, two that record, PostgreSQL, Redis, S3, LiveKit and
 * a load balancer; each is killed, stopped and frozen in turn while a call, its recordings, a chat, webhooks and an
 * integrator's writes continue. What came of them is held against what was promised.
 */
const [minutes = 10] = process.argv.slice(2).map(Number);
if (!(minutes > 0)) {
  console.error('Usage: npm run soak -- fleet [minutes], where minutes is more than 0');
  process.exit(2);
}
/** Between two strikes everything works for a while. */
const calmMs = 4_000;

const fleet = await startFleet();
let work: FleetWork | undefined;
try {
  work = await FleetWork.start(fleet);
  const strikes = strikesOn(fleet);
  const recoveries: number[] = [];
  const until = performance.now() + minutes * 60_000;
  let struck = 0;
  for (; performance.now() < until; struck += 1) {
    await pause(calmMs);
    const strike = strikes[struck % strikes.length];
    if (!strike) break;
    if (strike.url) work.struck.add(strike.url);
    await strike.run();
    const began = performance.now();
    await work.recovered();
    recoveries.push(performance.now() - began);
    work.struck.clear();
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
      'GET /healthz of the other nodes': spreadOf(work.healthMs),
    },
    goals: [
      { what: 'faults', measured: faults.length, bound: 0, unit: '' },
      { what: 'recordings finished', measured: ended('finished'), bound: 1, unit: '', atLeast: true },
      { what: 'strikes', measured: struck, bound: 1, unit: '', atLeast: true },
    ],
    isKept: minutes >= 10,
  });
} finally {
  await work?.close();
  await fleet.remove();
  await dispose();
}
