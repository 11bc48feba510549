import { createChance } from '../../../testing/fuzzing/fuzz.ts';

/** Random choices that a seed reproduces. */
export class Random {
  readonly #chance: () => number;

  constructor(seed: number) {
    this.#chance = createChance(seed);
  }

  next(): number {
    return this.#chance();
  }

  below(limit: number): number {
    return Math.floor(this.#chance() * limit);
  }

  chance(share: number): boolean {
    return this.#chance() < share;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const drawn = items.map((item) => ({ item, lot: this.#chance() }));
    return drawn.sort((a, b) => a.lot - b.lot).map(({ item }) => item);
  }
}
