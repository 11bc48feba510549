import { ticks } from '../../platform/clock.ts';

export const timings = {
  /** After this time a dead node loses its claim. */
  holdSeconds: 60,
  renewMs: 3_000,
};

/**
 * Renews a claim until the returned function is called, and aborts `lost` when another node may have the video.
 * @param renew resolves to whether the claim is still held
 */
export function keepClaim(renew: () => Promise<boolean>, lost: AbortController): () => void {
  let heldAt = ticks();
  let isRenewing = false;
  const renewOnce = async () => {
    const at = ticks();
    if (await renew()) heldAt = at;
    else lost.abort(new Error('the claim is lost'));
  };
  const timer = setInterval(() => {
    if (ticks() - heldAt > timings.holdSeconds * 1000) lost.abort(new Error('the claim expired'));
    if (isRenewing) return;
    isRenewing = true;
    renewOnce()
      .catch(() => undefined)
      .finally(() => {
        isRenewing = false;
      });
  }, timings.renewMs);
  return () => clearInterval(timer);
}
