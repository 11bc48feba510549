import type { TestContext } from 'node:test';
import { createChance } from './fuzz.ts';

/** Another one at every run; where the test fails, its seed is told with what failed, to be put here once. */
export function chanceOf(t: TestContext): () => number {
  const seed = Date.now() % 1_000_000;
  t.diagnostic(`chance by the seed ${seed}`);
  return createChance(seed);
}
