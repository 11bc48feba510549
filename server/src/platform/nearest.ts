/**
 * How many letters have to be added, left out, replaced or swapped with the next to make one text of the other
 * (Damerau-Levenshtein, each place once). The work is the product of the lengths: bound them.
 */
export function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, wanted] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === wanted ? 0 : 1);
      const isSwapped = index > 0 && column > 0 && letter === other[column - 1] && one[index - 1] === wanted;
      const swapped = isSwapped ? (before[column - 1] ?? 0) + 1 : replaced;
      next.push(Math.min((row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1, replaced, swapped));
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}

const wordsOf = (name: string): Set<string> => new Set(name.split(/[_ ]/));

/** Nobody mistypes a name into a longer one; beyond it no work depends on the length. */
const longest = 100;

/**
 * The known name that somebody meant who typed another one: a few letters differ, or words are missing.
 * @returns undefined if none is near, or several are equally likely
 * @example nearestOf('RETENTION', ['RETENTION_DAYS', 'ROLES']) // 'RETENTION_DAYS'
 */
export function nearestOf(typed: string, known: readonly string[]): string | undefined {
  if (typed.length > longest) return undefined;
  const byDistance = (names: readonly string[]) =>
    names
      .map((name) => ({ name, distance: distanceOf(typed, name) }))
      .sort((a, b) => a.distance - b.distance)[0];
  const closest = byDistance(known);
  if (closest && closest.distance <= typed.length / 3) return closest.name;
  const words = wordsOf(typed);
  const longer = known.filter((name) => words.isSubsetOf(wordsOf(name)));
  const beginning = longer.filter((name) => name.startsWith(typed));
  if (beginning.length > 0) return byDistance(beginning)?.name;
  return longer.length === 1 ? longer[0] : undefined;
}
