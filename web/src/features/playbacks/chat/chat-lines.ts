import type { Answer, Body } from '../../../../../contract/routes.ts';
import { isFoundIn } from '../../../../../contract/search.ts';

export type ChatLine = Answer<'getOriginalChat'>['items'][number];
export type LineChange = Body<'updateOriginalChat'>['items'][number];

/** As many as the API takes in one request, and returns in one response. */
export const mostAtOnce = 1000;

/** The lines whose text or names contain the search. */
export function linesWith(lines: readonly ChatLine[], search: string): readonly ChatLine[] {
  if (search.trim() === '') return lines;
  return lines.filter(({ author, displayName, text }) => isFoundIn([author, displayName, text], search));
}

/** The name that sessions show. */
export const shownName = ({ author, displayName }: Pick<ChatLine, 'author' | 'displayName'>): string =>
  displayName ?? author;

export const linesOf = (lines: readonly ChatLine[], author: string): readonly ChatLine[] =>
  lines.filter((line) => line.author === author);

/** Renames these lines; an empty name restores that of the author. Lines with this name already are left out. */
export function renamed(lines: readonly ChatLine[], name: string): LineChange[] {
  const written = name.trim();
  const displayName = written === '' ? null : written;
  return lines.filter((line) => line.displayName !== displayName).map(({ id }) => ({ id, displayName }));
}

/** The changes that restore the lines as they are now. */
export function undoOf(lines: readonly ChatLine[], changes: readonly LineChange[]): LineChange[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return changes.flatMap((change) => {
    const line = byId.get(String(change.id));
    if (!line) return [];
    const { id, isHidden, displayName } = line;
    return [
      {
        id,
        ...(change.isHidden !== undefined && { isHidden }),
        ...(change.displayName !== undefined && { displayName }),
      },
    ];
  });
}

/** The lines with those that the server returned instead of theirs. */
export function withChanged(lines: readonly ChatLine[], changed: readonly ChatLine[]): ChatLine[] {
  const byId = new Map(changed.map((line) => [line.id, line]));
  return lines.map((line) => byId.get(line.id) ?? line);
}

export function inBatches<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
