import { ticks } from '../platform/clock.ts';

/** After so many charges, the budgets that are full again are forgotten. */
const chargesBetweenCleanings = 1_000;

interface Budget {
  left: number;
  at: number;
}

/** A budget for each key, which refills at a steady rate up to its burst. */
export class Budgets {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #budgets = new Map<string, Budget>();
  #charges = 0;

  constructor({ burst, perSecond }: { burst: number; perSecond: number }) {
    this.#burst = burst;
    this.#perSecond = perSecond;
  }

  /** How many budgets are remembered. */
  get size(): number {
    return this.#budgets.size;
  }

  /** @returns false if the rest of the budget is smaller than the cost; nothing is charged then */
  charge(key: string, cost = 1, moment = ticks()): boolean {
    this.#charges += 1;
    if (this.#charges % chargesBetweenCleanings === 0) this.#clean(moment);
    const budget = this.#budgets.get(key) ?? { left: this.#burst, at: moment };
    const left = this.#refilled(budget, moment);
    const isEnough = left >= cost;
    this.#budgets.set(key, { left: isEnough ? left - cost : left, at: moment });
    return isEnough;
  }

  #refilled({ left, at }: Budget, moment: number): number {
    return Math.min(this.#burst, left + ((moment - at) / 1000) * this.#perSecond);
  }

  #clean(moment: number): void {
    for (const [key, budget] of this.#budgets)
      if (this.#refilled(budget, moment) === this.#burst) this.#budgets.delete(key);
  }
}
