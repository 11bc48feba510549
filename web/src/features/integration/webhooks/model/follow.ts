import type { Delivery } from './types.ts';

type Page = { items: readonly Delivery[]; total: number };
export type ShownDeliveries = { items: readonly Delivery[]; fresh: number };

/**
 * What is shown once a newer page of the list is there. While the reader looks at a row it stays where it is: what came
 * in above is counted instead, and what was pushed off the end stays.
 */
export function mergeDeliveries(shown: readonly Delivery[], next: Page, mayMove: boolean): ShownDeliveries {
  const known = new Set(shown.map(({ id }) => id));
  const fresh = next.items.findIndex(({ id }) => known.has(id));
  if (mayMove || fresh <= 0) return { items: next.items, fresh: 0 };
  const last = next.items.at(-1)?.id;
  const end = shown.findIndex(({ id }) => id === last);
  const pushedOff = end >= 0 && next.items.length < next.total ? shown.slice(end + 1) : [];
  return { items: [...next.items.slice(fresh), ...pushedOff], fresh };
}

const slow = 10_000;
/** With so many rows even what waits is asked for slowly. */
const manyRows = 200;
const soon = 1_500;

/** Milliseconds until a list or a delivery is asked for again: quickly while something is under way. */
export function paceOf(items: readonly Delivery[], now: number, quick: number): number {
  const waiting = items.filter(({ status }) => status === 'pending');
  if (waiting.length === 0 || items.length > manyRows) return slow;
  const due = Math.min(
    ...waiting.map(({ nextAttemptAt }) => (nextAttemptAt ? Date.parse(nextAttemptAt) : now)),
  );
  if (due - now <= soon) return quick;
  return Math.min(due - now + 300, slow);
}
