/** The one place that reads the time, so that a test can see every use of it. */
export const now = (): Date => new Date();

/** Milliseconds that only grow; for measuring how long something took. */
export const ticks = (): number => performance.now();

/** `YYYY-MM-DDTHH:mm:ss.sssZ`, the form of every timestamp that leaves the server. */
export const timestamp = (date: Date): string => date.toISOString();

export const timestampOrNull = (date: Date | null): string | null => (date ? date.toISOString() : null);

export const seconds = (count: number): number => count * 1000;
export const after = (milliseconds: number, from: Date = now()): Date =>
  new Date(from.getTime() + milliseconds);
