import type { Chapter } from '../folder/journal.ts';
import { entriesOfType, type FolderContents } from './folder-contents.ts';

/** In seconds: somebody who leafs through pages shows none of them for so short a time. */
const shortest = 1;

/** The pages that were in the picture, in the order of time; of pages in one second the last counts. */
export function chaptersOf(contents: FolderContents, duration: number): Chapter[] {
  const pages = entriesOfType(contents, 'page').filter(({ t }) => t < duration);
  const lasting = pages.filter(
    ({ t }, index) => (pages[index + 1]?.t ?? Number.POSITIVE_INFINITY) - t >= shortest,
  );
  const chapters: Chapter[] = [];
  for (const { t, documentId, page, title, document } of lasting) {
    const before = chapters.at(-1);
    // The pages between were left out.
    if (before?.documentId === documentId && before.page === page) continue;
    chapters.push({ t, documentId, page, title, document });
  }
  return chapters;
}

/** `layout.json`: where the tiles of the picture were, from each time on. */
export const layoutsOf = (contents: FolderContents, duration: number) => ({
  version: 1,
  duration,
  layouts: entriesOfType(contents, 'layout')
    .filter(({ t }) => t < duration)
    .map(({ t, width, height, tiles }) => ({ t, width, height, tiles })),
});
