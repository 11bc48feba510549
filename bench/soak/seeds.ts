import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { report } from '../lib/report.ts';

/**
 * `npm run soak -- seeds [rounds] [seed]`: runs the tests of random orders, bodies and kills that `npm test` runs once,
 * each round with the next seed. `LECTERN_TEST_SEED=N npm test -- --files=…` repeats a round.
 */
const [rounds = 30, first = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const files = [
  'server/src/access-links/access-links.refusals.test.ts',
  'server/src/analytics/report/people.random.test.ts',
  'server/src/analytics/report/report.random.test.ts',
  'server/src/auth/auth.refusals.test.ts',
  'server/src/calls/random.test.ts',
  'server/src/chat/chat.refusals.test.ts',
  'server/src/chat/random.test.ts',
  'server/src/participants/participants.refusals.test.ts',
  'server/src/participants/roles/roles.test.ts',
  'server/src/playbacks/watching/killed.test.ts',
  'server/src/rooms/rooms.refusals.test.ts',
  'server/src/spaces/spaces.refusals.test.ts',
  'server/src/system/fuzz.test.ts',
  'server/src/users/users.refusals.test.ts',
  'server/src/webhooks/log/log.refusals.test.ts',
  'server/src/webhooks/sending/nodes.test.ts',
  'server/src/webhooks/webhooks.refusals.test.ts',
];
const root = join(import.meta.dirname, '../..');
const args = [join(root, 'scripts/test.mjs'), '--only=node', `--files=${files.join(',')}`];
const { NODE_ENV: _, ...environment } = process.env;

const failed: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const seed = first + round;
  console.log(`round ${round + 1} of ${rounds}: seed ${seed}`);
  const env = { ...environment, LECTERN_TEST_SEED: String(seed) };
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) failed.push(seed);
}
report({
  name: 'soak-seeds',
  unit: '',
  figures: { rounds, 'first seed': first, 'failed seeds': failed.join(', ') || 'none' },
  goals: [{ what: 'seeds with a failure', measured: failed.length, bound: 0, unit: '' }],
});
