import type { TestContext } from 'node:test';
import { createChance } from './fuzz.ts';

/** Another seed at every run, or the one of LECTERN_TEST_SEED: a test names it where it fails. */
export const seedOfRun = (): number => Number(process.env.LECTERN_TEST_SEED ?? Date.now() % 1_000_000);

/** Chance by the seed of the run, which is told with what failed. */
export function chanceOf(t: TestContext): () => number {
  const seed = seedOfRun();
  t.diagnostic(`LECTERN_TEST_SEED=${seed}`);
  return createChance(seed);
}
