import type { TestContext } from 'node:test';
import { createChance } from './fuzz.ts';

/** The seed of a test that has always the same one, or that of LECTERN_TEST_SEED. */
export const seedOr = (usual: number): number => Number(process.env.LECTERN_TEST_SEED ?? usual);

/** Another seed at every run, or that of LECTERN_TEST_SEED; it is printed where the test fails. */
export function seedOf(t: Pick<TestContext, 'diagnostic'>): number {
  const seed = seedOr(Date.now() % 1_000_000);
  t.diagnostic(`LECTERN_TEST_SEED=${seed}`);
  return seed;
}

/** Chance by the seed of this run. */
export const chanceOf = (t: TestContext): (() => number) => createChance(seedOf(t));
