import { now } from '../clock.ts';

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the window is full again. */
  reset: number;
}

/** Counts requests a key in windows of a minute. Each node counts for itself. */
export class RateLimiter {
  readonly #counts = new Map<string, number>();
  #window = 0;

  /** Takes one of `limit` for this key. */
  take(key: string, limit: number): Allowance {
    const time = now().getTime();
    const window = Math.floor(time / 60_000);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts.clear();
    }
    const used = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, used);
    const reset = Math.max(1, Math.ceil(((window + 1) * 60_000 - time) / 1000));
    return { allowed: used <= limit, limit, remaining: Math.max(0, limit - used), reset };
  }
}
