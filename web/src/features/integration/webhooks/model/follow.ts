import type { Delivery } from './types.ts';

type Page = { items: readonly Delivery[]; total: number };
export type ShownDeliveries = { items: readonly Delivery[]; fresh: number };

/**
 * The rows to show after a newer response. While the reader is in a row nothing moves: new rows above are counted
 * instead, and rows that were pushed off the end stay.
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
/** With this many rows even a list with pending deliveries is refreshed rarely. */
const manyRows = 200;
const soon = 1_500;

/** Milliseconds until the next refresh: short while a delivery is pending. */
export function paceOf(items: readonly Delivery[], now: number, quick: number): number {
  const waiting = items.filter(({ status }) => status === 'pending');
  if (waiting.length === 0 || items.length > manyRows) return slow;
  const due = Math.min(
    ...waiting.map(({ nextAttemptAt }) => (nextAttemptAt ? Date.parse(nextAttemptAt) : now)),
  );
  if (due - now <= soon) return quick;
  return Math.min(due - now + 300, slow);
}
