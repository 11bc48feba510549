import { startLectern } from '../../server/testing/lectern.ts';
import { killRounds } from '../../server/testing/receivers/webhook-kills.ts';
import { brokenByKills } from '../../server/testing/receivers/webhook-kills-verdict.ts';
import { report, spreadOf } from '../lib/report.ts';

/**
 * `npm run soak -- webhooks [kills] [seed]`: 500 deliveries to receivers that work, fail, are slow or hang, while the
 * server is killed with -9 again and again; the arrivals are compared with the promises.
 */
const [kills = 20, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const events = 500;
const lectern = await startLectern({ LECTERN_WEBHOOK_RETRY_SECONDS: '1,2', LECTERN_LOG_LEVEL: 'warn' });
try {
  const outcome = await killRounds(lectern, {
    seed,
    kills,
    events,
    onKill: (among, { arrived, held }) =>
      console.log(
        `killed, ${among} of ${kills} during attempts: ${arrived} requests arrived, ${held} attempts were running`,
      ),
  });
  const what: Record<keyof ReturnType<typeof brokenByKills>, string> = {
    lost: 'events lost',
    invented: 'events that nobody announced, or under a second id',
    unsettled: 'events that did not end as they should',
    madeTooOften: 'attempts made more than twice',
    tooMany: 'events that came more often than attempts were made',
    notedForNothing: 'attempts noted that did not arrive',
    changed: 'requests with changed bytes',
  };
  report({
    name: 'soak-webhooks',
    unit: 'ms',
    figures: {
      seed,
      'kills of the server': outcome.kills,
      'of them with attempts under way': kills,
      'deliveries written for each kill': events,
      deliveries: outcome.events,
      requests: outcome.requests,
      'attempts under way at a kill, in all': outcome.cut,
      'requests beyond one for each attempt': outcome.repeated,
      'given up, each attempt cut twice': outcome.givenUp,
      'from a start to ready': spreadOf(outcome.starts),
      seconds: outcome.seconds,
    },
    goals: Object.entries(brokenByKills(outcome)).map(([name, measured]) => ({
      what: what[name as keyof typeof what],
      measured,
      bound: 0,
      unit: '',
    })),
  });
} finally {
  await lectern.remove();
}
