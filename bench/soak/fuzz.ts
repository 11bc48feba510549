import { parseArgs } from 'node:util';
import { dispose } from '@livekit/rtc-node';
import { fuzz, operationsWithout, printed } from '../../server/testing/fuzzing/fuzzer.ts';
import { startLectern } from '../../server/testing/lectern.ts';
import { report } from '../lib/report.ts';

/**
 * `npm run soak -- fuzz [--seed N] [--requests N] [--limit N]` sends random requests to every operation and checks the
 * responses by the OpenAPI document. `--limit` allows so many requests a minute to a credential (100 or more) to get 429.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    requests: { type: 'string', default: '100000' },
    limit: { type: 'string', default: '0' },
  },
});
const [seed, requests, limit] = [Number(values.seed), Number(values.requests), Number(values.limit)];
console.log(`the seed is ${seed}; repeat the run with --seed ${seed}`);
// Without recorders the start of a recording is refused and costs no processor time.
const lectern = await startLectern({
  LECTERN_ROLES: 'api,jobs',
  LECTERN_RATE_LIMIT_PER_MINUTE: String(limit),
});
try {
  const begun = performance.now();
  const run = await fuzz(lectern, {
    ...{ seed, requests, accounts: 6, calls: 1, repairs: limit === 0, mostFaults: 40 },
    onFault: (fault) => console.log(`\n${printed(seed, fault)}`),
    onSent: (sent) => {
      if (sent % 10_000 === 0) console.log(`${sent} requests`);
    },
  });
  const seconds = (performance.now() - begun) / 1000;
  const statuses = [...run.statuses.values()];
  const sumOf = (isWanted: (status: number) => boolean) =>
    statuses
      .flatMap((counts) => [...counts].filter(([status]) => isWanted(status)))
      .reduce((sum, [, count]) => sum + count, 0);
  report({
    name: 'soak-fuzz',
    unit: 's',
    figures: {
      seed,
      requests: run.sent,
      operations: run.statuses.size,
      seconds,
      'parts of stages made anew': run.rebuilt,
      'answered 2xx': sumOf((status) => status < 300),
      'answered 4xx': sumOf((status) => status >= 400 && status < 500),
      'operations that never succeeded':
        operationsWithout(run, (status) => status < 300).join(', ') || 'none',
    },
    goals: [
      { what: 'requests', measured: run.sent, bound: requests, unit: '', atLeast: true },
      { what: 'kinds of faults', measured: run.faults.length, bound: 0, unit: '' },
    ],
    isKept: requests >= 100_000 && limit === 0,
  });
} finally {
  await lectern.remove();
  await dispose();
}
