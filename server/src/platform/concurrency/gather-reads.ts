import { setTimeout as pause } from 'node:timers/promises';

interface Asked<T> {
  key: string;
  answer(value: T | undefined): void;
  fail(error: unknown): void;
}

interface GatherOptions {
  /** Readings at the same time. */
  readings: number;
  /** Keys of one reading. */
  keys: number;
  /** How long a reading waits for further questions, in ms; without: it begins at once. */
  gatherMs?: number;
}

/**
 * Answers many single questions with few readings: those that arrive while all readings are under way share the next
 * one. A reading begins after each of its questions was asked. A reading that fails fails all of them.
 *
 * @param read returns what is known of each key; keys may be repeated
 * @returns a function that asks for one key; undefined if nothing is known of it
 */
export function gatherReads<T>(
  read: (keys: string[]) => Promise<Map<string, T>>,
  { readings, keys, gatherMs }: GatherOptions,
): (key: string) => Promise<T | undefined> {
  const waiting: Asked<T>[] = [];
  let running = 0;
  const readNext = async (): Promise<void> => {
    if (gatherMs !== undefined) await pause(gatherMs);
    const asked = waiting.splice(0, keys);
    // Another reading took them meanwhile.
    if (asked.length === 0) return;
    try {
      const found = await read(asked.map(({ key }) => key));
      for (const { key, answer } of asked) answer(found.get(key));
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  };
  const work = async (): Promise<void> => {
    while (waiting.length > 0) await readNext();
    running -= 1;
  };
  return (key) =>
    new Promise((answer, fail) => {
      waiting.push({ key, answer, fail });
      if (running === readings) return;
      running += 1;
      void work();
    });
}
