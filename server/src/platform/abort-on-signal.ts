/** A promise that an abort ends; what it waited for goes on by itself, and how that ends is nobody's concern. */
export async function abortOnSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, work]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
