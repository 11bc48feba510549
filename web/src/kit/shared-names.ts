type Named = { name: string | null };

/** Decides for each one of a list, such as people or groups, whether another one has the same name. */
export function sharedNamesAmong(list: readonly Named[]): (one: Named) => boolean {
  const counts = new Map<string | null, number>();
  for (const { name } of list) counts.set(name, (counts.get(name) ?? 0) + 1);
  // Erased people have no name.
  return ({ name }) => name !== null && (counts.get(name) ?? 0) > 1;
}
