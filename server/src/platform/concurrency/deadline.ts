/** The work did not finish before its deadline. */
export class DeadlineMissed extends Error {
  override name = 'DeadlineMissed';
}

/** Resolves to the result of the work, or rejects with DeadlineMissed. The work itself is not cancelled. */
export async function withDeadline<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineMissed(`${what} took longer than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
