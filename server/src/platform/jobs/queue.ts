import { ticks } from '../clock.ts';

export const timings = {
  /** After this time another node takes the row of a dead one. */
  holdSeconds: 60,
  renewMs: 3_000,
};

/** The row was deleted or changed, or another node has it. */
export class ClaimLost extends Error {
  override name = 'ClaimLost';

  constructor() {
    super('the claim is lost');
  }
}

/**
 * An attempt at a claimed row. The statement of the claim skips locked rows, counts the attempt and sets until when the
 * claim holds; all statements are those of the feature's store (docs/decisions/0046).
 */
export interface ClaimedWork {
  /** How long its claim holds; by default `timings.holdSeconds`. */
  readonly holdSeconds?: number;
  /** Extends the claim by that. @returns false if it is lost */
  renew(): Promise<boolean>;
  /** `signal` is aborted when the claim is lost or the node stops. @throws ClaimLost if a statement finds it lost */
  work(signal: AbortSignal): Promise<void>;
  /** Called when the node stops: leaves the row to any node at once, and does not count the attempt. */
  release(): Promise<void>;
  /** Sets the time of the next attempt, or gives up. */
  fail(error: unknown): Promise<void>;
  /** Called when the claim is lost. */
  drop(): void;
  /** Called at the end in any case. */
  clean?(): Promise<void>;
}

/**
 * Renews a claim until the returned function is called, and aborts `lost` when another node may have the row. The
 * function waits for the renewal under way, which would change the time of the next attempt.
 */
function keepClaim(attempt: ClaimedWork, lost: AbortController): () => Promise<void> {
  let heldAt = ticks();
  let renewal: Promise<void> | undefined;
  const renewOnce = async () => {
    const at = ticks();
    if (await attempt.renew()) heldAt = at;
    else lost.abort(new ClaimLost());
  };
  const timer = setInterval(() => {
    if (ticks() - heldAt > (attempt.holdSeconds ?? timings.holdSeconds) * 1000) lost.abort(new ClaimLost());
    renewal ??= renewOnce()
      .catch(() => undefined)
      .finally(() => {
        renewal = undefined;
      });
  }, timings.renewMs);
  return async () => {
    clearInterval(timer);
    await renewal;
  };
}

async function make(attempt: ClaimedWork, stop: AbortSignal): Promise<void> {
  const lost = new AbortController();
  const endRenewing = keepClaim(attempt, lost);
  try {
    await attempt.work(AbortSignal.any([stop, lost.signal]));
  } catch (error) {
    await endRenewing();
    if (lost.signal.aborted || error instanceof ClaimLost) attempt.drop();
    else if (stop.aborted) await attempt.release();
    else await attempt.fail(error);
  } finally {
    await endRenewing();
    await attempt.clean?.();
  }
}

/** Makes one attempt after another, until `claim` finds no row that is due. */
export async function workOff(claim: () => Promise<ClaimedWork | undefined>, stop: AbortSignal) {
  while (!stop.aborted) {
    const attempt = await claim();
    if (!attempt) return;
    await make(attempt, stop);
  }
}

/** Makes one claim after another, so that each knows the rows of those before it. */
export function inTurn<A extends unknown[], T>(claim: (...given: A) => Promise<T>): typeof claim {
  let last: Promise<unknown> = Promise.resolve();
  return (...given) => {
    const next = last.then(() => claim(...given));
    last = next.catch(() => undefined);
    return next;
  };
}

/** The pause after an attempt that failed: each is twice as long as the one before. */
export const pauseAfter = (
  attempts: number,
  { retryMs, longestRetryMs }: { retryMs: number; longestRetryMs: number },
): number => Math.min(retryMs * 2 ** (attempts - 1), longestRetryMs);
