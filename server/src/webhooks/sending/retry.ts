/**
 * In seconds: the pause after this attempt, which failed; null if it was the last one.
 * @param retrySeconds LECTERN_WEBHOOK_RETRY_SECONDS: the pause after each attempt
 */
export const pauseAfterAttempt = (attempts: number, retrySeconds: readonly number[]): number | null =>
  retrySeconds[attempts - 1] ?? null;
