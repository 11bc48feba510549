const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The keys whose values differ. Every key of a draft is compared, sent and kept separately. */
export const changedKeys = <D extends object>(before: D, after: D): (keyof D)[] =>
  (Object.keys(before) as (keyof D)[]).filter((key) => !isSame(before[key], after[key]));

type Drafts<D> = { sent: D; now: D; saved: D };

/** The server's settings with the edits since `sent` on top: edits made while saving are not lost. */
export function rebaseDraft<D extends object>({ sent, now, saved }: Drafts<D>): D {
  const next = { ...saved };
  for (const key of changedKeys(sent, now)) next[key] = now[key];
  return next;
}

/** A fault that the server found at a path of the body. */
export type FaultDetail = { path: string; message: string };

/** The server's faults by the setting at which they are shown. */
export function faultsByKey<K extends string>(
  details: readonly FaultDetail[],
  keyOf: (path: string) => K,
): Partial<Record<K, string>> {
  const faults: Partial<Record<K, string>> = {};
  for (const { path, message } of details) faults[keyOf(path)] ??= message;
  return faults;
}
