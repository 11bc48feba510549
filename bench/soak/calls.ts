import { dispose } from '@livekit/rtc-node';
import { startLectern } from '../../server/testing/lectern.ts';
import { report, spreadOf } from '../lib/report.ts';
import { callRounds, totalsOf } from './lib/call-rounds.ts';

/**
 * `npm run soak -- calls [rounds] [seed]`: in each round people join and leave, the server is killed with -9 and
 * started again, and its record of the call is compared with what the clients saw.
 */
const [rounds = 100, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const lectern = await startLectern({ LECTERN_CALL_END_GRACE_SECONDS: '2' });
try {
  const outcomes = await callRounds(lectern, {
    seed,
    rounds,
    onRound: (round, { sessions, missed, invented, unsound, wrongCounts, seconds }) =>
      console.log(
        `round ${round + 1} of ${rounds}: ${sessions} sessions, ${missed} missed, ${invented} invented, ${unsound} unsound, ${wrongCounts} wrong counts (${seconds.toFixed(1)} s)`,
      ),
  });
  const totals = totalsOf(outcomes);
  report({
    name: 'soak-calls',
    unit: 'ms',
    figures: {
      seed,
      'kills of the server': rounds,
      sessions: totals.sessions,
      'came and went unseen while it was down': totals.unseen,
      'entry is off by': spreadOf(totals.entryErrors),
      'exit is off by': spreadOf(totals.exitErrors),
      'exit while it was down is off by': spreadOf(totals.exitErrorsWhileDown),
    },
    goals: [
      { what: 'sessions missed', measured: totals.missed, bound: 0, unit: '' },
      { what: 'visits invented', measured: totals.invented, bound: 0, unit: '' },
      { what: 'visits without an end, calls too many', measured: totals.unsound, bound: 0, unit: '' },
      { what: 'wrong counts', measured: totals.wrongCounts, bound: 0, unit: '' },
    ],
  });
} finally {
  await dispose();
  await lectern.remove();
}
