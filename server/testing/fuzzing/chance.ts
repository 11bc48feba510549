import type { TestContext } from 'node:test';
import { createChance } from './fuzz.ts';

/** The seed of LECTERN_TEST_SEED, or else `usual`. */
export const seedOr = (usual: number): number => Number(process.env.LECTERN_TEST_SEED ?? usual);

/** The seed of LECTERN_TEST_SEED, or else a new one for each run; a failing test prints it. */
export function seedOf(t: Pick<TestContext, 'diagnostic'>): number {
  const seed = seedOr(Date.now() % 1_000_000);
  t.diagnostic(`LECTERN_TEST_SEED=${seed}`);
  return seed;
}

/** A random generator with the seed of this run. */
export const chanceOf = (t: TestContext): (() => number) => createChance(seedOf(t));
