type Chapter = { title: string; start: number; end: number };

/** The chapters of a recording in the order of time: each one ends where the next begins. */
export function chaptersOf(sections: readonly { title: string; start: number }[], length: number): Chapter[] {
  const inOrder = sections
    .filter(({ start }) => start >= 0 && (length === 0 || start < length))
    .sort((one, other) => one.start - other.start);
  return inOrder.map(({ title, start }, index) => ({
    title,
    start,
    end: inOrder[index + 1]?.start ?? Math.max(start, length),
  }));
}

/** The second in a page's address (`?t=75`, `?t=75.5`); undefined if it is none. */
export function secondOf(value: string | null): number | undefined {
  if (value === null || !/^\d{1,6}(\.\d{1,3})?$/.test(value)) return undefined;
  return Number(value);
}
