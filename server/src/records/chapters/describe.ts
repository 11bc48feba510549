import type { Db } from '../../platform/db/db.ts';
import { languageIn, type RecordRow } from '../store.ts';
import { titleOfPage } from './chapter.ts';
import { findShownPage } from './chapters.store.ts';

/** The title of a page on the stage and the name of its document, for the recorder. */
export async function describePage(
  db: Db,
  record: RecordRow,
  { documentId, page }: { documentId: string | null; page: number | null },
): Promise<{ title?: string; document?: string }> {
  if (documentId === null || page === null) return {};
  const found = await findShownPage(db, { documentId, page });
  const language = (await languageIn(db, record.spaceId, record)) ?? 'en';
  return { title: titleOfPage({ page, text: found?.text ?? '' }, language), document: found?.name ?? '' };
}
