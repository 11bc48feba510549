/** The places of one recording, in the order in which the server found them. */
export type FoundRecord<T> = { recordId: string; places: [T, ...T[]] };

/** Puts neighbouring places of the same recording together. */
export function groupByRecord<T extends { recordId: string }>(places: readonly T[]): FoundRecord<T>[] {
  const groups: FoundRecord<T>[] = [];
  for (const place of places) {
    const last = groups.at(-1);
    if (last?.recordId === place.recordId) last.places.push(place);
    else groups.push({ recordId: place.recordId, places: [place] });
  }
  return groups;
}
