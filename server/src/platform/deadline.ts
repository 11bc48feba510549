/** The work was still going on at its deadline. */
export class DeadlineMissed extends Error {
  override name = 'DeadlineMissed';
}

/** The result of the work, or a DeadlineMissed where it takes longer. The work itself is not cancelled. */
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
